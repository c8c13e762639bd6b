-- Message for a refused row: the names of its columns and their values.

create or replace macro shown_text(raw) as
    left(regexp_replace(raw::varchar, '\p{Cc}', '?', 'g'), 100);

create or replace macro refused_value(name, raw, fault) as
    name || ' "' || shown_text(raw) || '" ' || fault;

create or replace macro refused_order(later, later_raw, earlier, earlier_raw) as
    later || ' "' || shown_text(later_raw) || '" is before '
    || earlier || ' "' || shown_text(earlier_raw) || '"';
