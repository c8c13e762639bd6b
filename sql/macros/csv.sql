-- Functions of CSV.

-- Formats numbers that DuckDB would write with an exponent. JSON differs from
-- JavaScript in two ways: it writes 1.0 for 1, and 1e21 for 1e+21.
create or replace macro csv_rare_number(value) as
    regexp_replace(
        regexp_replace(to_json(value)::varchar, '\.0$', ''), 'e(\d)', 'e+\1'
    );

-- Number in a CSV file, in the notation of JavaScript.
create or replace macro csv_number(value) as
    case
        when value = trunc(value) and abs(value) < 1e15
            then value::bigint::varchar
        when abs(value) >= 1e-4 and abs(value) < 1e15 then value::varchar
        else csv_rare_number(value)
    end;

-- Text in a CSV file by RFC 4180. \x1E stands for a line feed until the lines
-- are split; no loaded text contains it.
create or replace macro csv_text(value) as
    case
        when regexp_matches(value, '[",\r\n]')
            then '"' || replace(replace(value, '"', '""'), chr(10), chr(30))
                || '"'
        else value
    end;
