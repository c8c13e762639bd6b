import Type from 'typebox';
import { figure, listOf } from '../figures.ts';
import { breakdownEntry } from '../marts/breakdown.ts';
import { fromTrades, words } from '../shared.ts';

const topEntries = (name: string, section: 'by_symbol' | 'by_magic_number') =>
  Type.Object(
    {
      keys: figure({
        unit: 'count',
        is: 'number of entries in the whole breakdown',
        seenBy: fromTrades,
      }),
      entries: listOf(
        { is: 'the 200 entries with the most trades, most trades first', seenBy: fromTrades },
        Type.Object({
          key: figure({ unit: 'text', is: 'instrument or magic number', seenBy: fromTrades }),
          entry: breakdownEntry,
        }),
      ),
    },
    words(`The ${name} with the most trades`, `hidden by ${section}`),
  );

export const topSymbols = topEntries('instruments', 'by_symbol');
export const topMagicNumbers = topEntries('magic numbers', 'by_magic_number');
