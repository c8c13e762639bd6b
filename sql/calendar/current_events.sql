-- one row per event with its current values. If its feed lacks a released
-- value, the value comes from the source of actuals, by currency, title and UTC
-- day.
with
releases as (
    select
        events.time,
        events.currency,
        events.title,
        arg_min(
            known.actual,
            (abs(epoch(known.time) - epoch(events.time)), known.time)
        ) as actual,
    from main.calendar_events as events
    inner join actuals.calendar_events as known
        on
            events.currency = known.currency
            and events.title = known.title
            and events.time::date = known.time::date
    where events.actual = '' and known.actual != ''
    group by all
)

select
    events.time,
    events.currency,
    events.impact,
    events.title,
    events.forecast,
    events.previous,
    coalesce(releases.actual, events.actual) as actual,
from main.calendar_events as events
left join releases using (time, currency, title)
