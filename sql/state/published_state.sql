-- at most one row: the published version of these results
create table if not exists published_state (
    version varchar not null,
    form_sha256 varchar not null,
    subjects_sha256 varchar
);
comment on table published_state is 'Published version of the results, and its format.';
comment on column published_state.version is 'Snapshot version.';
comment on column published_state.form_sha256 is 'SHA-256 of the SQL of the statistics without comments, and of the number of the published format.';
comment on column published_state.subjects_sha256 is 'SHA-256 of what the subjects follow from; null if unknown.';
