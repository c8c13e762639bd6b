-- Texts for cells of CSV files that people open in a spreadsheet. An apostrophe goes in front of
-- text that a spreadsheet would run as a formula. `pipeline/base/inert-text.ts` follows the same
-- rules.

-- First characters of a formula, small and full width forms included. Invisible
-- characters may stand in front: blanks, controls, marks and letters without
-- ink.
create or replace macro unseen_characters() as
    '\p{Z}\p{Cc}\p{Cf}\x{034F}\x{115F}\x{1160}\x{17B4}\x{17B5}'
    || '\x{180B}-\x{180F}\x{2800}\x{3164}\x{FE00}-\x{FE0F}\x{FFA0}';

create or replace macro is_formula(raw) as
    regexp_matches(
        raw,
        '^[' || unseen_characters() || ']*[=+\-@\x{FE62}\x{FE63}\x{FE66}'
        || '\x{FE6B}\x{FF0B}\x{FF0D}\x{FF1D}\x{FF20}]'
    );

-- Text without invisible characters at its start.
create or replace macro seen_text(raw) as
    regexp_replace(raw, '^[' || unseen_characters() || ']+', '');

create or replace macro inert_text(raw) as
    case when is_formula(raw) then chr(39) || raw else raw end;

-- Calendar values such as -0.3%, -$3.2B and -0.05|1.9 stay unchanged.
create or replace macro inert_figure(raw) as
    case
        when is_formula(raw)
            and not regexp_matches(
                raw,
                '^[+-][<>~]?[$\x{20AC}\x{A3}\x{A5}]?(\d+\.?\d*|\.\d+) '
                || '?[%A-Za-z]{0,3}(\|[+-]?\d+\.?\d*)?$'
            ) then chr(39) || raw
        else raw
    end;

-- Numbers stay unchanged.
create or replace macro inert_cell(raw) as
    case
        when is_formula(raw)
            and not regexp_matches(
                raw, '^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$'
            ) then chr(39) || raw
        else raw
    end;
