-- one row per subject: the tables next to its drawn curve
with
month_ends as (
    select curve_days.subject_no, max(curve_days.day_no) as day_no,
    from curve_days
    group by curve_days.subject_no, left(curve_days.of_day.date, 7)
),

-- A long curve is drawn from 398 of its days. Its last year has every day, so that a reader can
-- zoom in on ranges that begin there.
last_years as (
    select
        curve_days.subject_no,
        strftime(
            max(curve_days.of_day.date)::date - interval 1 year, '%Y-%m-%d'
        ) as since,
    from curve_days
    where curve_days.days > 398
    group by curve_days.subject_no
),

chosen as (
    select 'month_ends' as series, month_ends.subject_no, month_ends.day_no
    from month_ends
    union all
    select 'last_year', curve_days.subject_no, curve_days.day_no
    from curve_days
    inner join last_years using (subject_no)
    where curve_days.of_day.date >= last_years.since
),

drawn as (
    select
        chosen.subject_no,
        chosen.series,
        list_sort(list(curve_days.of_day)) as of_days,
    from chosen
    inner join curve_days using (subject_no, day_no)
    group by chosen.subject_no, chosen.series
),

every_series as (
    select
        selection.subject_no,
        kinds.series,
        coalesce(drawn.of_days, []) as of_days,
    from selection
    cross join (select unnest(['month_ends', 'last_year']) as series) as kinds
    left join drawn using (subject_no, series)
),

series as (
    select
        every_series.subject_no,
        any_value(day_columns(every_series.of_days))
            filter (every_series.series = 'month_ends') as month_ends,
        any_value(day_columns(every_series.of_days))
            filter (every_series.series = 'last_year') as last_year,
    from every_series
    group by every_series.subject_no
),

marked as (
    select
        flow_marks.subject_no,
        list_sort(list(flow_marks.day) filter (not flow_marks.is_withdrawal))
            as deposit_days,
        list_sort(list(flow_marks.day) filter (flow_marks.is_withdrawal))
            as withdrawal_days,
    from flow_marks
    group by flow_marks.subject_no
)

select
    selection.subject_id,
    len(computed_equity_curve.daily_performance) as days,
    series.month_ends,
    series.last_year,
    len(computed_equity_curve.deposits_withdrawals) as flows,
    computed_equity_curve.deposits_withdrawals[-200:] as newest_flows,
    coalesce(marked.deposit_days, []) as deposit_days,
    coalesce(marked.withdrawal_days, []) as withdrawal_days,
from selection
inner join computed_equity_curve using (subject_id)
inner join series using (subject_no)
left join marked using (subject_no)
