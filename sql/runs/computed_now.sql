-- one row per selected subject: the data it was computed from
with
bookings as (
    select
        events.subject_no,
        max(events.happened_at) filter (events.happened_at <= run_context.as_of)
            as last_booking_at,
        min(events.happened_at) filter (events.happened_at > run_context.as_of)
            as next_booking_at,
        max(events.happened_at) as newest_booking_at,
    from events
    cross join run_context
    group by events.subject_no
)

select
    selection.subject_id,
    definitions.definition,
    run_context.as_of,
    -- Figures of current periods also depend on whether the data reaches them. A subject without
    -- accounts has no report: `least` would take the time of the run for it.
    greatest(
        bookings.last_booking_at,
        case when facts.updated_at is not null
            then least(facts.updated_at, run_context.as_of) end
    ) as last_known_at,
    bookings.next_booking_at,
    bookings.newest_booking_at,
    definitions.observed_from,
    definitions.gaps,
from selection
cross join run_context
inner join definitions using (subject_id)
left join bookings using (subject_no)
left join facts using (subject_no)
