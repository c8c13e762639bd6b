-- one row per subject: every day of its equity curve. It has no days if `curve` already has all.
with
points as (
    select
        selection.subject_id,
        case when is_drawn_whole(result_days.of_days) then []
            else coalesce(result_days.of_days, []) end as of_days,
    from selection
    left join result_days using (subject_no)
)

select points.subject_id, unnest(day_columns(points.of_days)),
from points
