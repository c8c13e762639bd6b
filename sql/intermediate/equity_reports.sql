-- one row per subject and UTC day with an equity report: the day's last one,
-- and what flowed in or out since the one before
with
last_of_day as (
    select
        members.subject_no,
        members.account_id,
        members.currency,
        members.subject_currency,
        equity."at"::date as day,
        max(equity."at") as reported_at,
        arg_max(equity.equity, equity."at") as equity,
    from equity
    inner join members using (account_id)
    where members.cut_at is null or equity."at" >= members.cut_at
    group by all
),

flows as (
    select
        last_of_day.subject_no,
        last_of_day.account_id,
        last_of_day.day,
        sum(round(rated_flows.amount::double * rated_flows.rate, 8)) as amount,
    from rated_flows
    asof inner join last_of_day
        on rated_flows.subject_no = last_of_day.subject_no
        and rated_flows.account_id = last_of_day.account_id
        and rated_flows."at" <= last_of_day.reported_at
    where rated_flows.kind = 'flow'
    group by
        last_of_day.subject_no, last_of_day.account_id, last_of_day.day
),

of_accounts as (
    select
        last_of_day.subject_no,
        last_of_day.day,
        last_of_day.equity::double as equity,
        coalesce(flows.amount, 0.0) as flow,
    from last_of_day
    inner join scope using (subject_no)
    left join flows using (subject_no, account_id, day)
    where scope.type = 'account'
),

portfolio_days as (
    select distinct last_of_day.subject_no, last_of_day.day
    from last_of_day
    inner join scope using (subject_no)
    where scope.type = 'portfolio'
),

-- a member without a report on a day still stands at its last one
carried as (
    select
        portfolio_days.subject_no,
        portfolio_days.day,
        members.account_id,
        last_of_day.currency,
        last_of_day.subject_currency,
        last_of_day.equity,
        case when last_of_day.day = portfolio_days.day
            then coalesce(flows.amount, 0.0) else 0.0 end as flow,
    from portfolio_days
    inner join members using (subject_no)
    asof left join last_of_day
        on members.subject_no = last_of_day.subject_no
        and members.account_id = last_of_day.account_id
        and portfolio_days.day >= last_of_day.day
    left join flows
        on last_of_day.subject_no = flows.subject_no
        and last_of_day.account_id = flows.account_id
        and last_of_day.day = flows.day
),

rated as (
    select carried.*, 1.0::double as rate
    from carried
    where carried.currency is null
        or carried.currency = carried.subject_currency
    union all
    select carried.*, exchange_rates.rate
    from carried
    asof inner join exchange_rates
        on carried.currency = exchange_rates.base
        and carried.subject_currency = exchange_rates.quote
        and carried.day >= exchange_rates.date
),

of_portfolios as (
    select
        rated.subject_no,
        rated.day,
        sum(round(rated.equity::double * rated.rate, 8)) as equity,
        sum(rated.flow) as flow,
    from rated
    group by rated.subject_no, rated.day
    having count(*) = count(rated.equity)
)

select of_accounts.* from of_accounts
union all
select of_portfolios.* from of_portfolios
