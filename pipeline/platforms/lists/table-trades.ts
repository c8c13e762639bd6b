import { makeReason } from '../../base/reasons/reason.ts';
import { columnIndexes, type TradeMap, wordFor } from '../source/table-map.ts';
import type { ListForm } from './list-form.ts';

/** A table of trades as a list whose columns a map names. */
export const tradeForm = (map: TradeMap): ListForm => ({
  noun: 'table of trades',
  expected: makeReason('file_no_row_with', { names: Object.values(map.columns).join(', ') }),
  dates: 'day first',
  headingsOf(texts) {
    const found = columnIndexes(map.columns, texts);
    return found && { ...found, ...(map.platform && { platform: map.platform }) };
  },
  word: 'side',
  wordFor: (printed) => wordFor(map, printed),
  kinds: [
    { words: /^skip$/, kind: 'skipped' },
    { words: /^(buy|sell) (stop )?(limit|stop)/i, kind: 'pending' },
    { words: /^flow$/, kind: 'flow' },
    { words: /^adjustment$/, kind: 'adjustment' },
    { words: /^credit$/i, kind: 'credit' },
    { words: /^(balance|deposit|withdrawal)$/i, kind: 'by text' },
  ],
  unknown: 'import_mapped_side',
  isNet: map.profit === 'net',
  notesOpen: true,
});
