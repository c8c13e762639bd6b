-- at most one row: which file of history set aside belongs to these tables
create table if not exists set_aside_link (
    id varchar not null
);
comment on table set_aside_link is 'Names the file that holds history from before owners'' cuts; of no other use.';
comment on column set_aside_link.id is 'The same in both files.';
