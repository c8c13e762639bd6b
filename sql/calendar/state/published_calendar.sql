-- at most one row: the published version, while it contains all loaded data
create table if not exists published_calendar (
    version varchar not null,
    file_sha256 varchar not null,
    form_sha256 varchar not null
);
comment on table published_calendar is 'Published version, while nothing has been loaded since.';
comment on column published_calendar.version is 'Name of the version.';
comment on column published_calendar.file_sha256 is 'SHA-256 of the bytes of its file.';
comment on column published_calendar.form_sha256 is 'SHA-256 of the SQL that makes its events.';
