import { benchmarkPrices } from './benchmark_prices.ts';
import { checked } from './checked.ts';
import { curve, everyDay, growth } from './curve.ts';
import { dailyIndex } from './daily_index.ts';
import { maxOpen } from './max_open.ts';
import { topMagicNumbers, topSymbols } from './top_entries.ts';
import { tradeStatistics } from './trade_statistics.ts';

/** Extra results for pages, for gains between days and for owners, each named like its SQL file. */
export const pages = {
  curve,
  every_day: everyDay,
  growth,
  top_symbols: topSymbols,
  top_magic_numbers: topMagicNumbers,
  checked,
  max_open: maxOpen,
  daily_index: dailyIndex,
  trade_statistics: tradeStatistics,
  benchmark_prices: benchmarkPrices,
} as const;
