import { checked } from './checked.ts';
import { curve, growth } from './curve.ts';
import { dailyIndex } from './daily_index.ts';
import { maxOpen } from './max_open.ts';
import { topMagicNumbers, topSymbols } from './top_entries.ts';
import { tradeStatistics } from './trade_statistics.ts';

/** What pages draw of the sections, gains are looked up in and owners ask of their trades, each named like the SQL beside it. */
export const pages = {
  curve,
  growth,
  top_symbols: topSymbols,
  top_magic_numbers: topMagicNumbers,
  checked,
  max_open: maxOpen,
  daily_index: dailyIndex,
  trade_statistics: tradeStatistics,
} as const;
