import type { Reasons } from './form.ts';

/** Why a row or a delivery was refused. Names in braces are values. */
export const rowReasons = {
  row_missing: '{column} is missing',
  row_out_of_order: '{column} "{value}" is before {other} "{earlier}"',
  row_control_character: '{column} "{value}" holds a control character',
  row_too_long: '{column} "{value}" is longer than {max} characters',
  row_reserved: '{column} "{value}" begins with {start}, as only portfolios of the registry may',
  row_blank: '{column} "{value}" is empty',
  row_comma_or_quote: '{column} "{value}" holds a comma or a quote',
  row_not_currency:
    '{column} "{value}" is not three capital letters, such as EUR, or the code of a coin, such as USDT',
  row_not_boolean: '{column} "{value}" is neither true nor false',
  row_not_choice: '{column} "{value}" is not one of {choices}',
  row_too_large: '{column} "{value}" is too large',
  row_not_number: '{column} "{value}" is not a number',
  row_too_many_decimals: '{column} "{value}" has more than {max} decimals',
  row_not_finite: '{column} "{value}" is not a finite number',
  row_not_integer: '{column} "{value}" is not a whole number of 64 bits',
  row_not_positive: '{column} "{value}" is not above 0',
  row_outside_range: '{column} "{value}" is outside {min} to {max}',
  row_in_future: '{column} "{value}" is in the future',
  row_not_time: '{column} "{value}" is not a time of ISO 8601',
  row_not_date: '{column} "{value}" is not a date of ISO 8601',
  row_not_seconds: '{column} "{value}" is not a number of seconds since 1970',
  row_sent_not_ticket: '{column} {value} is not a ticket',
  row_sent_not_seconds: '{column} {value} is not a time in seconds',
  row_sent_not_whole: '{column} {value} is not a whole number',
  row_sent_not_decimal: '{column} {value} is not a decimal of at most 8 places',
  row_sent_not_text: '{column} {value} is not a text',
  row_sent_not_choice: '{column} {value} is not one of {choices}',
  row_sent_too_large: '{column} {value} is too large',
  row_sent_not_positive: '{column} {value} is not above 0',
  row_sent_empty: '{column} is empty',
  row_over_megabyte: 'the row is longer than 1 MB',
  row_not_object: 'the row is not a JSON object',
  row_line_not_object: 'the line is not a JSON object',
  row_text_after_quote: 'a quoted cell has text after its closing quote',
  row_wrong_columns: 'the row has {count} columns instead of {max}',
  row_other_account:
    "account_id {value} is not the account of the key; leave account_id out, or use that account's key",
  row_unknown_table: 'table {value} is not one of {choices}',
  row_deals_alone:
    'Send deals in a JSON object together with `account` and its terminal’s clocks, as the Expert Advisors do.',
  row_undescribed:
    'The row that describes this account was refused ({detail}), so it has no figures. Correct that row and send it again; the other rows are kept and count then.',
  row_closed_to_owner:
    'The operator loads this account and takes no data from its owner. To allow it, the operator sets "owner_data": true in the account’s registry entry.',
  row_withdrawn: 'This delivery was withdrawn. Its rows no longer count.',
  row_not_loadable: 'the account cannot be loaded: {detail}',
  row_named: '{name}: {detail}',
  row_of_statement: '{table}, {name}: {rule}',
  row_large_position:
    'position {value} has more deals than can be paired together, which are {count} or {max} MiB; add a statement of the account instead',
  row_many_positions:
    'more than {max} positions are open by its deals; add a statement of the account instead',
} as const satisfies Reasons<'row'>;
