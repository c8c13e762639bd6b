-- one row per subject, dimension and slot with closed trades, by closing time (UTC). Dimensions:
-- hour, weekday, hour_of_week, month, month_side, side, duration.
with
placed as (
    select
        subject_trades.subject_no,
        hour(subject_trades.closed_at) as hour,
        isodow(subject_trades.closed_at) as weekday,
        12 * year(subject_trades.closed_at) + month(subject_trades.closed_at)
            as month,
        case subject_trades.side when 'buy' then 1 else 2 end as side,
        24 * isodow(subject_trades.closed_at) + hour(subject_trades.closed_at)
            as hour_of_week,
        2 * (12 * year(subject_trades.closed_at)
            + month(subject_trades.closed_at))
        + case subject_trades.side when 'buy' then 0 else 1 end as month_side,
        duration_slot(subject_trades.opened_at, subject_trades.closed_at)
            as duration,
        subject_trades.net_minor,
    from subject_trades
)

select
    placed.subject_no,
    case grouping(
            placed.hour,
            placed.weekday,
            placed.month,
            placed.side,
            placed.duration,
            placed.hour_of_week,
            placed.month_side
        )
        when 63 then 'hour'
        when 95 then 'weekday'
        when 111 then 'month'
        when 119 then 'side'
        when 123 then 'duration'
        when 125 then 'hour_of_week'
        else 'month_side'
    end as dimension,
    coalesce(
        placed.hour,
        placed.weekday,
        placed.month,
        placed.side,
        placed.duration,
        placed.hour_of_week,
        placed.month_side
    ) as slot,
    count(*) as trades,
    count(*) filter (placed.net_minor > 0) as won,
    count(*) filter (placed.net_minor < 0) as lost,
    sum(placed.net_minor) as net_minor,
from placed
group by
    grouping sets (
        (placed.subject_no, placed.hour),
        (placed.subject_no, placed.weekday),
        (placed.subject_no, placed.month),
        (placed.subject_no, placed.side),
        (placed.subject_no, placed.duration),
        (placed.subject_no, placed.hour_of_week),
        (placed.subject_no, placed.month_side)
    )
