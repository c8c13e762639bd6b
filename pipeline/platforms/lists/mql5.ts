import { makeReason } from '../../base/reasons/reason.ts';
import { type Cells, UnreadRow } from '../source/cells.ts';
import { listFormat } from './ledger.ts';
import type { ListField, ListHeadings, RowKind } from './list-form.ts';

const fields = [
  ...(['opened_at', 'side', 'volume', 'symbol', 'open_price', 'stop_loss'] as const),
  ...(['take_profit', 'closed_volume', 'closed_at', 'close_price', 'commission'] as const),
  ...(['swap', 'profit', 'comment'] as const),
];

/**
 * Layouts of a signal's history, with columns by their order, since names are translated. A layout
 * is recognised by the columns that come twice: times, prices, and in some layouts volumes.
 */
const layouts: readonly { platform: 'MT4' | 'MT5'; columns: readonly ListField[] }[] = [
  { platform: 'MT4', columns: fields.filter((field) => field !== 'closed_volume') },
  {
    platform: 'MT5',
    columns: fields.filter((field) => field !== 'stop_loss' && field !== 'take_profit'),
  },
  { platform: 'MT5', columns: fields },
];

const twins: readonly (readonly [ListField, ListField])[] = [
  ['opened_at', 'closed_at'],
  ['open_price', 'close_price'],
  ['volume', 'closed_volume'],
];

/** History of a signal that mql5.com exports. */
export const mql5 = listFormat({
  name: 'mql5',
  describe: makeReason('import_mql5'),
  noun: 'history of a signal',
  expected: makeReason('file_expected_mql5'),
  lacks: 'no columns Time, Type, Volume, Symbol, Price with a second Time and Price',
  isText: true,
  dates: 'day first',
  headingsOf,
  word: 'side',
  kinds: [
    { words: /^(buy|sell) (stop )?(limit|stop)/i, kind: 'pending' },
    { words: /^(balance|bonus|correction)$/i, kind: 'by text' },
    { words: /^credit$/i, kind: 'credit' },
    {
      words: /^(balance|credit|charge|correction|bonus|commission|interest|dividend|tax)/i,
      kind: 'by type',
    },
  ],
  unknown: 'import_unknown_type',
  orderKind,
});

/** The layout whose twin columns are named alike, and no others are. */
function headingsOf(texts: readonly string[]): ListHeadings | undefined {
  const names = texts.map((text) => text.toLowerCase());
  if (names.some((name) => /^[-\d]/.test(name))) return undefined;
  const layout = layouts.find(({ columns }) => {
    const pairs = twins.filter((pair) => pair.every((field) => columns.includes(field)));
    const isTwice = pairs.every(([first, second]) => {
      const name = names[columns.indexOf(first)];
      return Boolean(name) && name === names[columns.indexOf(second)];
    });
    const shortest = columns.length - 1;
    const isLong = names.length >= shortest && names.length <= columns.length + 1;
    return isTwice && isLong && new Set(names.slice(0, shortest)).size === shortest - pairs.length;
  });
  if (layout === undefined) return undefined;
  const { columns, platform } = layout;
  const places = new Map(columns.map((field, at) => [field, at]));
  return { places, platform, columns: [...texts, ...columns.slice(texts.length)] };
}

function orderKind(cells: Cells<ListField>): RowKind {
  // MetaTrader 4 sums up the trades that it no longer lists below the symbol `profit`.
  const hasPrices = cells.text('open_price') !== '' || cells.text('close_price') !== '';
  if (cells.text('symbol') === 'profit' && !hasPrices) return 'older trades';
  if (isCancelled(cells)) return 'pending';
  if (cells.text('closed_at') === '' && cells.text('close_price') !== '') {
    throw new UnreadRow('import_no_closing');
  }
  return 'order';
}

/** A cancelled order moved no money. The comment of a trade may hold the same word. */
function isCancelled(cells: Cells<ListField>): boolean {
  const profit = cells.text('profit');
  const isWord = /cancel+ed/i;
  if (isWord.test(cells.text('close_price') + profit)) return true;
  return isWord.test(cells.text('comment')) && !/[1-9]/.test(profit);
}
