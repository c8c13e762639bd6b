-- Rules for texts in loaded files. Macros `read_…` parse a text; null if they cannot.
-- Macros `…_fault` say what is wrong as JSON; null if nothing is.
-- Character classes are written as in RE2 brackets.

-- RE2 checks "all characters are of a class" faster than "no character is of
-- another class".
create or replace macro holds(raw, characters) as
    not regexp_full_match(raw, '[^' || characters || ']*');

create or replace macro blanked(raw, characters) as
    case
        when holds(raw, characters)
            then regexp_replace(raw, '[' || characters || ']', ' ', 'g')
        else raw
    end;

create or replace macro long_fault(value, max_length) as
    case
        when length(value) > max_length
            then fault_with('row_too_long', {max: max_length})
    end;

create or replace macro read_id(raw) as raw;

-- The driver drops a leading U+FEFF, so an id with one would match another
-- account.
create or replace macro id_fault(raw, value) as
    case
        when holds(value, '\p{Cc}\x{202A}-\x{202E}\x{2066}-\x{2069}\x{FEFF}')
            then fault('row_control_character')
        else long_fault(value, 1000)
    end;

create or replace macro reserved_fault(value, beginning) as
    case
        when starts_with(value, beginning)
            then fault_with('row_reserved', {start: beginning})
    end;

create or replace macro read_line(raw) as blanked(raw, '\p{Cc}');

create or replace macro line_fault(raw, value) as long_fault(value, 1000);

create or replace macro read_comment(raw) as
    blanked(raw, '\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x{9F}');

create or replace macro comment_fault(raw, value) as long_fault(value, 10000);

-- Visible characters of a text of one line.
create or replace macro seen_line(raw) as
    trim(seen_text(blanked(
        raw, '\p{Cc}\p{Zl}\p{Zp}\x{202A}-\x{202E}\x{2066}-\x{2069}'
    )));

create or replace macro read_title(raw) as
    inert_text(nullif(seen_line(raw), ''));

create or replace macro title_fault(raw, value) as
    case
        when value is null and raw is not null then fault('row_blank')
        else long_fault(value, 1000)
    end;

create or replace macro without_thousands(figure) as
    regexp_replace(figure, '(\d),(\d{3})', '\1\2', 'g');

-- Runs twice, because each match consumes the digit before the next comma.
create or replace macro read_figure(raw) as
    inert_figure(without_thousands(without_thousands(seen_line(raw))));

create or replace macro figure_fault(raw, value) as
    case
        when holds(value, ',"') then fault('row_comma_or_quote')
        else long_fault(value, 1000)
    end;

create or replace macro read_currency(raw) as raw;

create or replace macro currency_fault(raw, value, pattern) as
    case
        when not regexp_full_match(value, pattern) then fault('row_not_currency')
    end;

create or replace macro read_boolean(raw) as
    case lower(raw)
        when 'true' then true
        when '1' then true
        when 'false' then false
        when '0' then false
    end;

create or replace macro boolean_fault(raw, value) as
    case
        when value is null and raw is not null then fault('row_not_boolean')
    end;

create or replace macro read_exact_boolean(raw) as try_cast(raw as boolean);

create or replace macro choice_fault(raw, value, allowed) as
    case
        when value is null and raw is not null then fault_with('row_not_choice', {choices: allowed})
    end;
