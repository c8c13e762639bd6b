import Type from 'typebox';
import { breakdownEntry } from '../marts/breakdown.ts';
import { count, fromTrades, text, words } from '../shared.ts';

const topEntries = (name: string, section: 'by_symbol' | 'by_magic_number') =>
  Type.Object(
    {
      keys: count('Keys of the whole breakdown', fromTrades),
      entries: Type.Array(
        Type.Object({ key: text('Key of the entry', fromTrades), entry: breakdownEntry }),
        words('The 200 with the most trades, the most traded first', fromTrades),
      ),
    },
    words(`The ${name} with the most trades`, `hidden by ${section}`),
  );

export const topSymbols = topEntries('instruments', 'by_symbol');
export const topMagicNumbers = topEntries('magic numbers', 'by_magic_number');
