-- one row per subject whose statistics stand in the marts
create table if not exists computed_subjects (
    subject_id varchar not null,
    definition varchar not null,
    as_of timestamp not null,
    last_booking_at timestamp,
    next_booking_at timestamp
);
comment on table computed_subjects is 'What each subject''s statistics were computed from; tells what a run may leave alone.';
comment on column computed_subjects.subject_id is 'The account_id, or portfolio: and the slug.';
comment on column computed_subjects.definition is 'Its currency, members and history cuts then.';
comment on column computed_subjects.as_of is 'Instant of the run, UTC.';
comment on column computed_subjects.last_booking_at is 'Last booking up to that instant, UTC; null without one.';
comment on column computed_subjects.next_booking_at is 'First booking later than that instant, UTC; null without one.';
