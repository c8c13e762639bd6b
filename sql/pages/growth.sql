-- one row per subject: what a page shows beside the drawing of its curve
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

month_ends as (
    select daily.subject_no, max(daily.day_no) as day_no,
    from daily
    group by daily.subject_no, left(daily.of_day.date, 7)
),

-- for whoever looks closer: the spans to choose from begin within a year
last_years as (
    select
        daily.subject_no,
        strftime(
            max(daily.of_day.date)::date - interval 1 year, '%Y-%m-%d'
        ) as since,
    from daily
    where daily.days > 398
    group by daily.subject_no
),

chosen as (
    select 'month_ends' as series, month_ends.subject_no, month_ends.day_no
    from month_ends
    union all
    select 'last_year', daily.subject_no, daily.day_no
    from daily
    inner join last_years using (subject_no)
    where daily.of_day.date >= last_years.since
),

drawn as (
    select
        chosen.subject_no,
        chosen.series,
        list_sort(list(daily.of_day)) as of_days,
    from chosen
    inner join daily using (subject_no, day_no)
    group by chosen.subject_no, chosen.series
),

every_series as (
    select
        scope.subject_no,
        kinds.series,
        coalesce(drawn.of_days, []) as of_days,
    from scope
    cross join (select unnest(['month_ends', 'last_year']) as series) as kinds
    left join drawn using (subject_no, series)
),

columns as (
    select
        every_series.subject_no,
        every_series.series,
        {
            date: list_transform(every_series.of_days, lambda day: day.date),
            twr_percent: list_transform(
                every_series.of_days, lambda day: day.twr_percent
            ),
            drawdown: list_transform(
                every_series.of_days, lambda day: day.drawdown
            ),
            balance: list_transform(
                every_series.of_days, lambda day: day.cumulative_balance
            ),
            equity: list_transform(
                every_series.of_days, lambda day: day.cumulative_equity
            )
        } as figures,
    from every_series
),

series as (
    select
        columns.subject_no,
        any_value(columns.figures) filter (columns.series = 'month_ends')
            as month_ends,
        any_value(columns.figures) filter (columns.series = 'last_year')
            as last_year,
    from columns
    group by columns.subject_no
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
    scope.subject_id,
    len(computed_equity_curve.daily_performance) as days,
    series.month_ends,
    series.last_year,
    len(computed_equity_curve.deposits_withdrawals) as flows,
    computed_equity_curve.deposits_withdrawals[-200:] as newest_flows,
    coalesce(marked.deposit_days, []) as deposit_days,
    coalesce(marked.withdrawal_days, []) as withdrawal_days,
from scope
inner join computed_equity_curve using (subject_id)
inner join series using (subject_no)
left join marked using (subject_no)
