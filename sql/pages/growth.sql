-- one row per subject: the tables next to its drawn curve
with
listed as (
    select
        computed_equity_curve.subject_id,
        computed_equity_curve.deposits_withdrawals,
        coalesce(result_days.of_days, []) as of_days,
    from computed_equity_curve
    inner join selection using (subject_id)
    left join result_days using (subject_no)
),

series as (
    select
        listed.*,
        day_columns(list_filter(
            listed.of_days,
            lambda day, day_no:
                left(day.date, 7) is distinct from
                left(listed.of_days[day_no + 1].date, 7)
        )) as month_ends,
    from listed
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
    len(series.deposits_withdrawals) as flows,
    series.deposits_withdrawals[-200:] as newest_flows,
    coalesce(marked.deposit_days, []) as deposit_days,
    coalesce(marked.withdrawal_days, []) as withdrawal_days,
from series
inner join selection using (subject_id)
left join marked using (subject_no)
