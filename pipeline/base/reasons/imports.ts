import type { Reasons } from './form.ts';

/** Sentences of imports about a file, and reasons why it can't be read. */
export const importReasons = {
  import_unreadable: '{file}: no {noun}: {detail}',
  import_unreachable: 'cannot read {file}: {detail}',
  import_unread_format: '{file} cannot be read: its format is not known',
  import_unknown_format:
    '{file} is not in a known format. Drop the file exactly as the platform saved it.',
  import_several_formats:
    '{file} could be in several formats: {names}. Drop the file exactly as the platform saved it.',
  import_no_number: '{file} names no account number; give it in the field Account number.',
  import_several_numbers:
    '{file} holds {count} accounts ({names}): leave the field Account number empty, and each is named after its number.',
  import_no_currency:
    "{file} names no currency; give the account's currency in the field Currency.",
  import_unknown_currency:
    '{file} has the currency "{value}". It must be three capital letters, such as EUR, or the code of a coin, such as USDT. Give the account\'s currency in the field Currency.',
  import_currency_differs: '{file} is in {value}, not in {other}. Leave the field Currency empty.',
  import_amounts_mixed: '{file} has amounts in {value} and in {other}; export them in one currency',
  import_currency_column: 'a column names the currency {value}, but all amounts count as {other}',
  import_costs_not_read:
    'column `{name}` has amounts, which count in no result; add them to another column of costs',
  import_no_platform: '{file} names no platform; give it in the field Platform.',
  import_no_map:
    '{file} is a table with unknown columns. Drop the file exactly as the platform saved it, or ask the operator to import it.',
  import_no_symbols:
    '{file} lacks the name and lot size of symbol {names}; add ProtoOASymbolsListRes and ProtoOASymbolByIdRes to it.',
  import_no_answer: '{file}: {detail}; add the answer of {value} to it as `{name}`.',
  import_several_accounts:
    '{file}: lists {count} accounts; add `accountId` to say which of them the answers are about',
  import_zone_column: '{file}: the column with the time zone {detail}',
  import_zone_heading: '{file}: a heading of its times {detail}',
  import_zone_times: '{file}: a time with its time zone {detail}',
  import_currencies_mixed:
    'column `{name}` is in another currency than column `{other}`; export the amounts in one currency',
  import_offsets_mixed: 'times are on {value} and {other}; one file must have one time zone',
  import_zones_mixed: 'names `{value}` and `{other}`; one file must have one time zone',
  import_zone_unknown: 'names `{value}`, which is no known time zone',
  import_zone_differs: 'names `{value}`, not {other}; leave the time zone out',
  import_no_zone: '{file}: nothing names the time zone of its times',
  import_backtest:
    '{file} is a report of the strategy tester. A backtest is not the record of an account. Upload the history of the account.',
  import_no_positions:
    '{file} is a report of a hedging account without a list of positions. Line {line}: several positions of {name} are open, and nothing says which of them a deal closes. Save the report again with a current MetaTrader 5.',
  import_contradicting:
    '{file} contradicts itself: {detail}. Export the history again and upload it unchanged. If it says the same, ask the operator.',
  import_mixed_dates:
    '{file}: `{value}` has the day first and `{other}` the month first; one file must have one order',
  import_other_dates: '{file}: `{value}` is no date with the {detail}',
  import_open_number:
    '{file}: `{value}` could have a decimal mark or one between thousands, and no other number decides',
  import_open_dates:
    '{file}: `{value}` fits two orders of day and month, and no other date decides',
  import_calendar: '{file} is a calendar, not a statement of an account',
  import_no_account: '{file} has no account in it',
  import_many_accounts: '{file} has {count} accounts; add at most {max} at a time',
  import_timezone:
    '{file}: no such time zone; give an IANA zone (Europe/Athens), NY+7 (New York plus hours) or an offset (+02:00), of 14 hours at most',
  import_other_currency:
    "{account} is in {from} and this statement is in {to}; one account can't add up both. Correct the currency if you gave a wrong one, or give another account number, to add it as an account of its own.",
  import_line_not_imported: 'line {line} not imported: {detail}: {text}',
  import_row_not_imported: '{name} not imported: {detail}',
  import_more: '{count} more {what}',
  import_field: '{name}: {fault}',
  import_cell_not_time: '`{value}` is not a date and time',
  import_field_not_time: '{name} `{value}` is not a date and time ({text})',
  import_field_not_number: '{name} `{value}` is not a number',
  import_field_not_positive: '{name} `{value}` is not above 0',
  import_field_empty: '{name} is empty',
  import_unknown_type: 'type `{value}` is unknown',
  import_unknown_action: 'action `{value}` is unknown',
  import_unknown_side: '`{value}` is neither buy nor sell',
  import_no_side: 'the direction is neither buy nor sell',
  import_no_direction: 'neither direction is buy or sell',
  import_no_result: 'neither net nor gross is printed',
  import_no_ticket: 'no ticket',
  import_no_closing: 'it has a closing price but no closing time',
  import_one_cell: 'one cell is all that it has',
  import_many_cells: 'it has more cells than the {max} columns',
  import_ends_before: 'it ends before {name}',
  import_field_not_time_of: '{name}: `{value}` is not a date and time',
  import_field_offset: '{name} `{value}` has an offset of its own: give times in UTC',
  import_field_not_whole: '{name} `{value}` is not a whole number',
  import_field_not_instant: '{name} `{value}` is not an instant',
  import_side_of: 'side `{value}` is neither buy nor sell',
  import_mapped_side:
    "side `{value}` is neither buy nor sell, and the map's `words` do not say what it is",
  import_unknown_row: 'unknown kind of row',
  import_unknown_row_of: 'unknown kind of row: type `{value}`',
  import_unknown_row_cells: 'unknown kind of row: type `{value}`, {count} cells',
  import_priced_entry: 'a balance entry of type `{value}` with a price',
  import_partial_entry: 'a balance entry without ticket, time or amount',
  import_partial_position: 'a position without its closing and without its result',
  import_deal_among_positions: 'a deal or balance entry below the headings of positions',
  import_unknown_deals: 'the form of deals with {count} columns is not known',
  import_odd_deal: 'type `{value}` of a deal that goes `{other}`',
  import_closed_before: 'closed before it was opened',
  import_value_count: '{count} values where the configuration has {max}',
  import_left_open: 'its orders leave it open, but the list of open positions lacks it',
  import_other_open: 'its orders leave {value} open, but it is listed as {other}',
  import_close_more: 'its orders close more than they opened',
  import_field_not_price: '{name} `{value}` is not a price',
  import_field_unknown: '{name} `{value}` is unknown',
  import_mt4: 'MetaTrader 4 statement, detailed or plain (.htm)',
  import_mt5: 'MetaTrader 5 history report (.html, .xlsx)',
  import_ctrader:
    'cTrader statement (.csv, .xlsx), or messages of its Open API (.json, or a folder)',
  import_tradelocker: "answers of TradeLocker's API (.json, or a folder of them)",
  import_myfxbook: 'history of an account at Myfxbook (.csv)',
  import_fxblue: 'trades of one account or several at FX Blue (.csv)',
  import_mql5: 'history of a signal at mql5.com (.csv)',
  import_table: 'any table of trades, or of events (.csv, .xlsx, .json), by a map of its columns',
  import_utc:
    'the file names no time zone, so its times count as UTC; give the time zone in the field Time zone',
  import_dates_taken:
    'no date shows whether day or month comes first: those such as `{value}` were read {detail}',
  import_encoding: 'text read as {value}, because the file does not name its encoding',
  import_time_sun: 'Sun {time}',
  import_time_mon: 'Mon {time}',
  import_time_tue: 'Tue {time}',
  import_time_wed: 'Wed {time}',
  import_time_thu: 'Thu {time}',
  import_time_fri: 'Fri {time}',
  import_time_sat: 'Sat {time}',
  import_clock_probable: {
    one: 'the time zone is probably {name}. With it, trades of {count} week run from {from} to {to} in New York, where the market is open from Sun 17:00 to Fri 17:00. It is not applied',
    other:
      'the time zone is probably {name}. With it, trades of {count} weeks run from {from} to {to} in New York, where the market is open from Sun 17:00 to Fri 17:00. It is not applied',
  },
  import_clock_probable_others: {
    one: 'the time zone is probably {name}, less likely {names}. With it, trades of {count} week run from {from} to {to} in New York, where the market is open from Sun 17:00 to Fri 17:00. It is not applied',
    other:
      'the time zone is probably {name}, less likely {names}. With it, trades of {count} weeks run from {from} to {to} in New York, where the market is open from Sun 17:00 to Fri 17:00. It is not applied',
  },
  import_clock_doubtful: {
    one: 'with the time zone {name}, at least {count} time of currencies and metals is on a weekend, when the market is closed; it fits {names}',
    other:
      'with the time zone {name}, at least {count} times of currencies and metals are on a weekend, when the market is closed; they fit {names}',
  },
  import_clock_twice:
    'with the time zone {name}, these times come twice, because clocks went back. The first counts, or the second if a trade would close before it opened: {text}',
  import_clock_never:
    'with the time zone {name}, these times do not exist, because clocks went forward (read as if they had not): {text}',
  import_clock_ahead:
    'the newest time is {value} hours later than the date in the heading. The clock of the export is at least that far ahead',
  import_balance_agrees: {
    one: 'the printed balance agrees after its deal',
    other: 'the printed balance agrees after each of {count} deals',
  },
  import_messages_agree: {
    one: 'the balance agrees in {count} message',
    other: 'the balance agrees in {count} messages',
  },
  import_entries_flow: {
    one: '{count} balance entry counted as a deposit or withdrawal: {amount}',
    other: '{count} balance entries counted as deposits or withdrawals: {amount}',
  },
  import_entries_adjustment: {
    one: '{count} balance entry counted as an adjustment (a result that belongs to no trade): {amount}',
    other:
      '{count} balance entries counted as adjustments (results that belong to no trade): {amount}',
  },
  import_entries_credit: {
    one: '{count} balance entry kept as credit (counted in no figure): {amount}',
    other: '{count} balance entries kept as credit (counted in no figure): {amount}',
  },
  import_rows_flow: {
    one: '{count} balance row counted as deposits or withdrawals: {amount}',
    other: '{count} balance rows counted as deposits or withdrawals: {amount}',
  },
  import_rows_adjustment: {
    one: '{count} balance row counted as adjustments (results that belong to no trade): {amount}',
    other:
      '{count} balance rows counted as adjustments (results that belong to no trade): {amount}',
  },
  import_rows_credit: {
    one: '{count} credit row kept as credit (part of no figure): {amount}',
    other: '{count} credit rows kept as credit (part of no figure): {amount}',
  },
  import_rows_counted: {
    one: '{count} row read: {list}',
    other: '{count} rows read: {list}',
  },
  import_rows_counted_none: {
    one: '{count} row read',
    other: '{count} rows read',
  },
  import_trades_counted: {
    one: '{count} trade',
    other: '{count} trades',
  },
  import_cash_flows_counted: {
    one: '{count} deposit, withdrawal or other booking',
    other: '{count} deposits, withdrawals and other bookings',
  },
  import_positions_counted: {
    one: '{count} open position',
    other: '{count} open positions',
  },
  import_calendar_events_counted: {
    one: '{count} event',
    other: '{count} events',
  },
  import_parts_counted: {
    one: '{count} part of a trade',
    other: '{count} parts of trades',
  },
  import_left_out_counted: {
    one: '{count} pending, cancelled or left out',
    other: '{count} pending, cancelled or left out',
  },
  import_repeated_counted: {
    one: '{count} repeated',
    other: '{count} repeated',
  },
  import_refused_counted: {
    one: '{count} refused',
    other: '{count} refused',
  },
  import_made_counted: {
    one: '{count} of these has no row of its own',
    other: '{count} of these have no row of their own',
  },
  import_rows_unaccounted:
    'rows are missing: {value} were read, and {other} are accounted for. Report this to the makers of trackrecord',
  import_rows_replaced:
    'rows are missing: {value} were read, and {other} are accounted for. Of rows with the same id the last one counts: {names}',
  import_part_is_replaced:
    'ticket {value} closes at {other} in one export and at {text} in a later one, which replaces it; both are parts of a position. Export the whole history, import it, and remove the other exports',
  import_part_counts_twice:
    'tickets {value} and {other} are one part of a position, named otherwise in two exports; it counts twice. Export the whole history, import it, and remove the other exports',
  import_trades_net: {
    one: '{count} trade, net {amount}',
    other: '{count} trades, net {amount}',
  },
  import_open_positions: {
    one: '{count} open position',
    other: '{count} open positions',
  },
  import_deals_found: '{count} closing deals, {min} opening deals, {max} not filled',
  import_transfers: {
    one: '{count} deposit, withdrawal or charge',
    other: '{count} deposits, withdrawals and charges',
  },
  import_bonuses: {
    one: '{count} bonus kept as credit (part of no figure)',
    other: '{count} bonuses kept as credit (part of no figure)',
  },
  import_orders_found: '{count} filled orders, {max} unfilled ones left out',
  import_closed_positions: {
    one: '{count} closed position as the platform lists it',
    other: '{count} closed positions as the platform lists them',
  },
  import_computed_results: {
    one: '{count} result computed from prices, volume and lot size, because no column has it',
    other: '{count} results computed from prices, volume and lot size, because no column has them',
  },
  import_demo_report: 'a demo account, as the report says',
  import_demo_statement: 'a demo account, as the statement says',
  import_opening_row: 'opening balance {amount}: the first printed balance less its row',
  import_opening_deal: 'opening balance {amount}: the first printed balance less its deal',
  import_opening_message: 'opening balance {amount}: the first balance less its message',
  import_opening_listed:
    'opening balance {amount}: printed balance less the balance rows and trades listed',
  import_opening_trades:
    'no answer lists deposits and withdrawals, so the capital is unknown; the balance less the results of the trades is {amount}. Give the capital as opening_balance in a row of accounts without a statement',
  import_paired: {
    one: '{count} trade paired from deals, as the report lists no positions',
    other: '{count} trades paired from deals, as the report lists no positions',
  },
  import_open_costs:
    '{amount} of costs for positions that are still open: the printed balance includes them, the trades include them once they are closed',
  import_whole_positions: {
    one: "{count} position without its closing deals: one trade, at the position's end",
    other: "{count} positions without their closing deals: one trade each, at the position's end",
  },
  import_orders_left_out: {
    one: '{count} order left out',
    other: '{count} orders left out',
  },
  import_pending_left_out: {
    one: '{count} pending order left out',
    other: '{count} pending orders left out',
  },
  import_pending_or_cancelled: {
    one: '{count} pending or cancelled order left out',
    other: '{count} pending or cancelled orders left out',
  },
  import_skipped: {
    one: '{count} row to be skipped left out',
    other: '{count} rows to be skipped left out',
  },
  import_archived_line: {
    one: 'older trades are in {count} line with their total, {amount}: counted as a result without a trade',
    other:
      'older trades are in {count} lines with their totals, {amount}: counted as results without trades',
  },
  import_archived: {
    one: '{count} archived result (Summary trade result) kept as a trade, as the broker counts it',
    other:
      '{count} archived results (Summary trade result) kept as trades, as the broker counts them',
  },
  import_unknown_types: {
    one: '{count} balance entry of an unknown type counted as an adjustment: {text}',
    other: '{count} balance entries of unknown types counted as adjustments: {text}',
  },
  import_texts_both: {
    one: '{count} balance row names a deposit or withdrawal and a cost, and counts as a deposit or withdrawal: line {text}',
    other:
      '{count} balance rows name a deposit or withdrawal and a cost, and count as deposits or withdrawals: line {text}',
  },
  import_unknown_texts: {
    one: 'deposits or withdrawals with an unknown text: {count} row, {amount} in all: line {text}',
    other:
      'deposits or withdrawals with an unknown text: {count} rows, {amount} in all: line {text}',
  },
  import_many_texts:
    'This account would have answers about more than {max} texts. Add a file with fewer unknown texts, or ask the operator.',
  import_said_flow: 'counted as deposits or withdrawals, because you said so: {text}',
  import_said_cost: 'counted as results, because you said so: {text}',
  import_no_broker: 'the heading `{text}` names no broker: left empty',
  import_no_sums_below_rows:
    'no sums are printed below the rows, so a cut file could not be noticed',
  import_no_sums_below_deals:
    'no sums are printed below the deals, so a cut file could not be noticed',
  import_no_balances: 'no message has a balance, so missing deals could not be noticed',
  import_unit_volumes: {
    one: '{count} volume in units: 100,000 are a lot of a currency pair, others are kept',
    other:
      '{count} volumes in units: those of currency pairs are 100,000 to a lot, others are kept',
  },
  import_shared_results: {
    one: '{count} open position without a result of its own: it has the printed total',
    other:
      '{count} open positions without a result of their own: the printed total is shared among them by volume and price. Only the total is known; the result of each is an estimate',
  },
  import_unopened: {
    one: '{count} trade without its opening deal: its closing time counts as the opening time too',
    other:
      '{count} trades without their opening deal: their closing time counts as the opening time too',
  },
  import_no_open_list: 'no message lists open positions; add ProtoOAReconcileRes',
  import_no_floating: {
    one: '{count} open position left out: its floating result is missing; add ProtoOAGetPositionUnrealizedPnLRes',
    other:
      '{count} open positions left out: their floating result is missing; add ProtoOAGetPositionUnrealizedPnLRes',
  },
  import_deals_twice: {
    one: '{count} deal listed twice',
    other: '{count} deals listed twice',
  },
  import_orders_twice: {
    one: '{count} order listed twice',
    other: '{count} orders listed twice',
  },
  import_became_open: {
    one: '{count} row without a closing time became an open position',
    other: '{count} rows without a closing time became open positions',
  },
  import_turned: {
    one: '{count} withdrawal is printed without a minus sign and was read as money paid out',
    other: '{count} withdrawals are printed without a minus sign and were read as money paid out',
  },
  import_known_columns: 'the columns are those of {name}; its map is used',
  import_other_number:
    'the file names account {printed}, and you gave {number}; check the number before you add it',
  import_maybe_cut: 'the file does not end with a line break: it may be cut off',
  import_no_closed_list: 'no answer lists orders or closed positions: closed trades are not known',
  import_no_commission: 'no column has a commission: it counts as 0',
  import_position_counts: {
    one: '{count} open position listed, {max} counted in the account',
    other: '{count} open positions listed, {max} counted in the account',
  },
  import_no_details: 'no account details: balance and equity are not known',
  import_not_printed: '{name}: not printed: is the file cut off?',
  import_cut_off: 'the file does not end with </html>: is it cut off?',
  import_no_figures: 'no figures are printed below the tables: is the file cut off?',
  import_no_balance_row:
    'no balance and equity are printed below the tables: is a row of them lost?',
  import_not_compared: '{name}: `{value}` is not a number, and not compared',
  import_unknown_below:
    'figures below the trades: not compared, because their rows are of an unknown kind',
  import_unknown_details:
    'figures of the section Details: not compared, because their rows are of an unknown kind',
  import_balance_before:
    'Balance: the printed trades and deposits leave {amount} before the first row',
  import_balance_before_message: 'Balance: before the first message it would be {amount}',
  import_balance_below: 'the opening balance would be {amount}; it is below 0 and counts as 0',
  import_balance_breaks:
    'line {line}: the balance {amount} does not follow from {from} before and the deal, which give {to}',
  import_balance_moved:
    'line {line}: the balance moved by {amount} before this deal and no row says why; counted as a deposit or withdrawal',
  import_balance_moved_message:
    'the balance moved by {amount} before {id} and no message says why; counted as a deposit or withdrawal',
  import_balance_moved_refused:
    'line {line}: the balance moved by {amount} before this deal, where a row was not imported; counted as the result of that row',
  import_balance_moved_unread:
    'the balance moved by {amount} before {id}, and a deal was not imported; counted as the result of that deal',
  import_uneven_deal:
    'line {line}: net {amount} is printed, gross, commission and swap add up to {value}, which is taken',
  import_uneven_row:
    'line {line}: Net profit prints {amount}, profit, swap and commission add up to {value}',
  import_uneven_flow: 'line {line}: Net profit prints {amount}, profit {value}',
  import_row_place: 'line {line}: row {value} is where row {other} should be',
  import_ticket_twice: 'line {line}: ticket {value} is in line {other} too; the later row counts',
  import_row_again:
    'line {line}: ticket {value} is there twice with the same content; both rows count',
  import_closes_twice: 'line {line}: ticket {value} closes twice at that time; both are kept',
  import_ticket_of_two:
    'line {line}: ticket {value} is `{text}` here and `{other}` in an earlier line; both are kept',
  import_before_report:
    'line {line}: deal {value} closes a position from before the report; its {amount} is kept as an adjustment, not as a trade',
  import_other_position:
    'line {line}: position {value} is `{text}`, the deal that opened it `{other}`',
  import_other_closings:
    "line {line}: no deals add up to position {value}'s volume, swap and profit, but some close its symbol; it is one trade, at its end",
  import_no_opening: 'line {line}: no deal opened position {value}',
  import_lots_differ: '{name}: deals leave {amount} lots open, the open positions are {value}',
  import_no_close_date: 'its table has no column `Close Date`',
  import_closed_lots_differ:
    '{name}: deals close {amount} lots, the closed positions have {value}: is a position missing?',
  import_broken_rows: {
    one: '{count} row has a cell of several lines or a quote that is never closed: check that no rows were lost',
    other:
      '{count} rows have a cell of several lines or a quote that is never closed: check that no rows were lost',
  },
  import_no_cost_column:
    'there is no column {name} and none of the net result, so that cost is missing; export the statement with that column',
  import_unvalued: {
    one: '{count} open position left out: neither its result nor an equity is printed; export the statement with its summary',
    other:
      '{count} open positions left out: neither their results nor an equity are printed; export the statement with its summary',
  },
  import_again: '{name} comes again with other values; the last counts',
  import_account_amount: '{name} of the account is not a number: not compared',
  import_price_differs: 'trade {value}: the platform says {amount}, its prices give {other}',
  import_foreign_prices: {
    one: '{count} trade of {name} not imported: its prices are not in {value}, and no answer has its result',
    other:
      '{count} trades of {name} not imported: its prices are not in {value}, and no answer has their results',
  },
  import_history_cut: 'the history is not complete: hasMore is true, and no later answer follows',
  import_deals_cut: 'the deals are not complete: hasMore is true, and no later list follows',
  import_and_more: '{names} and {count} more',
  import_and_other_texts: {
    one: '{names} and {count} other text',
    other: '{names} and {count} other texts',
  },
  import_account_detail: 'the account: {detail}: not compared',
  import_type_empty: 'its type is empty',
  import_number_missing: 'its number is missing',
  import_several_instruments: 'its orders are of several instruments',
  import_field_absent: '{name} is missing',
  import_field_not_object: '{name} is not an object',
  import_field_not_count: '{name} `{value}` is not a whole number above 0',
  import_field_not_side: '{name} `{value}` is neither BUY nor SELL',
  import_id_not_number: 'its id is not a number',
  import_opened_otherwise: '{name} is missing: its position was opened on the other side',
  import_position_not_imported: 'position {value} not imported: {detail}',
  import_row_not_loadable: 'not imported: {detail}',
  import_times_as_before: 'times are on {name}, as in earlier imports of {account}',
  import_cannot_be_read: 'It cannot be read: {detail}',
  import_read_too_long: 'Reading it took longer than {count} s. Export a shorter period.',
  import_read_too_large: 'Reading it took more memory than there is. Export a shorter period.',
  import_lists_nothing: 'it lists nothing',
  import_no_json: 'no .json file in it',
  import_many_json: 'more than {max} .json files in it',
  import_no_headings: 'no headings stand above it',
} as const satisfies Reasons<'import'>;
