-- one row per subject: its closed trades by distance from high-impact events.
-- Near means within half an hour.
with
symbols_traded as (
    select distinct subject_trades.symbol
    from subject_trades
),

about as (
    select
        symbols_traded.symbol,
        news_currencies(symbols_traded.symbol) as currencies,
    from symbols_traded
),

timed as (
    select
        subject_trades.subject_no,
        subject_trades.net_minor,
        subject_trades.opened_at,
        subject_trades.closed_at,
        subject_trades.opened_at - interval 30 minutes as near_from,
        about.currencies,
    from subject_trades
    inner join about using (symbol)
),

-- First event whose half hour has not ended when the trade opens.
grouped as (
    select
        timed.subject_no,
        timed.net_minor,
        case
            when timed.currencies = '' then 'unknown'
            when news_events.time <= timed.opened_at + interval 30 minutes
                then 'opened_near'
            when news_events.time <= timed.closed_at + interval 30 minutes
                then 'open_through'
            else 'others'
        end as kind,
    from timed
    asof left join news_events
        on timed.currencies = news_events.currencies
        and timed.near_from <= news_events.time
),

kinds as (
    select
        grouped.subject_no,
        grouped.kind,
        count(*) as trades,
        count(*) filter (grouped.net_minor > 0) as won,
        sum(grouped.net_minor) as net_minor,
    from grouped
    group by grouped.subject_no, grouped.kind
),

-- Limited to the time range of the trades, so that announced events change
-- nothing.
spans as (
    select
        timed.subject_no,
        timed.currencies,
        min(min(timed.near_from)) over of_subject as first_at,
        max(max(timed.closed_at)) over of_subject + interval 30 minutes
            as last_at,
    from timed
    group by timed.subject_no, timed.currencies
    window of_subject as (partition by timed.subject_no)
),

known as (
    select
        spans.subject_no,
        count(distinct news_events.time) as events,
        min(news_events.time) as first_at,
        max(news_events.time) as last_at,
    from spans
    inner join news_events
        on spans.currencies = news_events.currencies
        and news_events.time between spans.first_at and spans.last_at
    group by spans.subject_no
),

counted as (
    select
        kinds.subject_no,
        any_value(kinds) filter (kinds.kind = 'opened_near') as opened_near,
        any_value(kinds) filter (kinds.kind = 'open_through') as open_through,
        any_value(kinds) filter (kinds.kind = 'others') as others,
        any_value(kinds) filter (kinds.kind = 'unknown') as unknown,
    from kinds
    group by kinds.subject_no
)

select
    selection.subject_id,
    {
        count: coalesce(known.events, 0),
        first: utc_iso(known.first_at),
        last: utc_iso(known.last_at)
    } as events,
    by_news(counted.opened_near, capital.unit) as opened_near,
    by_news(counted.open_through, capital.unit) as open_through,
    by_news(counted.others, capital.unit) as others,
    by_news(counted.unknown, capital.unit) as unknown,
from selection
inner join capital using (subject_no)
left join known using (subject_no)
left join counted using (subject_no)
