-- one row per subject: the tables next to its drawn curve
with
-- A long curve is drawn from 398 of its days. Its last year has every day, so that a reader can
-- zoom in on ranges that begin there.
ranged as (
    select
        computed_equity_curve.subject_id,
        computed_equity_curve.deposits_withdrawals,
        coalesce(result_days.of_days, []) as of_days,
        case when not is_drawn_whole(result_days.of_days)
            then strftime(
                result_days.of_days[-1].date::date - interval 1 year,
                '%Y-%m-%d'
            )
        end as last_year_since,
    from computed_equity_curve
    inner join selection using (subject_id)
    left join result_days using (subject_no)
),

series as (
    select
        ranged.*,
        day_columns(list_filter(
            ranged.of_days,
            lambda day, day_no:
                left(day.date, 7) is distinct from
                left(ranged.of_days[day_no + 1].date, 7)
        )) as month_ends,
        day_columns(list_filter(
            ranged.of_days,
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
    len(series.of_days) as days,
    series.month_ends,
    series.last_year,
    len(series.deposits_withdrawals) as flows,
    series.deposits_withdrawals[-200:] as newest_flows,
    coalesce(marked.deposit_days, []) as deposit_days,
    coalesce(marked.withdrawal_days, []) as withdrawal_days,
from series
inner join selection using (subject_id)
left join marked using (subject_no)
