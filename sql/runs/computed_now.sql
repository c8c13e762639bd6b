-- one row per selected subject: the data it was computed from, and until when its figures hold
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
),

-- Figures of current periods also depend on whether the data reaches them. A subject without
-- accounts has no report: `least` would take the time of the run for it.
known as (
    select
        selection.subject_id,
        bookings.next_booking_at,
        bookings.newest_booking_at,
        greatest(
            bookings.last_booking_at,
            case when facts.updated_at is not null
                then least(facts.updated_at, run_context.as_of) end
        ) as last_known_at,
    from selection
    cross join run_context
    left join bookings using (subject_no)
    left join facts using (subject_no)
)

select
    known.subject_id,
    input_of(
        run_context.form,
        subjects.definition,
        subjects.observed,
        subjects.observed_from,
        known.newest_booking_at
    ) as input,
    run_context.as_of,
    -- The next booking, or the end of a current period that has a booking or report.
    least(
        known.next_booking_at,
        case when known.last_known_at >= date_trunc('day', run_context.as_of)
            then date_trunc('day', run_context.as_of) + interval 1 day end,
        case when known.last_known_at >= date_trunc('week', run_context.as_of)
            then date_trunc('week', run_context.as_of) + interval 1 week end,
        case when known.last_known_at >= date_trunc('month', run_context.as_of)
            then date_trunc('month', run_context.as_of) + interval 1 month end,
        case when known.last_known_at >= date_trunc('year', run_context.as_of)
            then date_trunc('year', run_context.as_of) + interval 1 year end
    ) as valid_until,
    known.newest_booking_at,
from known
cross join run_context
inner join subjects using (subject_id)
