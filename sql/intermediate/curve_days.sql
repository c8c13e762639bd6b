-- one row per day of an equity curve that is too long to draw whole, numbered in order, with the
-- number of all
select
    selection.subject_no,
    unnest(computed_equity_curve.daily_performance) as of_day,
    generate_subscripts(computed_equity_curve.daily_performance, 1) as day_no,
    len(computed_equity_curve.daily_performance) as days,
from computed_equity_curve
inner join selection using (subject_id)
where not is_drawn_whole(computed_equity_curve.daily_performance)
