-- one row per subject: its equity curve as far as an eye can tell it, in at
-- most 398 of its days
with
daily as (
    select
        scope.subject_no,
        unnest(computed_equity_curve.daily_performance) as of_day,
        generate_subscripts(computed_equity_curve.daily_performance, 1)
            as day_no,
        len(computed_equity_curve.daily_performance) as days,
    from computed_equity_curve
    inner join scope using (subject_id)
),

-- without capital there is no return, and equity is all that can be drawn
bucketed as (
    select
        daily.*,
        (daily.day_no - 1) * 132 // daily.days as bucket,
        coalesce(daily.of_day.twr_percent, daily.of_day.cumulative_equity)
            as height,
    from daily
    where daily.days > 398
),

-- of every bucket the lowest and the highest day and the deepest fall below a
-- peak, at a tie the earliest: 3 x 132, and the ends. The extremes of M4
-- (Jugel, Jerzak, Hackenbroich, Markl, VLDB 2014), which calls them MinMax
extremes as (
    select
        bucketed.subject_no,
        unnest([
            min({height: bucketed.height, day_no: bucketed.day_no})
                filter (bucketed.height is not null)['day_no'],
            -max({height: bucketed.height, day_no: -bucketed.day_no})
                filter (bucketed.height is not null)['day_no'],
            min({depth: bucketed.of_day.drawdown, day_no: bucketed.day_no})
                filter (bucketed.of_day.drawdown is not null)['day_no']
        ]) as day_no,
    from bucketed
    group by bucketed.subject_no, bucketed.bucket
),

chosen as (
    select extremes.subject_no, extremes.day_no
    from extremes
    union
    select daily.subject_no, daily.day_no
    from daily
    where daily.days <= 398 or daily.day_no in (1, daily.days)
),

drawn as (
    select
        chosen.subject_no,
        list_sort(list(daily.of_day)) as of_days,
    from chosen
    inner join daily using (subject_no, day_no)
    group by chosen.subject_no
),

points as (
    select
        scope.subject_id,
        coalesce(drawn.of_days, []) as of_days,
    from scope
    left join drawn using (subject_no)
)

-- columns, since names repeated for every day would be most of the part
select
    points.subject_id,
    list_transform(points.of_days, lambda day: day.date) as date,
    list_transform(points.of_days, lambda day: day.twr_percent) as twr_percent,
    list_transform(points.of_days, lambda day: day.drawdown) as drawdown,
    list_transform(points.of_days, lambda day: day.cumulative_balance)
        as balance,
    list_transform(points.of_days, lambda day: day.cumulative_equity) as equity,
from points
