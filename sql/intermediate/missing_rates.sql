-- one row per portfolio in scope and currency without a rate on or before the
-- first day that needs one
with
first_needed as (
    select
        foreign_days.subject_no,
        foreign_days.currency,
        min(foreign_days.day) as day,
    from foreign_days
    group by foreign_days.subject_no, foreign_days.currency
),

first_known as (
    select
        exchange_rates.base,
        exchange_rates.quote,
        min(exchange_rates.date) as day,
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
