-- Reasons for refused rows, as the faults of `faults.sql`.

create or replace macro shown_text(raw) as
    left(regexp_replace(raw::varchar, '\p{Cc}', '?', 'g'), 100);

-- Adds the column and its value to a fault.
create or replace macro refused_value(name, raw, found) as
    json_merge_patch(
        found, to_json({'values': {'column': name, 'value': shown_text(raw)}})
    )::varchar;

create or replace macro refused_order(later, later_raw, earlier, earlier_raw) as
    fault_with(
        'row_out_of_order',
        {
            'column': later,
            'value': shown_text(later_raw),
            other: earlier,
            earlier: shown_text(earlier_raw)
        }
    );
