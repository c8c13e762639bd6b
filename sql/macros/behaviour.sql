-- Functions of how an account trades.

-- Number for a sentence: one decimal below 10, none from there on.
create or replace macro short_number(value) as
    case
        when value >= 9.95 then round(value)::bigint::varchar
        else regexp_replace(format('{:.1f}', round(value, 1)), '\.0$', '')
    end;

-- Warning as the API shows it; null if it is not due.
create or replace macro behaviour_warning(code, is_due, sentence, value, threshold) as
    case when is_due then {
        code: code,
        text: sentence,
        value: value::double,
        threshold: threshold::double
    } end;

-- Warning that cannot be given or ruled out, with the reason; null if it can.
create or replace macro not_assessed(code, is_missing, reason) as
    case when is_missing then {code: code, reason: reason} end;
