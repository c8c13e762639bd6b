import type { Reasons } from './form.ts';

/** Why an account or portfolio is held back. Names in braces are values. */
export const withheldReasons = {
  withheld_no_rate: 'no rate {from} to {to} on or before {day}',
  withheld_held_member: '{account} held back',
  withheld_held_members: '{account} and {count} more held back',
  withheld_inexact_bookings:
    'amounts bookings, decimals {decimals}, largest {largest}, total {total}',
  withheld_inexact_equity: 'amounts equity reports, decimals {decimals}, largest {largest}',
  withheld_odd_index: 'figure time-weighted index, value {value}',
  withheld_odd_equity_index: 'figure index of equity reports, value {value}',
  withheld_odd_rate: 'figure exchange rate, value {value}',
  withheld_odd_pips: 'figure pips of a trade, value {value}',
  withheld_odd_periods:
    'grain {grain}, index of periods {index_of_periods}, twr index {twr_index}, misprinted {misprinted}',
  withheld_lost_trades:
    'in sources {in_sources}, in list {in_list}, in advanced {in_advanced}, in twr {in_twr}',
  withheld_odd_rows: 'relation {relation}, rows {rows}',
  withheld_odd_breakdown: 'dimension {dimension}, net minor {net_minor}, total minor {total_minor}',
  withheld_no_breakdown: 'no breakdown, total minor {total_minor}',
  withheld_list: '{items}',
} as const satisfies Reasons<'withheld'>;
