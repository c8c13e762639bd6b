-- one row per subject that this run holds back
select
    held_now.subject_id,
    held_now.failed_check,
    held_now.reason,
    held_now.reason_code,
    held_now.reason_values,
    held_now.keeps_figures,
    coalesce(held_back.since, $run_id::timestamp) as since,
from held_now
left join held_back using (subject_id)
