import { isoCurrencies } from '../../../sql/raw/currencies.ts';
import { makeReason } from '../../base/reasons/reason.ts';
import { unreadableAt } from '../../read/bounds.ts';
import { listFormat } from './ledger.ts';
import { headingsIn, orderColumns } from './named-columns.ts';

const columns = {
  ...orderColumns,
  opened_at: /^open (date|time)$/,
  closed_at: /^close (date|time)$/,
  side: /^action$/,
  profit: /^(net )?profit( ?\([a-z]{3,5}\))?$/,
};
const needed = ['opened_at', 'symbol', 'side', 'volume', 'open_price', 'profit'] as const;

/** History of an account that Myfxbook exports. */
export const myfxbook = listFormat({
  name: 'myfxbook',
  describe: makeReason('import_myfxbook'),
  noun: 'history of Myfxbook',
  expected: makeReason('file_expected_myfxbook'),
  lacks: 'no columns Open Date, Close Date, Action, Open Price, Profit',
  knownBy: 'closed_at',
  dates: 'month first',
  headingsOf: (texts) => headingsIn(columns, needed, texts),
  currencyIn,
  word: 'side',
  kinds: [
    { words: /^(buy|sell) (limit|stop)/i, kind: 'pending' },
    { words: /^credit/i, kind: 'credit' },
    { words: /^(deposit|withdrawal|balance|interest|bonus|adjustment)/i, kind: 'by text' },
  ],
  unknown: 'import_unknown_action',
  titles: /^(open|closed|pending) (trades|orders|positions)$/i,
  isNet: true,
  isUnsigned: true,
});

/**
 * Finds the currency of amounts in the names of columns, such as `Max(USD)`. Refuses columns in two
 * currencies.
 */
function currencyIn(texts: readonly string[], line: number): string {
  const named = texts.flatMap((column) => {
    const [, code = ''] = /^[A-Za-z ]+\(([A-Z]{3,5})\)$/.exec(column) ?? [];
    return code === '' ? [] : [{ code, column }];
  });
  const [first, other] = named.filter(
    ({ code }, at) =>
      isoCurrencies.includes(code) && named.findIndex((each) => each.code === code) === at,
  );
  if (first && other) {
    const columns = { name: first.column, other: other.column };
    throw unreadableAt(line, makeReason('import_currencies_mixed', columns));
  }
  return named[0]?.code ?? '';
}
