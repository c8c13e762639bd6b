-- one row per selected portfolio and currency without a rate on or before the
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
    selection.subject_no,
    selection.subject_id,
    first_needed.currency as base,
    selection.currency as quote,
    first_needed.day,
from first_needed
inner join selection using (subject_no)
left join first_known
    on first_needed.currency = first_known.base
    and selection.currency = first_known.quote
where first_known.day is null or first_known.day > first_needed.day
