-- one row per subject: won and lost trades by closing hour and weekday (UTC)
with
slots as (
    select 'hour' as axis, unnest(range(0, 24)) as slot
    union all
    select 'day', unnest(range(1, 8))
),

counted as (
    select
        subject_trades.subject_no,
        case when grouping(hour(subject_trades.closed_at)) = 0 then 'hour'
            else 'day' end as axis,
        case when grouping(hour(subject_trades.closed_at)) = 0
            then hour(subject_trades.closed_at)
            else isodow(subject_trades.closed_at) end as slot,
        count(*) filter (subject_trades.net_minor > 0) as won,
        count(*) filter (subject_trades.net_minor < 0) as lost,
    from subject_trades
    group by
        grouping sets (
            (subject_trades.subject_no, hour(subject_trades.closed_at)),
            (subject_trades.subject_no, isodow(subject_trades.closed_at))
        )
),

filled as (
    select
        scope.subject_no,
        slots.axis,
        slots.slot,
        coalesce(counted.won, 0) as won,
        coalesce(counted.lost, 0) as lost,
    from scope
    cross join slots
    left join counted using (subject_no, axis, slot)
)

select
    filled.subject_no,
    list_sort(list(
        {hour: filled.slot, won: filled.won, lost: filled.lost}
    ) filter (filled.axis = 'hour')) as trades_by_hour,
    list_sort(list(
        {day: filled.slot, won: filled.won, lost: filled.lost}
    ) filter (filled.axis = 'day')) as trades_by_weekday,
from filled
group by filled.subject_no
