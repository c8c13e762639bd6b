-- one row per subject that was computed or held back
create table if not exists computed (
    subject_id varchar not null,
    input ubigint,
    as_of timestamp,
    valid_until timestamp,
    newest_booking_at timestamp,
    withheld struct(
        failed_check varchar,
        reason varchar,
        reason_code varchar,
        reason_values varchar,
        keeps_figures boolean,
        since timestamp
    )
);
comment on table computed is 'What the figures of each subject were computed from, one row per subject_id, so that a run computes only what changed.';
comment on column computed.subject_id is 'The account_id, or portfolio: and the slug.';
comment on column computed.input is 'Hash of the SQL of the statistics and of what the subject is made of; null if its data changed since.';
comment on column computed.as_of is 'Time of the run that its figures here are of, UTC; null without any that were published.';
comment on column computed.valid_until is 'Time from which it must be computed again although nothing new came, UTC; null if never.';
comment on column computed.newest_booking_at is 'Last booking of all, UTC; null without one.';
comment on column computed.withheld is 'Why and since when its newest data is not published, and whether its earlier figures stay published; null if it passed all checks. Every run checks it again.';
