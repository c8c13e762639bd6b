-- one row per subject: its definition
create table if not exists definitions (
    subject_id varchar not null,
    definition varchar not null,
    observed_from date,
    observed varchar
);
comment on table definitions is 'What the figures of each subject are of, one row per subject_id. If it changes, a run computes the subject again.';
comment on column definitions.subject_id is 'The account_id, or portfolio: and the slug.';
comment on column definitions.definition is 'Currency, first day, benchmark and members with their history cuts, as JSON.';
comment on column definitions.observed_from is 'First day of the record that strangers could watch.';
comment on column definitions.observed is 'That day, and times since then in which they could not, as JSON.';
