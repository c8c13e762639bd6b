-- one row per portfolio in scope and currency it holds but cannot convert on
-- the first day it needs to: no rate on that day or before
with
foreign_members as (
    select members.*
    from members
    where members.currency <> members.subject_currency
),

needed as (
    select foreign_members.subject_no, foreign_members.currency,
        trades.closed_at::date as day
    from trades
    inner join foreign_members using (account_id)
    where foreign_members.cut_at is null
        or trades.closed_at >= foreign_members.cut_at
    union all
    select foreign_members.subject_no, foreign_members.currency,
        cash_flows."at"::date
    from cash_flows
    inner join foreign_members using (account_id)
    where cash_flows.kind <> 'credit'
        and (
            foreign_members.cut_at is null
            or cash_flows."at" >= foreign_members.cut_at
        )
    union all
    select foreign_members.subject_no, foreign_members.currency,
        equity."at"::date
    from equity
    inner join foreign_members using (account_id)
    where foreign_members.cut_at is null
        or equity."at" >= foreign_members.cut_at
    union all
    select foreign_members.subject_no, foreign_members.currency,
        positions.reported_at::date
    from positions
    inner join foreign_members using (account_id)
    union all
    select foreign_members.subject_no, foreign_members.currency,
        foreign_members.cut_at::date
    from foreign_members
    where foreign_members.cut_at is not null
),

first_needed as (
    select needed.subject_no, needed.currency, min(needed.day) as day
    from needed
    group by needed.subject_no, needed.currency
),

first_known as (
    select exchange_rates.base, exchange_rates.quote,
        min(exchange_rates.date) as day
    from exchange_rates
    group by exchange_rates.base, exchange_rates.quote
)

select
    scope.subject_no,
    scope.subject_id,
    first_needed.currency as base,
    scope.currency as quote,
    first_needed.day,
from first_needed
inner join scope using (subject_no)
left join first_known
    on first_needed.currency = first_known.base
    and scope.currency = first_known.quote
where first_known.day is null or first_known.day > first_needed.day
