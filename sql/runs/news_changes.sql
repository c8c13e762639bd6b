-- one row per account whose trades gain or lose a near high-impact event when
-- loaded_events replaces calendar_events
with
changed as (
    (
        select calendar_events.time, calendar_events.currency
        from calendar_events
        where calendar_events.impact = 'high'
        except
        select loaded_events.time, loaded_events.currency
        from loaded_events
        where loaded_events.impact = 'high'
    )
    union all
    (
        select loaded_events.time, loaded_events.currency
        from loaded_events
        where loaded_events.impact = 'high'
        except
        select calendar_events.time, calendar_events.currency
        from calendar_events
        where calendar_events.impact = 'high'
    )
),

spans as (
    select
        trades.account_id,
        min(trades.opened_at) - interval 30 minutes as first_at,
        max(trades.closed_at) + interval 30 minutes as last_at,
    from trades
    where exists (select 1 from changed)
    group by trades.account_id
)

select distinct spans.account_id
from spans
inner join changed on changed.time between spans.first_at and spans.last_at
