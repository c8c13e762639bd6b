-- one row: the instants from and before which a run that nothing comes into
-- would find no subject stale, in milliseconds; none where it would at any
select
    epoch_ms(coalesce(
        max(computed_subjects.as_of), any_value(run_context.as_of)
    )) as idle_from,
    epoch_ms(min(least(
        computed_subjects.next_booking_at,
        case when computed_subjects.last_booking_at
            >= date_trunc('day', computed_subjects.as_of)
            then date_trunc('day', computed_subjects.as_of)
                + interval 1 day end,
        case when computed_subjects.last_booking_at
            >= date_trunc('week', computed_subjects.as_of)
            then date_trunc('week', computed_subjects.as_of)
                + interval 7 days end,
        case when computed_subjects.last_booking_at
            >= date_trunc('month', computed_subjects.as_of)
            then date_trunc('month', computed_subjects.as_of)
                + interval 1 month end,
        case when computed_subjects.last_booking_at
            >= date_trunc('year', computed_subjects.as_of)
            then date_trunc('year', computed_subjects.as_of)
                + interval 1 year end
    ))) as idle_until,
from run_context
left join computed_subjects on true
having not exists (from held_back)
    and not exists (
        from definitions
        anti join computed_subjects using (subject_id, definition)
    )
