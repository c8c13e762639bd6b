-- one row per subject: number of trades and lots open at the same time, and how
-- much of the equity they bound as margin
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
    case when margin_loads.subject_no is not null then {
        max_load_percent: percent(margin_loads.max_load),
        "at": utc_iso(margin_loads.max_at),
        avg_load_percent: percent(margin_loads.mean_load),
        max_leverage_used:
            six_decimals(margin_loads.max_load * margin_loads.leverage),
        avg_leverage_used:
            six_decimals(margin_loads.mean_load * margin_loads.leverage),
        days: margin_loads.days
    } end as margin,
from selection
left join open_at_once using (subject_no)
left join margin_loads using (subject_no)
