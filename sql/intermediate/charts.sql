-- one row per subject: wins and losses by closing hour and weekday (UTC). Also
-- money by hour of the week, and growth of longs and of shorts by month.
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
),

hours_of_week as (
    select
        trade_groups.subject_no,
        list_sort(list({
            day: trade_groups.slot // 24,
            hour: trade_groups.slot % 24,
            trades: trade_groups.trades,
            profit: money(trade_groups.net_minor, capital.unit)
        })) as profit_by_hour_of_week,
    from trade_groups
    inner join capital using (subject_no)
    where trade_groups.dimension = 'hour_of_week'
    group by trade_groups.subject_no
),

month_sides as (
    select
        trade_groups.subject_no,
        trade_groups.slot // 2 as month,
        sum(case trade_groups.slot % 2 when 0 then trade_groups.net_minor
            else 0.0 end) as longs_minor,
        sum(case trade_groups.slot % 2 when 1 then trade_groups.net_minor
            else 0.0 end) as shorts_minor,
    from trade_groups
    where trade_groups.dimension = 'month_side'
    group by trade_groups.subject_no, trade_groups.slot // 2
),

running_sides as (
    select
        month_sides.subject_no,
        month_sides.month,
        sum(month_sides.longs_minor) over so_far as longs_minor,
        sum(month_sides.shorts_minor) over so_far as shorts_minor,
    from month_sides
    window so_far as (
        partition by month_sides.subject_no
        order by month_sides.month
        rows unbounded preceding
    )
),

sides as (
    select
        running_sides.subject_no,
        list({
            date: month_text(running_sides.month),
            longs_profit: money(running_sides.longs_minor, capital.unit),
            shorts_profit: money(running_sides.shorts_minor, capital.unit)
        } order by running_sides.month) as profit_by_side,
    from running_sides
    inner join capital using (subject_no)
    group by running_sides.subject_no
),

counted as (
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
)

select
    counted.*,
    coalesce(hours_of_week.profit_by_hour_of_week, [])
        as profit_by_hour_of_week,
    coalesce(sides.profit_by_side, []) as profit_by_side,
from counted
left join hours_of_week using (subject_no)
left join sides using (subject_no)
