/** Why an account or portfolio is held back. Names in braces are values. */
export const withheldReasons = {
  no_rate: 'no rate {from} to {to} on or before {day}',
  held_member: '{account} held back',
  held_members: '{account} and {count} more held back',
  inexact_bookings: 'amounts bookings, decimals {decimals}, largest {largest}, total {total}',
  inexact_equity: 'amounts equity reports, decimals {decimals}, largest {largest}',
  odd_index: 'figure time-weighted index, value {value}',
  odd_equity_index: 'figure index of equity reports, value {value}',
  odd_rate: 'figure exchange rate, value {value}',
  odd_pips: 'figure pips of a trade, value {value}',
  odd_periods:
    'grain {grain}, index of periods {index_of_periods}, twr index {twr_index}, misprinted {misprinted}',
  lost_trades:
    'in sources {in_sources}, in list {in_list}, in advanced {in_advanced}, in twr {in_twr}',
  odd_rows: 'relation {relation}, rows {rows}',
  odd_breakdown: 'dimension {dimension}, net minor {net_minor}, total minor {total_minor}',
  no_breakdown: 'no breakdown, total minor {total_minor}',
  list: '{items}',
} as const;
