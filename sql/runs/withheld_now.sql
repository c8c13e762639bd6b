-- one row per subject found at fault that is not held back yet
with
found as (
    select unnest(from_json($rows::json, $shape), recursive := true)
)

select
    found.subject_id,
    computed.as_of,
    {
        failed_check: found.failed_check,
        reason: found.reason,
        reason_code: found.reason_code,
        reason_values: found.reason_values,
        keeps_figures: false,
        since: coalesce(computed.withheld.since, run_context.run_at)
    } as withheld,
from found
cross join run_context
left join computed using (subject_id)
anti join computed_now on found.subject_id = computed_now.subject_id
