-- one row per scheduled event: time, currency, title
create table if not exists calendar_events (
    time timestamp not null,
    currency varchar not null,
    impact varchar not null,
    title varchar not null,
    forecast varchar not null,
    previous varchar not null,
    actual varchar not null
);
comment on table calendar_events is 'Economic calendar, one row per time, currency and title.';
comment on column calendar_events.time is 'Scheduled time, UTC; for a holiday the start of the day.';
comment on column calendar_events.currency is 'One of USD, EUR, GBP, JPY, AUD, NZD, CAD, CHF, CNY, or All.';
comment on column calendar_events.impact is 'high, medium, low or holiday.';
comment on column calendar_events.title is 'Title of the event.';
comment on column calendar_events.forecast is 'Expected value as text; empty if unknown.';
comment on column calendar_events.previous is 'Previous value as text; empty if unknown.';
comment on column calendar_events.actual is 'Released value as text; empty until the release.';
