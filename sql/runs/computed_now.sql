-- one row per subject in scope: what it was computed from
with
later as (
    select events.subject_no, min(events.happened_at) as next_booking_at
    from events
    cross join run_context
    where events.happened_at > run_context.as_of
    group by events.subject_no
)

select
    scope.subject_id,
    definitions.definition,
    run_context.as_of,
    later.next_booking_at,
from scope
cross join run_context
inner join definitions using (subject_id)
left join later using (subject_no)
