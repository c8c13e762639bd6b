-- at most one row: what the marts belong to
create table if not exists published_state (
    version varchar not null,
    form_sha256 varchar not null
);
comment on table published_state is 'Snapshot version the marts belong to, and the form they were published in.';
comment on column published_state.version is 'Snapshot version.';
comment on column published_state.form_sha256 is 'SHA-256 over the SQL of the statistics without its comments and the number of the published form.';
