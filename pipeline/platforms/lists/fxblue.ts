import { makeReason } from '../../base/reasons/reason.ts';
import { compareDecimals, sumDecimals } from '../../read/decimals.ts';
import type { Notation } from '../../read/notation.ts';
import { type Cells, type Headings, sideOf, UnreadRow } from '../source/cells.ts';
import type { Imported, ImportOptions } from '../source/format.ts';
import type { Order } from '../source/orders.ts';
import type { Peek } from '../source/peek.ts';
import { type ColumnNames, headingsIn } from './columns.ts';
import { importLedger } from './ledger.ts';
import type { LedgerEntry } from './ledger-form.ts';
import {
  closedIn,
  createHeadedReader,
  isNoTime,
  orderColumns,
  orderIn,
  timeIn,
} from './listed-orders.ts';

const columns = [
  { field: 'type', names: /^type$/ },
  { field: 'side', names: /^buy\/sell$/ },
  { field: 'opened', names: /^open time$/ },
  { field: 'closed', names: /^close time$/ },
  { field: 'profit', names: /^profit$/ },
  { field: 'net profit', names: /^net profit$/ },
  { field: 'account', names: /^account$/ },
  ...orderColumns,
] as const satisfies ColumnNames<string>;
type Field = (typeof columns)[number]['field'];

const needed: readonly Field[] = ['type', 'symbol', 'side', 'opened', 'closed', 'profit'];

const expected = makeReason('file_expected_fxblue');

/** Imports the trades that FX Blue exports of one account or several. */
export const importFxblue = (file: string, options: ImportOptions): Promise<Imported> =>
  importLedger(file, options, {
    noun: 'trades of FX Blue',
    expected,
    createReader,
    dates: 'month first',
  });

/** Why a file is not a list of FX Blue. */
export function refuseFxblue({ kind, rows }: Peek): string | null {
  if (kind !== 'text' && kind !== 'workbook') return 'neither CSV nor a workbook';
  const isHere = rows.some(({ cells }) => headingsOf(cells.map(({ text }) => text)));
  return isHere ? null : 'no columns Type, Buy/sell, Open time, Close time, Profit';
}

const headingsOf = (texts: readonly string[]): Headings<Field> | undefined =>
  headingsIn<Field>(columns, needed, texts);

const createReader = (notation: Notation) =>
  createHeadedReader<Field>({ headingsOf, entryOf, result: 'profit' }, notation);

function entryOf(cells: Cells<Field>): LedgerEntry {
  const type = cells.word('type').toLowerCase();
  if (/pending|cancel+ed/.test(type)) return { kind: 'left out', what: 'import_pending_left_out' };
  if (/^(closed|open) (position|trade|order)$/.test(type)) {
    return orderOf(cells, type.startsWith('open'));
  }
  if (/deposit|withdrawal|balance|credit|bonus|interest|dividend|fee|charge/.test(type)) {
    return bookingIn(cells, type);
  }
  throw new UnreadRow(makeReason('import_unknown_type', { value: type.slice(0, 60) }));
}

function orderOf(cells: Cells<Field>, isOpen: boolean): LedgerEntry {
  const side = sideOf(cells.text('side'));
  if (side === null)
    throw new UnreadRow(makeReason('import_unknown_side', { value: cells.text('side') }));
  const order = orderIn(cells, side);
  const shared = { account: cells.text('account'), ...faultOf(cells, order) };
  if (isOpen) return { kind: 'position', ...shared, order };
  return { kind: 'trade', ...shared, order: closedIn(cells, order) };
}

/** Each row prints what it brought before and after costs. */
function faultOf(
  cells: Cells<Field>,
  { profit, commission, swap }: Order,
): Pick<Extract<LedgerEntry, { fault?: unknown }>, 'fault'> {
  const net = cells.optional('net profit');
  const sum = sumDecimals([profit, commission, swap].filter(Boolean));
  if (net === '' || compareDecimals(net, sum) === 0) return {};
  return { fault: (line) => makeReason('import_uneven_row', { line, amount: net, value: sum }) };
}

function bookingIn(cells: Cells<Field>, type: string): LedgerEntry {
  const flow = {
    id: cells.text('ticket').replace(/^0$/, ''),
    at: timeIn(cells, isNoTime(cells.text('opened')) ? 'closed' : 'opened'),
    amount: cells.needed(cells.text('profit') === '' ? 'net profit' : 'profit'),
    says: {
      type: type.includes('credit') ? 'credit' : 'balance',
      text: cells.text('comment'),
      action: type,
    },
  } as const;
  const net = cells.optional('net profit');
  const isSame = net === '' || compareDecimals(net, flow.amount) === 0;
  const uneven = (line: number) =>
    makeReason('import_uneven_flow', { line, amount: net, value: flow.amount });
  const fault = isSame ? {} : { fault: uneven };
  return { kind: 'flow', account: cells.text('account'), ...fault, flow };
}
