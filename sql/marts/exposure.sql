-- one row per subject: how many trades and lots it had open at once
with
-- lots in whole hundred-millionths, so that no sum depends on its order
changes as (
    select
        subject_trades.subject_no,
        subject_trades.opened_at as "at",
        1.0::double as trades,
        round(subject_trades.volume::double * 100000000) as lots,
    from subject_trades
    union all
    select
        subject_trades.subject_no,
        subject_trades.closed_at,
        -1.0,
        -round(subject_trades.volume::double * 100000000),
    from subject_trades
    union all
    select
        open_positions.subject_no,
        open_positions.opened_at,
        1.0,
        round(open_positions.volume::double * 100000000),
    from open_positions
),

-- what is closed at an instant is closed before another is opened at it
open_at as (
    select
        changes.subject_no,
        changes."at",
        changes.trades as trades_change,
        changes.lots as lots_change,
        sum(changes.trades) over so_far as trades,
        sum(changes.lots) over so_far as lots,
    from changes
    window so_far as (
        partition by changes.subject_no
        order by changes."at", changes.trades
        rows unbounded preceding
    )
),

-- the day begins with what the one before it left open
by_day as (
    select
        open_at.subject_no,
        open_at."at"::date as day,
        max(greatest(open_at.trades, open_at.trades - open_at.trades_change))
            as trades,
        max(greatest(open_at.lots, open_at.lots - open_at.lots_change)) as lots,
    from open_at
    group by open_at.subject_no, open_at."at"::date
),

gathered as (
    select
        by_day.subject_no,
        max(by_day.trades) as max_trades,
        max(by_day.lots) as max_lots,
        list_sort(list({
            date: strftime(by_day.day, '%Y-%m-%d'),
            trades: by_day.trades::bigint,
            lots: by_day.lots / 100000000
        })) as days,
    from by_day
    group by by_day.subject_no
),

reached as (
    select
        open_at.subject_no,
        min(
            case when open_at.trades = gathered.max_trades then open_at."at" end
        ) as max_trades_at,
        min(case when open_at.lots = gathered.max_lots then open_at."at" end)
            as max_lots_at,
    from open_at
    inner join gathered using (subject_no)
    group by open_at.subject_no
)

select
    scope.subject_id,
    case when gathered.subject_no is not null then {
        max: gathered.max_trades::bigint,
        "at": utc_iso(reached.max_trades_at),
        by_day: list_transform(
            gathered.days, lambda one: {date: one.date, trades: one.trades}
        )
    } end as trades,
    case when gathered.subject_no is not null then {
        max: gathered.max_lots / 100000000 + 0.0,
        "at": utc_iso(reached.max_lots_at),
        by_day: list_transform(
            gathered.days, lambda one: {date: one.date, lots: one.lots}
        )
    } end as lots,
from scope
left join gathered using (subject_no)
left join reached using (subject_no)
