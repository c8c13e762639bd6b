-- one row per subject: how many trades and lots it had open at once
with
-- lots in whole hundred-millionths, so that no sum depends on its order
changes as (
    select
        subject_trades.subject_no,
        subject_trades.opened_at as "at",
        1 as trades,
        round(subject_trades.volume::double * 100000000) as lots,
    from subject_trades
    union all
    select
        subject_trades.subject_no,
        subject_trades.closed_at,
        -1,
        -round(subject_trades.volume::double * 100000000),
    from subject_trades
    union all
    select
        open_positions.subject_no,
        open_positions.opened_at,
        1,
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
        min({trades: -open_at.trades, "at": open_at."at"}) as max_trades,
        min({lots: -open_at.lots, "at": open_at."at"}) as max_lots,
    from open_at
    group by open_at.subject_no, open_at."at"::date
),

gathered as (
    select
        by_day.subject_no,
        min(by_day.max_trades) as max_trades,
        min(by_day.max_lots) as max_lots,
        list_sort(list({
            date: strftime(by_day.day, '%Y-%m-%d'),
            trades: by_day.trades::bigint
        })) as trades_by_day,
        list_sort(list({
            date: strftime(by_day.day, '%Y-%m-%d'),
            lots: by_day.lots / 100000000
        })) as lots_by_day,
    from by_day
    group by by_day.subject_no
)

select
    scope.subject_id,
    case when gathered.subject_no is not null then {
        max: -gathered.max_trades.trades::bigint,
        "at": utc_iso(gathered.max_trades."at"),
        by_day: gathered.trades_by_day
    } end as trades,
    case when gathered.subject_no is not null then {
        max: -gathered.max_lots.lots / 100000000 + 0.0,
        "at": utc_iso(gathered.max_lots."at"),
        by_day: gathered.lots_by_day
    } end as lots,
from scope
left join gathered using (subject_no)
