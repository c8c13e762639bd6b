import { makeReason } from '../../base/reasons/reason.ts';
import { listFormat } from './ledger.ts';
import { headingsIn, orderColumns } from './named-columns.ts';

const columns = {
  ...orderColumns,
  type: /^type$/,
  side: /^buy\/sell$/,
  opened_at: /^open time$/,
  closed_at: /^close time$/,
  profit: /^profit$/,
  net_profit: /^net profit$/,
  account: /^account$/,
};
const needed = ['type', 'symbol', 'side', 'opened_at', 'closed_at', 'profit'] as const;

/** Trades that FX Blue exports of one account or several. */
export const fxblue = listFormat({
  name: 'fxblue',
  describe: makeReason('import_fxblue'),
  noun: 'trades of FX Blue',
  expected: makeReason('file_expected_fxblue'),
  lacks: 'no columns Type, Buy/sell, Open time, Close time, Profit',
  dates: 'month first',
  headingsOf: (texts) => headingsIn(columns, needed, texts),
  word: 'type',
  kinds: [
    { words: /pending|cancel+ed/i, kind: 'pending' },
    { words: /^closed (position|trade|order)$/i, kind: 'closed order' },
    { words: /^open (position|trade|order)$/i, kind: 'open order' },
    { words: /credit/i, kind: 'credit' },
    {
      words: /deposit|withdrawal|balance|bonus|interest|dividend|fee|charge/i,
      kind: 'by text',
    },
  ],
  unknown: 'import_unknown_type',
});
