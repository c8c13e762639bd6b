-- one row per account or portfolio of a chunk that the version in service has;
-- each chunk has a table of its own by that name, this one stays empty
create table if not exists published_records (
    subject_id varchar not null,
    as_of varchar not null,
    record varchar,
    restatements varchar
);
comment on table published_records is 'Stands for what a run compares with; empty.';
comment on column published_records.subject_id is 'The account_id, or portfolio: and the slug.';
comment on column published_records.as_of is 'Instant that its figures there are of, ISO 8601 UTC; days before it are closed.';
comment on column published_records.record is 'What the version says of its facts by day, as JSON; null where it has none.';
comment on column published_records.restatements is 'What the version says of its restatements, as JSON; null where it does not.';
