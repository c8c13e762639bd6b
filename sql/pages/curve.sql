-- one row per subject: its equity curve for drawing, in at most 398 days
with
-- Without capital there is no return; only equity can be drawn.
bucketed as (
    select
        curve_days.*,
        (curve_days.day_no - 1) * 132 // curve_days.days as bucket,
        coalesce(
            curve_days.of_day.twr_percent, curve_days.of_day.cumulative_equity
        ) as height,
    from curve_days
),

-- Lowest day, highest day and deepest drawdown of each bucket, on a tie the
-- earliest: 3 x 132 days, plus both ends. These are the extremes of M4 (Jugel,
-- Jerzak, Hackenbroich, Markl, VLDB 2014), there called MinMax.
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
    select curve_days.subject_no, curve_days.day_no
    from curve_days
    where curve_days.day_no in (1, curve_days.days)
),

drawn as (
    select
        chosen.subject_no,
        list_sort(list(curve_days.of_day)) as of_days,
    from chosen
    inner join curve_days using (subject_no, day_no)
    group by chosen.subject_no
),

points as (
    select
        selection.subject_id,
        coalesce(drawn.of_days, result_days.of_days, []) as of_days,
    from selection
    left join result_days using (subject_no)
    left join drawn using (subject_no)
)

select points.subject_id, unnest(day_columns(points.of_days)),
from points
