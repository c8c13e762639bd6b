-- one row per event, as it stands: a released value that its own feed lacks
-- comes from the source of actuals, by currency, title and UTC day
with
releases as (
    select
        events.time,
        events.currency,
        events.title,
        arg_min(
            given.actual,
            (abs(epoch(given.time) - epoch(events.time)), given.time)
        ) as actual,
    from main.calendar_events as events
    inner join actuals.calendar_events as given
        on
            events.currency = given.currency
            and events.title = given.title
            and events.time::date = given.time::date
    where events.actual = '' and given.actual != ''
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
