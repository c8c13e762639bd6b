-- Rules for numbers in loaded files. Macros `read_…` parse a text; null if they cannot.
-- Macros `…_fault` say what is wrong as JSON; null if nothing is.

create or replace macro is_number(raw) as
    regexp_full_match(raw, '[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?');

create or replace macro unread_number_fault(raw) as
    case
        when is_number(raw::varchar) then fault('row_too_large')
        else fault('row_not_number')
    end;

-- Digits after the eighth decimal are noise of a double, up to 1e-12 of the
-- value.
create or replace macro is_too_fine(raw, value) as
    abs(try_cast(raw as double) - value::double)
    > 1e-12 * abs(value::double);

-- DuckDB parses decimal(28, 8) sixty times slower than decimal(18, 8).
create or replace macro read_money(raw) as
    case
        when is_number(raw) then coalesce(
            try_cast(raw as decimal(18, 8))::decimal(28, 8),
            try_cast(raw as decimal(28, 8))
        )
    end;

-- Cents beyond 2^53 have no exact double, and statistics add up doubles.
create or replace macro large_fault(raw, value) as
    case when abs(value) > 90071992547409.92 then fault('row_too_large') end;

create or replace macro exact_money_fault(raw, value) as
    case
        when value is null and raw is not null then unread_number_fault(raw)
        else large_fault(raw, value)
    end;

create or replace macro money_fault(raw, value) as
    case
        when value is null and raw is not null then unread_number_fault(raw)
        when abs(value) > 90071992547409.92 then fault('row_too_large')
        when is_too_fine(raw, value) then fault_with('row_too_many_decimals', {max: 8})
    end;

-- Has no rounding to 8 decimals: a value with more of them is a fault.
create or replace macro read_exact_money(raw) as
    try_cast(raw as decimal(28, 8));

-- A small double times 10^8 is exact. A larger one is read from its text.
create or replace macro read_double_money(raw) as
    case
        when abs(raw) < 1e7
            then try_cast(raw as decimal(18, 8))::decimal(28, 8)
        else read_money(raw::varchar)
    end;

create or replace macro read_volume(raw) as
    case when is_number(raw) then try_cast(raw as decimal(18, 8)) end;

create or replace macro exact_volume_fault(raw, value) as
    case
        when value is null and raw is not null then unread_number_fault(raw)
    end;

create or replace macro volume_fault(raw, value) as
    case
        when value is null and raw is not null then unread_number_fault(raw)
        when is_too_fine(raw, value) then fault_with('row_too_many_decimals', {max: 8})
    end;

create or replace macro read_exact_volume(raw) as
    try_cast(raw as decimal(18, 8));

create or replace macro read_double_volume(raw) as
    case
        when abs(raw) < 1e7 then try_cast(raw as decimal(18, 8))
        else read_volume(raw::varchar)
    end;

create or replace macro read_number(raw) as
    case when is_number(raw) then try_cast(raw as double) end;

create or replace macro infinite_fault(raw, value) as
    case when not isfinite(value) then fault('row_not_finite') end;

create or replace macro number_fault(raw, value) as
    case
        when value is null and raw is not null then unread_number_fault(raw)
        else infinite_fault(raw, value)
    end;

create or replace macro read_exact_number(raw) as try_cast(raw as double);

-- 1:500 is 500.
create or replace macro read_leverage(raw) as
    read_number(case when starts_with(raw, '1:') then raw[3:] else raw end);

create or replace macro leverage_fault(raw, value) as number_fault(raw, value);

-- Signed or unsigned 64 bits, as in MQL4 and MQL5. More bits are refused, like
-- a fraction.
create or replace macro of_64_bits(number) as
    case
        when number between -9223372036854775808 and 18446744073709551615
            then number
    end;

-- Accepts 7.0, which tools write that store whole numbers as doubles.
create or replace macro read_integer(raw) as
    case
        when regexp_full_match(raw, '[+-]?\d+') then coalesce(
            try_cast(raw as bigint)::decimal(20, 0),
            of_64_bits(try_cast(raw as decimal(20, 0)))
        )
        when is_number(raw)
            and trunc(try_cast(raw as decimal(38, 17)))
            = try_cast(raw as decimal(38, 17))
            then of_64_bits(try_cast(raw as decimal(38, 17))::decimal(20, 0))
    end;

create or replace macro integer_fault(raw, value) as
    case
        when value is null and raw is not null
            then fault('row_not_integer')
    end;

create or replace macro read_exact_integer(raw) as
    try_cast(raw as decimal(20, 0));

-- A double beyond 2^53 has already lost digits. Even the largest number of 64 bits does: it becomes
-- 2^64. Parquet files from DuckDB's hugeint have such doubles.
create or replace macro read_double_integer(raw) as
    case
        when typeof(raw) in ('DOUBLE', 'FLOAT')
            and raw = 18446744073709551616::double then 18446744073709551615
        when trunc(raw) = raw
            then of_64_bits(try_cast(raw as decimal(20, 0)))
    end;

create or replace macro positive_fault(value) as
    case when value <= 0 then fault('row_not_positive') end;

create or replace macro range_fault(value, low, high) as
    case
        when value not between low and high
            then fault_with('row_outside_range', {min: low, max: high})
    end;
