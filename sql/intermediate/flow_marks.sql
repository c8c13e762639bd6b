-- one row per subject, kind of flow and day with a mark in the chart. Those are
-- all days with a flow, or the first day of each of 200 buckets.
with
flow_days as (
    select distinct
        subject_flows.subject_no,
        subject_flows.amount_minor < 0 as is_withdrawal,
        strftime(subject_flows."at", '%Y-%m-%d') as day,
    from subject_flows
    where subject_flows.kind = 'flow'
),

numbered as (
    select
        flow_days.*,
        row_number() over in_order - 1 as days_before,
        count(*) over of_kind as days,
    from flow_days
    window of_kind as (
        partition by flow_days.subject_no, flow_days.is_withdrawal
    ),
    in_order as (
        partition by flow_days.subject_no, flow_days.is_withdrawal
        order by flow_days.day
    )
)

select
    numbered.subject_no,
    numbered.is_withdrawal,
    min(numbered.day) as day,
from numbered
group by
    numbered.subject_no,
    numbered.is_withdrawal,
    case when numbered.days > 200
        then numbered.days_before * 200 // numbered.days
        else numbered.days_before end
