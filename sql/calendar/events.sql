-- one row per event and currency, as the API shows it. Events about all
-- currencies go to each of the nine, unless that currency has the event itself.
with
currencies as (
    select
        unnest(
            ['USD', 'EUR', 'GBP', 'JPY', 'AUD', 'NZD', 'CAD', 'CHF', 'CNY']
        ) as currency,
),

shared as (
    select events.* replace (currencies.currency as currency),
    from current_events as events
    cross join currencies
    where events.currency = 'All'
),

spread as (
    from current_events where currency != 'All'
    union all
    from shared
    where
        not exists (
            from current_events as own
            where
                own.time = shared.time
                and own.currency = shared.currency
                and own.title = shared.title
        )
)

select
    floor(epoch(time))::bigint as ts,
    strftime(time, '%Y-%m-%dT%H:%M:%SZ') as time,
    currency,
    impact,
    title,
    forecast,
    previous,
    actual,
from spread
