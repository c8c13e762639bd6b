import { makeReason } from '../../base/reasons/reason.ts';
import { sumDecimals } from '../../read/decimals.ts';
import type { Notation } from '../../read/notation.ts';
import { Sum } from '../../read/sums.ts';
import { readBalanceText } from '../source/cash-flow-kinds.ts';
import { type Cells, sideOf, UnreadRow } from '../source/cells.ts';
import type { Imported, ImportOptions } from '../source/format.ts';
import type { Side } from '../source/orders.ts';
import type { Peek } from '../source/peek.ts';
import { importLedger } from './ledger.ts';
import type { LedgerEntry, LedgerReader } from './ledger-form.ts';
import { closedIn, createHeadedReader, type OrderField, orderIn, timeIn } from './listed-orders.ts';

const fields = [
  ...['opened', 'type', 'volume', 'symbol', 'entry', 'stop loss', 'take profit'],
  ...['closed volume', 'closed', 'exit', 'commission', 'swap', 'profit', 'comment'],
] as const;
type Field = (typeof fields)[number] | OrderField;

/**
 * Layouts of a signal's history, with columns by their order, since names are translated. A layout
 * is recognised by the columns that come twice: times, prices, and in some layouts volumes.
 */
const layouts = [
  {
    platform: 'MT4',
    columns: fields.filter((field) => field !== 'closed volume'),
  },
  {
    platform: 'MT5',
    columns: fields.filter((field) => field !== 'stop loss' && field !== 'take profit'),
  },
  { platform: 'MT5', columns: fields },
] as const;
type Layout = (typeof layouts)[number];

const twins: readonly (readonly [Field, Field])[] = [
  ['opened', 'closed'],
  ['entry', 'exit'],
  ['volume', 'closed volume'],
];

const expected = makeReason('file_expected_mql5');

/** Imports the history of a signal that mql5.com exports. */
export const importMql5 = (file: string, options: ImportOptions): Promise<Imported> =>
  importLedger(file, options, {
    noun: 'history of a signal',
    expected,
    createReader,
    dates: 'day first',
  });

/** Why a file is no history of a signal. */
export function refuseMql5({ kind, rows }: Peek): string | null {
  if (kind !== 'text') return 'no CSV';
  const isHere = rows.some(({ cells }) => layoutOf(cells.map(({ text }) => text)));
  return isHere
    ? null
    : 'no columns Time, Type, Volume, Symbol, Price with a second Time and Price';
}

/** The layout whose twin columns are named alike, and no others are. */
function layoutOf(texts: readonly string[]): Layout | undefined {
  const names = texts.map((text) => text.toLowerCase());
  if (names.some((name) => /^[-\d]/.test(name))) return undefined;
  return layouts.find(({ columns }) => {
    const places = new Map<Field, number>(columns.map((field, at) => [field, at]));
    const pairs = twins.filter((pair) => pair.every((field) => places.has(field)));
    const isTwice = pairs.every(([first, second]) => {
      const name = names[places.get(first) ?? -1];
      return Boolean(name) && name === names[places.get(second) ?? -1];
    });
    const shortest = columns.length - 1;
    const isLong = names.length >= shortest && names.length <= columns.length + 1;
    return isTwice && isLong && new Set(names.slice(0, shortest)).size === shortest - pairs.length;
  });
}

function createReader(notation: Notation): LedgerReader {
  let layout: Layout | undefined;
  const archived = new Sum();
  let archives = 0;
  return createHeadedReader<Field>(
    {
      result: 'profit',
      headingsOf(texts) {
        const found = layoutOf(texts);
        if (found === undefined) return undefined;
        layout = found;
        const places = new Map<Field, number>(found.columns.map((field, at) => [field, at]));
        return { places, columns: [...texts, ...found.columns.slice(texts.length)] };
      },
      entryOf(cells) {
        const entry = entryOf(cells);
        if (entry.kind === 'flow' && isArchive(cells)) {
          archives++;
          archived.add(entry.flow.amount);
        }
        return entry;
      },
      findings: () => ({
        platform: layout?.platform ?? '',
        notes:
          archives === 0
            ? []
            : [makeReason('import_archived_line', { count: archives, amount: archived.value })],
      }),
    },
    notation,
  );
}

function entryOf(cells: Cells<Field>): LedgerEntry {
  const type = cells.word('type').toLowerCase();
  if (/^(buy|sell) (stop )?(limit|stop)/.test(type)) {
    return { kind: 'left out', what: 'import_pending_left_out' };
  }
  const side = sideOf(type);
  if (side !== null) return orderOf(cells, side);
  if (!/^(balance|credit|charge|correction|bonus|commission|interest|dividend|tax)/.test(type)) {
    throw new UnreadRow(makeReason('import_unknown_type', { value: type.slice(0, 60) }));
  }
  const says = /^(balance|bonus|correction)$/.test(type)
    ? ({ type: 'balance', text: cells.text('comment'), action: type } as const)
    : type === 'credit'
      ? ('credit' as const)
      : readBalanceText(type).kind;
  const flow = { id: '', at: timeIn(cells, 'opened'), amount: cells.needed('profit'), says };
  return { kind: 'flow', account: '', flow };
}

/**
 * Line for all trades that MetaTrader 4 no longer lists: the symbol `profit`, no prices, and the
 * totals of costs and results.
 */
const isArchive = (cells: Cells<Field>): boolean =>
  cells.text('symbol') === 'profit' && cells.text('entry') === '' && cells.text('exit') === '';

function archiveOf(cells: Cells<Field>): LedgerEntry {
  const parts = [cells.needed('profit'), cells.optional('commission'), cells.optional('swap')];
  const at = timeIn(cells, cells.text('closed') === '' ? 'opened' : 'closed');
  const amount = sumDecimals(parts.filter(Boolean));
  return { kind: 'flow', account: '', flow: { id: '', at, amount, says: 'adjustment' } };
}

/** A cancelled order moved no money. The comment of a trade may hold the same word. */
function isCancelled(cells: Cells<Field>): boolean {
  const profit = cells.text('profit');
  const isWord = /cancel+ed/i;
  if (isWord.test(cells.text('exit') + profit)) return true;
  return isWord.test(cells.text('comment')) && !/[1-9]/.test(profit);
}

function orderOf(cells: Cells<Field>, side: Side): LedgerEntry {
  if (isArchive(cells)) return archiveOf(cells);
  if (isCancelled(cells)) return { kind: 'left out', what: 'import_pending_left_out' };
  const printed = orderIn(cells, side);
  // If the opened volume has a column too, the closed volume counts.
  const isPart = cells.text('closed volume') !== '';
  const order = isPart ? { ...printed, volume: cells.volume('closed volume') } : printed;
  if (cells.text('closed') === '') {
    if (cells.text('exit') !== '') throw new UnreadRow(makeReason('import_no_closing'));
    return { kind: 'position', account: '', order };
  }
  return { kind: 'trade', account: '', order: closedIn(cells, order) };
}
