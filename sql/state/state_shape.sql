-- at most one row: which form the tables of this folder have
create table if not exists state_shape (
    sha256 varchar not null
);
comment on table state_shape is 'Form of the tables that only serve later runs; another form is made anew.';
comment on column state_shape.sha256 is 'SHA-256 over the files that declare them.';
