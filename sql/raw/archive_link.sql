-- at most one row: the file of removed history that belongs to these tables
create table if not exists archive_link (
    id varchar not null
);
comment on table archive_link is 'Identifies the file with history from before owners'' cuts.';
comment on column archive_link.id is 'Random id, equal in both files.';
