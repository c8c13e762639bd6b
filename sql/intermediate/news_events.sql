-- one row per time with a high-impact event and text of the currencies of an instrument (`EUR USD`)
-- that the event concerns
with
currencies as (
    select
        unnest(
            ['AUD', 'CAD', 'CHF', 'CNY', 'EUR', 'GBP', 'JPY', 'NZD', 'USD']
        ) as currency,
),

about as (
    select
        one.currency as one,
        other.currency as other,
        case when one.currency = other.currency then one.currency
            else one.currency || ' ' || other.currency end as currencies,
    from currencies as one
    inner join currencies as other on one.currency <= other.currency
)

select distinct about.currencies, calendar_events.time,
from calendar_events
inner join about on calendar_events.currency in ('All', about.one, about.other)
where calendar_events.impact = 'high'
