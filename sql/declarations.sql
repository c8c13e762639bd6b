-- one row per part of a kept database that was declared, with what as
create table if not exists declarations (
    part varchar not null,
    sha256 varchar not null
);
comment on table declarations is 'What a program declared last, which it need not do again.';
comment on column declarations.part is 'What was declared: facts, all tables and functions, marts, views, or what they show.';
comment on column declarations.sha256 is 'SHA-256 over what declares it.';
