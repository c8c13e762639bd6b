-- one row per subject: the tables next to its drawn curve
with
-- A long curve is drawn from 398 of its days. Its last year has every day, so that a reader can
-- zoom in on ranges that begin there.
ranged as (
    select
        computed_equity_curve.*,
        case when not is_drawn_whole(computed_equity_curve.daily_performance)
            then strftime(
                computed_equity_curve.daily_performance[-1].date::date
                - interval 1 year,
                '%Y-%m-%d'
            )
        end as last_year_since,
    from computed_equity_curve
),

series as (
    select
        ranged.*,
        day_columns(list_filter(
            ranged.daily_performance,
            lambda day, day_no:
                left(day.date, 7) is distinct from
                left(ranged.daily_performance[day_no + 1].date, 7)
        )) as month_ends,
        day_columns(list_filter(
            ranged.daily_performance,
            lambda day: coalesce(day.date >= ranged.last_year_since, false)
        )) as last_year,
    from ranged
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
    series.subject_id,
    len(series.daily_performance) as days,
    series.month_ends,
    series.last_year,
    len(series.deposits_withdrawals) as flows,
    series.deposits_withdrawals[-200:] as newest_flows,
    coalesce(marked.deposit_days, []) as deposit_days,
    coalesce(marked.withdrawal_days, []) as withdrawal_days,
from series
inner join selection using (subject_id)
left join marked using (subject_no)
