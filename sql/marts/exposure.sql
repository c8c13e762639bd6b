-- one row per subject: number of trades and lots open at the same time
select
    selection.subject_id,
    case when open_at_once.subject_no is not null then {
        max: open_at_once.max_trades::bigint,
        "at": utc_iso(open_at_once.max_trades_at),
        by_day: list_transform(
            open_at_once.days,
            lambda one: {date: one.date, trades: one.trades}
        )
    } end as trades,
    case when open_at_once.subject_no is not null then {
        max: open_at_once.max_lots / 100000000 + 0.0,
        "at": utc_iso(open_at_once.max_lots_at),
        by_day: list_transform(
            open_at_once.days, lambda one: {date: one.date, lots: one.lots}
        )
    } end as lots,
from selection
left join open_at_once using (subject_no)
