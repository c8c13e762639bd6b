-- Functions of instants, days and durations.

create or replace macro utc_iso(instant) as
    case
        when epoch_ms(instant) % 1000 = 0
            then strftime(instant, '%Y-%m-%dT%H:%M:%SZ')
        else strftime(instant, '%Y-%m-%dT%H:%M:%S.%gZ')
    end;

-- Bands of holding time; a band ends where the next begins.
create or replace macro duration_bands() as [
    {name: '0s', seconds: 0}, {name: '1m', seconds: 60},
    {name: '5m', seconds: 300}, {name: '15m', seconds: 900},
    {name: '1h', seconds: 3600}, {name: '4h', seconds: 14400},
    {name: '1d', seconds: 86400}, {name: '1w', seconds: 604800}
];
create or replace macro duration_slot(opened_at, closed_at) as
    case
        when closed_at < opened_at + interval 1 minute then 1
        when closed_at < opened_at + interval 5 minute then 2
        when closed_at < opened_at + interval 15 minute then 3
        when closed_at < opened_at + interval 1 hour then 4
        when closed_at < opened_at + interval 4 hour then 5
        when closed_at < opened_at + interval 24 hour then 6
        when closed_at < opened_at + interval 168 hour then 7
        else 8
    end;
create or replace macro weekday_names() as [
    'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'
];

-- The day itself, or the Monday after a Saturday or Sunday.
create or replace macro weekday_of(day) as
    day + case isodow(day) when 6 then 2 when 7 then 1 else 0 end;

-- Number of weekdays up to a day, counted from a Monday.
create or replace macro weekdays_until(day) as
    (day - date '1900-01-01') // 7 * 5 + least(isodow(day), 5);

-- Month as YYYY-MM, from 12 * year + month.
create or replace macro month_text(months) as
    format('{:04d}-{:02d}', (months - 1) // 12, (months - 1) % 12 + 1);

create or replace macro seconds_between(starts_at, ends_at) as
    (epoch_us(ends_at) - epoch_us(starts_at)) / 1000000;
