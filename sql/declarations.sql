-- one row per declared part of a database file, with the hash of its SQL
create table if not exists declarations (
    part varchar not null,
    sha256 varchar not null
);
comment on table declarations is 'Declarations that the program has made, so that it can skip them.';
comment on column declarations.part is 'Kind of declaration: facts (data tables), all tables and functions, views, or their contents.';
comment on column declarations.sha256 is 'SHA-256 of the declaring SQL.';
