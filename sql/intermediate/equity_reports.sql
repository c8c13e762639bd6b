-- one row per subject and UTC day with an equity report: the day's last one,
-- and what flowed in or out since the one before
with
last_of_day as (
    select
        members.subject_no,
        members.account_id,
        any_value(members.currency <> members.subject_currency) as is_foreign,
        scoped_equity."at"::date as day,
        max(scoped_equity."at") as reported_at,
        arg_max(scoped_equity.equity, scoped_equity."at") as equity,
    from scoped_equity
    inner join members using (account_id)
    group by members.subject_no, members.account_id, scoped_equity."at"::date
),

flows as (
    select
        last_of_day.subject_no,
        last_of_day.account_id,
        last_of_day.day,
        sum(reported_money(
            rated_flows.amount, rated_flows.rate, money_units.printed_digits
        )) as amount,
    from rated_flows
    inner join money_units using (subject_no)
    asof inner join last_of_day
        on rated_flows.subject_no = last_of_day.subject_no
        and rated_flows.account_id = last_of_day.account_id
        and rated_flows."at" <= last_of_day.reported_at
    where rated_flows.kind = 'flow'
    group by
        last_of_day.subject_no, last_of_day.account_id, last_of_day.day
),

reports as (
    select
        last_of_day.subject_no,
        last_of_day.account_id,
        last_of_day.day,
        reported_money(
            last_of_day.equity,
            case when last_of_day.is_foreign then day_rates.rate else 1.0 end,
            money_units.printed_digits
        ) as equity,
        case when flows.amount is null then 0.0 else flows.amount end as flow,
    from last_of_day
    inner join money_units using (subject_no)
    left join day_rates using (subject_no, account_id, day)
    left join flows using (subject_no, account_id, day)
),

portfolio_days as (
    select distinct reports.subject_no, reports.day
    from reports
    inner join scope using (subject_no)
    where scope.type = 'portfolio'
),

-- a member without a report on a day still stands at its last one
carried as (
    select
        portfolio_days.subject_no,
        portfolio_days.day,
        reports.equity,
        case when reports.day = portfolio_days.day then reports.flow
            else 0.0 end as flow,
    from portfolio_days
    inner join members using (subject_no)
    asof left join reports
        on members.subject_no = reports.subject_no
        and members.account_id = reports.account_id
        and portfolio_days.day >= reports.day
)

select reports.subject_no, reports.day, reports.equity, reports.flow
from reports
inner join scope using (subject_no)
where scope.type = 'account'
union all
select
    carried.subject_no,
    carried.day,
    tidy(sum(carried.equity)),
    sum(carried.flow),
from carried
group by carried.subject_no, carried.day
having count(*) = count(carried.equity)
