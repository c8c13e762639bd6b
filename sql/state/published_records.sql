-- one row per account or portfolio of a chunk in the published version. Each chunk has its own
-- table of this name; this one stays empty.
create table if not exists published_records (
    subject_id varchar not null,
    as_of varchar not null,
    record varchar,
    restatements varchar
);
comment on table published_records is 'Placeholder for the records that a run compares with; empty.';
comment on column published_records.subject_id is 'The account_id, or portfolio: and the slug.';
comment on column published_records.as_of is 'Time of its figures in that version, ISO 8601 UTC; earlier days are closed.';
comment on column published_records.record is 'Record of its data by day in that version, as JSON; null without one.';
comment on column published_records.restatements is 'Restatements in that version, as JSON; null without them.';
