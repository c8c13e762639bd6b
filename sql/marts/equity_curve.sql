-- one row per subject: its days with closed trades, and its deposits and
-- withdrawals
with
flows as (
    select
        subject_flows.subject_no,
        list(
            {
                date: strftime(subject_flows."at", '%Y-%m-%d'),
                amount: money(subject_flows.amount_minor, capital.unit)
            }
            order by
                subject_flows."at",
                subject_flows.amount_minor < 0,
                subject_flows.id,
                subject_flows.member_no
        ) as deposits_withdrawals,
    from subject_flows
    inner join capital using (subject_no)
    where subject_flows.kind = 'flow'
    group by subject_flows.subject_no
)

select
    selection.subject_id,
    coalesce(
        list_filter(result_days.of_days, lambda day: day.trades_count > 0), []
    ) as daily_performance,
    coalesce(flows.deposits_withdrawals, []) as deposits_withdrawals,
from selection
left join result_days using (subject_no)
left join flows using (subject_no)
