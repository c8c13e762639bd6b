-- at most one row: the published version that has all that is loaded
create table if not exists published_calendar (
    version varchar not null,
    file_sha256 varchar not null,
    form_sha256 varchar not null
);
comment on table published_calendar is 'The published version, while nothing was loaded since.';
comment on column published_calendar.version is 'Name of the version.';
comment on column published_calendar.file_sha256 is 'SHA-256 of its file''s bytes.';
comment on column published_calendar.form_sha256 is 'SHA-256 of the SQL that its events come from.';
