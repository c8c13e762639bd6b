-- one row per day of an equity curve that is too long to draw whole, numbered in order, with the
-- number of all
select
    result_days.subject_no,
    unnest(result_days.of_days) as of_day,
    generate_subscripts(result_days.of_days, 1) as day_no,
    len(result_days.of_days) as days,
from result_days
where not is_drawn_whole(result_days.of_days)
