import {
  aboveHeadings,
  type Cells,
  createCells,
  type Headings,
  sideOf,
  UnreadRow,
} from './cells.ts';
import { type ColumnNames, headingsIn } from './columns.ts';
import { compareDecimals, sumDecimals } from './decimals.ts';
import type { Imported, ImportOptions } from './format.ts';
import { type Entry, importLedger, type LedgerReader } from './ledger.ts';
import { cashFlowKind } from './mt4/cash-flow-kinds.ts';
import type { Order } from './orders.ts';
import type { Peek } from './peek.ts';
import { readTime } from './times.ts';

const columns = [
  { field: 'type', names: /^type$/ },
  { field: 'ticket', names: /^ticket$/ },
  { field: 'symbol', names: /^symbol$/ },
  { field: 'volume', names: /^lots$/ },
  { field: 'side', names: /^buy\/sell$/ },
  { field: 'entry', names: /^open price$/ },
  { field: 'exit', names: /^close price$/ },
  { field: 'opened', names: /^open time$/ },
  { field: 'closed', names: /^close time$/ },
  { field: 'profit', names: /^profit$/ },
  { field: 'swap', names: /^swap$/ },
  { field: 'commission', names: /^commission$/ },
  { field: 'net profit', names: /^net profit$/ },
  { field: 'take profit', names: /^t\/p$/ },
  { field: 'stop loss', names: /^s\/l$/ },
  { field: 'magic number', names: /^magic number$/ },
  { field: 'comment', names: /^order comment$/ },
  { field: 'account', names: /^account$/ },
] as const satisfies ColumnNames<string>;
type Field = (typeof columns)[number]['field'];

const needed: readonly Field[] = ['type', 'symbol', 'side', 'opened', 'closed', 'profit'];

const expected =
  'expected the trades of accounts at FX Blue (CSV): Type, Ticket, Symbol, Lots, Buy/sell, Open time, Close time, Profit, ...';

/** Imports the trades that FX Blue exports of one account or several. */
export const importFxblue = (file: string, options: ImportOptions): Promise<Imported> =>
  importLedger(file, options, { noun: 'trades of FX Blue', expected, createReader });

/** Why a file is no list of FX Blue. */
export function refuseFxblue({ kind, rows }: Peek): string | null {
  if (kind !== 'text' && kind !== 'workbook') return 'neither CSV nor a workbook';
  const isHere = rows.some(({ cells }) => headingsOf(cells.map(({ text }) => text)));
  return isHere ? null : 'no columns Type, Buy/sell, Open time, Close time, Profit';
}

const headingsOf = (texts: readonly string[]): Headings<Field> | undefined =>
  headingsIn<Field>(columns, needed, texts);

function createReader(): LedgerReader {
  let columnsNow: Headings<Field> | undefined;
  return {
    read({ texts }) {
      if (texts.every((text) => text === '')) return null;
      const headings = headingsOf(texts);
      if (headings !== undefined) columnsNow = headings;
      if (headings !== undefined) return null;
      if (columnsNow === undefined) throw new UnreadRow(aboveHeadings);
      return entryOf(createCells(columnsNow, texts));
    },
    findings: () => ({
      isHeaded: columnsNow !== undefined,
      listsPositions: false,
      currency: '',
      platform: '',
      notes: [],
    }),
  };
}

function entryOf(cells: Cells<Field>): Entry {
  const type = cells.word('type').toLowerCase();
  if (/pending|cancel+ed/.test(type)) return { kind: 'left out', what: 'pending orders' };
  if (/^(closed|open) (position|trade|order)$/.test(type)) {
    return orderIn(cells, type.startsWith('open'));
  }
  if (/deposit|withdrawal|balance|credit|bonus|interest|dividend|fee|charge/.test(type)) {
    return bookingIn(cells, type);
  }
  throw new UnreadRow(`type \`${type.slice(0, 60)}\` is none that is known`);
}

function orderIn(cells: Cells<Field>, isOpen: boolean): Entry {
  const side = sideOf(cells.text('side'));
  if (side === null) throw new UnreadRow(`\`${cells.text('side')}\` is neither buy nor sell`);
  const order: Order = {
    ...{ ticket: cells.text('ticket'), symbol: cells.word('symbol'), side },
    volume: cells.volume('volume'),
    openPrice: cells.needed('entry'),
    stopLoss: cells.level('stop loss'),
    takeProfit: cells.level('take profit'),
    opened: timeIn(cells, 'opened'),
    profit: cells.needed('profit'),
    commission: cells.optional('commission'),
    swap: cells.optional('swap'),
    comment: cells.text('comment'),
    magicNumber: cells.text('magic number').replace(/^0$/, ''),
  };
  const told = { account: cells.text('account'), ...faultOf(cells, order) };
  if (isOpen) return { kind: 'position', ...told, order };
  const closed = { closed: timeIn(cells, 'closed'), closePrice: cells.needed('exit') };
  return { kind: 'trade', ...told, order: { ...order, ...closed } };
}

/** Each row prints what it brought before and after costs. */
function faultOf(cells: Cells<Field>, { profit, commission, swap }: Order): { fault?: string } {
  const net = cells.optional('net profit');
  const sum = sumDecimals([profit, commission, swap].filter(Boolean));
  if (net === '' || compareDecimals(net, sum) === 0) return {};
  return { fault: `Net profit prints ${net}, profit, swap and commission add up to ${sum}` };
}

function bookingIn(cells: Cells<Field>, type: string): Entry {
  const flow = {
    id: cells.text('ticket').replace(/^0$/, ''),
    at: timeIn(cells, isNever(cells.text('opened')) ? 'closed' : 'opened'),
    amount: cells.needed(cells.text('profit') === '' ? 'net profit' : 'profit'),
    kind: cashFlowKind(
      type.includes('credit') ? 'credit' : 'balance',
      cells.text('comment') || type,
    ),
  };
  const net = cells.optional('net profit');
  const isSame = net === '' || compareDecimals(net, flow.amount) === 0;
  const fault = isSame ? {} : { fault: `Net profit prints ${net}, profit ${flow.amount}` };
  return { kind: 'flow', account: cells.text('account'), ...fault, flow };
}

/** What stands where there is no time. */
const isNever = (text: string): boolean => text === '' || text.startsWith('1970/01/01');

function timeIn(cells: Cells<Field>, field: Field): number {
  const printed = cells.text(field);
  const time = isNever(printed) ? null : readTime(printed, 'month first');
  if (time === null) throw new UnreadRow(`${field} \`${printed}\` is no date and time`);
  return time.at;
}
