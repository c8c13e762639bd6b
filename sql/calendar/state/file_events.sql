-- one row per event in the newest loaded content of a file
create table if not exists file_events (
    file varchar not null,
    time timestamp not null,
    currency varchar not null,
    title varchar not null
);
comment on table file_events is 'Content of each calendar file at its last loading, to recognise moved events.';
comment on column file_events.file is 'Path the file was loaded from.';
comment on column file_events.time is 'Scheduled time, UTC.';
comment on column file_events.currency is 'Currency of the event.';
comment on column file_events.title is 'Title of the event.';
