-- at most one row: the published version of these results
create table if not exists published_state (
    version varchar not null
);
comment on table published_state is 'Published version of the results.';
comment on column published_state.version is 'Snapshot version.';
