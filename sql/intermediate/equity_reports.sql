-- one row per subject and UTC day with an equity report. It has the last report
-- of the day, and the deposits and withdrawals since the one before.
with
last_of_day as (
    select
        members.subject_no,
        members.member_no,
        any_value(members.currency <> members.subject_currency) as is_foreign,
        selected_equity."at"::date as day,
        max(selected_equity."at") as reported_at,
        arg_max(selected_equity.equity, selected_equity."at") as equity,
    from selected_equity
    inner join members using (account_no)
    group by members.subject_no, members.member_no, selected_equity."at"::date
),

flows as (
    select
        last_of_day.subject_no,
        last_of_day.member_no,
        last_of_day.day,
        sum(reported_money(
            rated_flows.amount, rated_flows.rate, money_units.printed_digits
        )) as amount,
    from rated_flows
    inner join money_units using (subject_no)
    asof inner join last_of_day
        on rated_flows.subject_no = last_of_day.subject_no
        and rated_flows.member_no = last_of_day.member_no
        and rated_flows."at" <= last_of_day.reported_at
    where rated_flows.kind = 'flow'
    group by
        last_of_day.subject_no, last_of_day.member_no, last_of_day.day
),

reports as (
    select
        last_of_day.subject_no,
        last_of_day.member_no,
        last_of_day.day,
        reported_money(
            last_of_day.equity,
            case when last_of_day.is_foreign then day_rates.rate else 1.0 end,
            money_units.printed_digits
        ) as equity,
        case when flows.amount is null then 0.0 else flows.amount end as flow,
    from last_of_day
    inner join money_units using (subject_no)
    left join day_rates using (subject_no, member_no, day)
    left join flows using (subject_no, member_no, day)
),

portfolio_reports as (
    select reports.*
    from reports
    inner join selection using (subject_no)
    where selection.type = 'portfolio'
),

-- The value of a member is unknown from its first event to its first report.
waiting as (
    select
        joinings.subject_no,
        joinings.joined_at::date as since,
        min(portfolio_reports.day) as until,
    from joinings
    left join portfolio_reports using (subject_no, member_no)
    group by joinings.subject_no, joinings.member_no, joinings.joined_at
),

known_days as (
    select distinct portfolio_reports.subject_no, portfolio_reports.day
    from portfolio_reports
    anti join waiting
        on portfolio_reports.subject_no = waiting.subject_no
        and portfolio_reports.day >= waiting.since
        and (waiting.until is null or portfolio_reports.day < waiting.until)
),

-- A deposit or withdrawal counts on the first known day after it.
flows_by_day as (
    select
        portfolio_reports.subject_no,
        portfolio_reports.member_no,
        known_days.day,
        sum(portfolio_reports.flow) as flow,
    from portfolio_reports
    asof inner join known_days
        on portfolio_reports.subject_no = known_days.subject_no
        and portfolio_reports.day <= known_days.day
    group by
        portfolio_reports.subject_no,
        portfolio_reports.member_no,
        known_days.day
),

-- A member without a report on a day keeps its last value.
carried as (
    select
        known_days.subject_no,
        known_days.day,
        members.member_no,
        portfolio_reports.equity,
        lag(portfolio_reports.equity) over of_member as previous_equity,
    from known_days
    inner join members using (subject_no)
    asof inner join portfolio_reports
        on members.subject_no = portfolio_reports.subject_no
        and members.member_no = portfolio_reports.member_no
        and known_days.day >= portfolio_reports.day
    window of_member as (
        partition by known_days.subject_no, members.member_no
        order by known_days.day
    )
),

-- Equity of a member at its first report joins as a deposit; it is no gain.
counted as (
    select
        carried.subject_no,
        carried.day,
        carried.equity,
        case
            when carried.previous_equity is null then carried.equity
            when flows_by_day.flow is null then 0.0
            else flows_by_day.flow
        end as flow,
    from carried
    left join flows_by_day using (subject_no, member_no, day)
)

select reports.subject_no, reports.day, reports.equity, reports.flow
from reports
inner join selection using (subject_no)
where selection.type = 'account'
union all
select
    counted.subject_no,
    counted.day,
    tidy(sum(counted.equity)),
    sum(counted.flow),
from counted
group by counted.subject_no, counted.day
