-- one row per subject and day of its equity curve, numbered in order, with
-- their total number
select
    selection.subject_no,
    unnest(computed_equity_curve.daily_performance) as of_day,
    generate_subscripts(computed_equity_curve.daily_performance, 1) as day_no,
    len(computed_equity_curve.daily_performance) as days,
from computed_equity_curve
inner join selection using (subject_id)
