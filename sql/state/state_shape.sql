-- at most one row: the layout of the tables in this folder
create table if not exists state_shape (
    sha256 varchar not null
);
comment on table state_shape is 'Layout of the tables that only serve later runs. If the layout is another one, a run creates them again.';
comment on column state_shape.sha256 is 'SHA-256 of the files that declare them.';
