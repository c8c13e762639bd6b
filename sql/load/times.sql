-- Rules for times in loaded files, with a session time zone of UTC. Macros
-- `read_…` parse a text; null if they cannot. Macros `…_fault` say what is
-- wrong as JSON; null if nothing is.

-- DuckDB does not read a zone after minutes: 10:00Z becomes 10:00:00Z.
create or replace macro read_timestamp(raw) as
    case
        when regexp_full_match(
            raw,
            '\d{4}-\d\d-\d\d([T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?'
            || '(Z|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)?)?'
        ) then try_cast(
            case
                when raw[17:17] in ('Z', '+', '-')
                    then raw[:16] || ':00' || raw[17:]
                else raw
            end as timestamptz
        )::timestamp
    end;

create or replace macro time_range_fault(raw, value) as
    case
        when value not between timestamp '1990-01-01 00:00:00'
            and timestamp '2099-12-31 23:59:59.999999'
            then fault_with('row_outside_range', {min: 1990, max: 2100})
    end;

-- A time that is later than what can have happened yet.
create or replace macro future_fault(value, latest) as
    case when value > latest then fault('row_in_future') end;

create or replace macro timestamp_fault(raw, value) as
    case
        when value is null and raw is not null
            then fault('row_not_time')
        else time_range_fault(raw, value)
    end;

create or replace macro read_exact_timestamp(raw) as
    try_cast(raw as timestamp);

create or replace macro read_date(raw) as read_timestamp(raw)::date;

create or replace macro date_fault(raw, value) as
    case
        when value is null and raw is not null
            then fault('row_not_date')
        when value not between date '1990-01-01' and date '2099-12-31'
            then fault_with('row_outside_range', {min: 1990, max: 2100})
    end;

create or replace macro read_exact_date(raw) as try_cast(raw as date);

create or replace macro read_seconds(raw) as
    case
        when is_number(raw) and abs(try_cast(raw as double)) < 1e11
            then make_timestamp(
                try_cast(try_cast(raw as double) * 1000000 as bigint)
            )
    end;

create or replace macro seconds_fault(raw, value) as
    case
        when value is null and raw is not null
            then fault('row_not_seconds')
        else time_range_fault(raw, value)
    end;
