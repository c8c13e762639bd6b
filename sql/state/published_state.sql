-- at most one row: what the marts belong to
create table if not exists published_state (
    version varchar not null,
    sql_sha256 varchar not null
);
comment on table published_state is 'Snapshot version the marts belong to, and the SQL they were computed with.';
comment on column published_state.version is 'Snapshot version.';
comment on column published_state.sql_sha256 is 'SHA-256 over the files of sql/.';
