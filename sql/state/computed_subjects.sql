-- one row per subject with computed statistics
create table if not exists computed_subjects (
    subject_id varchar not null,
    input ubigint not null,
    as_of timestamp not null,
    valid_until timestamp,
    newest_booking_at timestamp
);
comment on table computed_subjects is 'Basis of the statistics of each subject, so that a run can skip unchanged ones.';
comment on column computed_subjects.subject_id is 'The account_id, or portfolio: and the slug.';
comment on column computed_subjects.input is 'Hash of its currency, benchmark, members, history cuts, and when strangers could watch it.';
comment on column computed_subjects.as_of is 'Time of the run, UTC.';
comment on column computed_subjects.valid_until is 'Time from which it must be computed again although nothing new came, UTC; null if never.';
comment on column computed_subjects.newest_booking_at is 'Last booking of all, UTC; null without one.';
