import { checked } from './checked.ts';
import { curve, growth } from './curve.ts';
import { dailyIndex } from './daily_index.ts';
import { topMagicNumbers, topSymbols } from './top_entries.ts';

/** What pages draw of the sections, and what gains are looked up in, each named like the SQL beside it. */
export const pages = {
  curve,
  growth,
  top_symbols: topSymbols,
  top_magic_numbers: topMagicNumbers,
  checked,
  daily_index: dailyIndex,
} as const;
