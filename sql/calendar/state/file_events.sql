-- one row per event in the content that a file was last loaded with
create table if not exists file_events (
    file varchar not null,
    time timestamp not null,
    currency varchar not null,
    title varchar not null
);
comment on table file_events is 'What each calendar file held when it was last loaded, to tell a moved event.';
comment on column file_events.file is 'Path the file was loaded from.';
comment on column file_events.time is 'When the event was due, UTC.';
comment on column file_events.currency is 'Currency of the event.';
comment on column file_events.title is 'Title of the event.';
