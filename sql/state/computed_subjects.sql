-- one row per subject with computed statistics
create table if not exists computed_subjects (
    subject_id varchar not null,
    definition varchar not null,
    as_of timestamp not null,
    last_known_at timestamp,
    next_booking_at timestamp,
    newest_booking_at timestamp,
    observed_from date,
    gaps varchar
);
comment on table computed_subjects is 'Basis of the statistics of each subject, so that a run can skip unchanged ones.';
comment on column computed_subjects.subject_id is 'The account_id, or portfolio: and the slug.';
comment on column computed_subjects.definition is 'Its currency, benchmark, members and history cuts at that time.';
comment on column computed_subjects.as_of is 'Time of the run, UTC.';
comment on column computed_subjects.last_known_at is 'Last booking or report up to that time, UTC; null without one.';
comment on column computed_subjects.next_booking_at is 'First booking after that time, UTC; null without one.';
comment on column computed_subjects.newest_booking_at is 'Last booking of all, UTC; null without one.';
comment on column computed_subjects.observed_from is 'First day of the record that strangers could watch.';
comment on column computed_subjects.gaps is 'Times since then in which they could not, as JSON.';
