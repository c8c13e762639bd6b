-- one row per subject and week (from Monday), month and year. The first and the
-- last have a result: a closed trade or an adjustment. `grain` names the kind.
-- `growth` is 1 + return, not rounded, and 0 after a total loss.
with
grains as (
    select unnest(['week', 'month', 'year']) as grain
),

spans as (
    select
        days.subject_no,
        grains.grain,
        date_trunc(grains.grain, min(days.day)) as first_period,
        date_trunc(grains.grain, max(days.day)) as last_period,
    from days
    cross join grains
    where days.results_count > 0
    group by days.subject_no, grains.grain
),

every_period as (
    select
        spans.subject_no,
        spans.grain,
        unnest(generate_series(
            spans.first_period::timestamp,
            spans.last_period::timestamp,
            case spans.grain when 'week' then interval 1 week
                when 'month' then interval 1 month
                else interval 1 year end
        ))::date as period,
    from spans
),

booked as (
    select
        days.subject_no,
        grains.grain,
        date_trunc(grains.grain, days.day)::date as period,
        sum(days.results_count) as results_count,
        sum(days.net_minor) as net_minor,
        arg_max(days.growth, days.day) as growth,
        arg_min(days.growth_before, days.day) as growth_before,
        max(days.total_losses) as total_losses,
        min(days.total_losses_before) as total_losses_before,
    from days
    cross join grains
    group by days.subject_no, grains.grain, date_trunc(grains.grain, days.day)
),

grown as (
    select
        every_period.subject_no,
        every_period.grain,
        every_period.period,
        coalesce(booked.results_count, 0) as results_count,
        case when booked.subject_no is null then 0.0
            else booked.net_minor end as net_minor,
        case
            when capital.starting_minor is null then null
            when booked.subject_no is null then 1.0
            when booked.total_losses > booked.total_losses_before then 0.0
            else booked.growth / booked.growth_before
        end as growth,
    from every_period
    inner join capital using (subject_no)
    left join booked using (subject_no, grain, period)
)

select
    grown.*,
    percent(grown.growth - 1) as return_percent,
from grown
