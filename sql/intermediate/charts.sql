-- one row per subject: wins and losses by closing hour and weekday (UTC)
with
slots as (
    select 'hour' as dimension, unnest(range(0, 24)) as slot
    union all
    select 'weekday', unnest(range(1, 8))
),

filled as (
    select
        selection.subject_no,
        slots.dimension,
        slots.slot,
        coalesce(trade_groups.won, 0) as won,
        coalesce(trade_groups.lost, 0) as lost,
    from selection
    cross join slots
    left join trade_groups using (subject_no, dimension, slot)
)

select
    filled.subject_no,
    list_sort(list(
        {hour: filled.slot, won: filled.won, lost: filled.lost}
    ) filter (filled.dimension = 'hour')) as trades_by_hour,
    list_sort(list(
        {day: filled.slot, won: filled.won, lost: filled.lost}
    ) filter (filled.dimension = 'weekday')) as trades_by_weekday,
from filled
group by filled.subject_no
