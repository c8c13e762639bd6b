-- one row per subject, dimension (hour, weekday, month, side or duration) and
-- slot with closed trades, by closing time in UTC
with
placed as (
    select
        subject_trades.subject_no,
        hour(subject_trades.closed_at) as hour,
        isodow(subject_trades.closed_at) as weekday,
        12 * year(subject_trades.closed_at) + month(subject_trades.closed_at)
            as month,
        case subject_trades.side when 'buy' then 1 else 2 end as side,
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
            placed.duration
        )
        when 15 then 'hour'
        when 23 then 'weekday'
        when 27 then 'month'
        when 29 then 'side'
        else 'duration'
    end as dimension,
    coalesce(
        placed.hour,
        placed.weekday,
        placed.month,
        placed.side,
        placed.duration
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
        (placed.subject_no, placed.duration)
    )
