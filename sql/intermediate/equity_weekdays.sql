-- one row per subject and weekday (UTC), from the day after the first equity report to the last
-- one. It has the return, and tells whether the weekday has a report. Saturday and Sunday count
-- with Monday. A subject has no rows if deposits are unknown: equity can't tell them from a return.
with
weekdays as (
    select
        equity_days.subject_no,
        weekday_of(min(equity_days.day) + 1) as first_weekday,
        weekday_of(max(equity_days.day)) as last_weekday,
    from equity_days
    inner join capital using (subject_no)
    where not capital.deposits_unknown
    group by equity_days.subject_no
    having count(*) > 1
),

every_weekday as (
    select series.subject_no, series.weekday
    from (
        select
            weekdays.subject_no,
            unnest(generate_series(
                weekdays.first_weekday::timestamp,
                weekdays.last_weekday::timestamp,
                interval 1 day
            ))::date as weekday,
        from weekdays
    ) as series
    where isodow(series.weekday) < 6
),

measured as (
    select
        equity_days.subject_no,
        weekday_of(equity_days.day) as weekday,
        case
            when min(equity_days.return_share) = -1 then -1
            else growth_of(sum(log_units(1 + equity_days.return_share))) - 1
        end as return_share,
    from equity_days
    where equity_days.previous_equity is not null
    group by equity_days.subject_no, weekday_of(equity_days.day)
)

select
    every_weekday.subject_no,
    every_weekday.weekday,
    case when measured.return_share is null then 0.0
        else measured.return_share end as return_share,
    measured.weekday is not null as has_report,
from every_weekday
left join measured using (subject_no, weekday)
