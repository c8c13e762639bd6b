-- Functions of CSV.

-- a number that is too small or too large for DuckDB to write it without an
-- exponent; JSON differs from JavaScript in 1.0 and in 1e21 for 1e+21
create or replace macro csv_rare_number(value) as
    regexp_replace(
        regexp_replace(to_json(value)::varchar, '\.0$', ''), 'e(\d)', 'e+\1'
    );

-- a number in CSV, as JavaScript writes it
create or replace macro csv_number(value) as
    case
        when value = trunc(value) and abs(value) < 1e15
            then value::bigint::varchar
        when abs(value) >= 1e-4 and abs(value) < 1e15 then value::varchar
        else csv_rare_number(value)
    end;

-- a text in CSV by RFC 4180; until lines are told apart \x1E stands for a line
-- feed in it, which no text holds that was loaded
create or replace macro csv_text(value) as
    case
        when regexp_matches(value, '[",\r\n]')
            then '"' || replace(replace(value, '"', '""'), chr(10), chr(30))
                || '"'
        else value
    end;
