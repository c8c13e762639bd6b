-- at most one row: the file of removed history that belongs to these tables
create table if not exists set_aside_link (
    id varchar not null
);
comment on table set_aside_link is 'Identifies the file with history from before owners'' cuts.';
comment on column set_aside_link.id is 'The same in both files.';
