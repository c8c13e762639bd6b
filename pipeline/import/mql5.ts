import {
  aboveHeadings,
  type Cells,
  createCells,
  type Headings,
  sideOf,
  UnreadRow,
} from './cells.ts';
import type { Imported, ImportOptions } from './format.ts';
import { type Entry, importLedger, type LedgerReader } from './ledger.ts';
import { cashFlowKind } from './mt4/cash-flow-kinds.ts';
import type { Order, Side } from './orders.ts';
import type { Peek } from './peek.ts';
import { readTime } from './times.ts';

const fields = [
  ...['opened', 'type', 'volume', 'symbol', 'entry', 'stop loss', 'take profit'],
  ...['closed volume', 'closed', 'exit', 'commission', 'swap', 'profit', 'comment'],
] as const;
type Field = (typeof fields)[number];

/**
 * The layouts of a signal's history, columns by their order: names are translated, and known
 * are they by which of them come twice, times and prices, and where volumes do.
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

const expected =
  'expected the history of a signal of mql5.com (CSV): Time;Type;Volume;Symbol;Price;S/L;T/P;Time;Price;Commission;Swap;Profit;Comment';

/** Imports the history of a signal that mql5.com exports. */
export const importMql5 = (file: string, options: ImportOptions): Promise<Imported> =>
  importLedger(file, options, { noun: 'history of a signal', expected, createReader });

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

function createReader(): LedgerReader {
  let layout: Layout | undefined;
  let headings: Headings<Field> | undefined;
  return {
    read({ texts }) {
      if (texts.every((text) => text === '')) return null;
      const found = layoutOf(texts);
      if (found !== undefined) {
        layout = found;
        const places = new Map<Field, number>(found.columns.map((field, at) => [field, at]));
        headings = { places, columns: Math.max(texts.length, found.columns.length) };
      }
      if (found !== undefined) return null;
      if (headings === undefined) throw new UnreadRow(aboveHeadings);
      return entryOf(createCells(headings, texts));
    },
    findings: () => ({
      isHeaded: headings !== undefined,
      listsPositions: false,
      currency: '',
      platform: layout?.platform ?? '',
      notes: [],
    }),
  };
}

function entryOf(cells: Cells<Field>): Entry {
  const type = cells.word('type').toLowerCase();
  if (/^(buy|sell) (stop )?(limit|stop)/.test(type)) {
    return { kind: 'left out', what: 'pending orders' };
  }
  const side = sideOf(type);
  if (side !== null) return orderIn(cells, side);
  if (!/^(balance|credit|charge|correction|bonus|commission|interest|dividend|tax)/.test(type)) {
    throw new UnreadRow(`type \`${type.slice(0, 60)}\` is none that is known`);
  }
  const text = type === 'balance' ? cells.text('comment') : type;
  const kind = cashFlowKind(type === 'credit' ? 'credit' : 'balance', text);
  const flow = { id: '', at: timeIn(cells, 'opened'), amount: cells.needed('profit'), kind };
  return { kind: 'flow', account: '', flow };
}

function orderIn(cells: Cells<Field>, side: Side): Entry {
  if (/cancel+ed/i.test(cells.text('exit') + cells.text('profit') + cells.text('comment'))) {
    return { kind: 'left out', what: 'pending orders' };
  }
  const order: Order = {
    ...{ ticket: '', symbol: cells.word('symbol'), side },
    // What was closed, where the opened volume stands beside it.
    volume: cells.volume(cells.text('closed volume') === '' ? 'volume' : 'closed volume'),
    openPrice: cells.needed('entry'),
    stopLoss: cells.level('stop loss'),
    takeProfit: cells.level('take profit'),
    opened: timeIn(cells, 'opened'),
    profit: cells.needed('profit'),
    commission: cells.optional('commission'),
    swap: cells.optional('swap'),
    comment: cells.text('comment'),
  };
  if (cells.text('closed') === '') {
    const ticket = `${order.symbol}-${order.opened}-${order.openPrice}-${order.volume}`;
    return { kind: 'position', account: '', order: { ...order, ticket } };
  }
  const closed = { closed: timeIn(cells, 'closed'), closePrice: cells.needed('exit') };
  return { kind: 'trade', account: '', order: { ...order, ...closed } };
}

function timeIn(cells: Cells<Field>, field: Field): number {
  const time = readTime(cells.text(field), 'day first');
  if (time === null) throw new UnreadRow(`${field} \`${cells.text(field)}\` is no date and time`);
  return time.at;
}
