-- scatter(a, b): 63 bits that depend on nothing but a and b. It hashes twice, because hash(a, b)
-- and hash(a, c) differ by the same bits for every a.
create or replace macro scatter(a, b) as (hash(hash(a, b)) >> 1)::bigint;
-- fair(h, shift): 15 of those bits as a number from 0 up to, but not, 1
create or replace macro fair(h, shift) as
    ((h >> shift) & 32767) / 32768.0::double;
-- bell(h): near enough to a standard normal
create or replace macro bell(h) as
    (fair(h, 0) + fair(h, 15) + fair(h, 30) + fair(h, 45) - 2) * sqrt(3);
-- session_seconds(x): seconds since 1970 of a place on the line of weekdays,
-- within 01:00 to 21:00 UTC
create or replace macro session_seconds(x) as
    epoch('2024-07-01'::timestamp)::bigint
    + (floor(x)::bigint // 5 * 7 + floor(x)::bigint % 5) * 86400
    + 3600 + floor((x - floor(x)) * 72000)::bigint;
create or replace macro at_seconds(s) as make_timestamp(s::bigint * 1000000);
create or replace macro account_id_of(n) as
    ['MT4', 'MT5', 'cTrader', 'TradeLocker'][n % 4 + 1] || ':'
    || (1000000 + n)::varchar || '@Bench-Live';
