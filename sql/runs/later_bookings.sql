-- one row per subject in scope with a booking later than the run's instant
select distinct subject_trades.subject_no
from subject_trades
cross join run_context
where subject_trades.closed_at > run_context.as_of
union
select distinct subject_flows.subject_no
from subject_flows
cross join run_context
where subject_flows."at" > run_context.as_of
