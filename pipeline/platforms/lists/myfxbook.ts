import { isoCurrencies } from '../../../sql/raw/currencies.ts';
import { makeReason } from '../../base/reasons/reason.ts';
import { unreadableAt } from '../../read/bounds.ts';
import { compareDecimals, negateDecimal, sumDecimals } from '../../read/decimals.ts';
import type { Notation } from '../../read/notation.ts';
import {
  aboveHeadings,
  type Cells,
  createCells,
  type Headings,
  refusePips,
  sideOf,
  UnreadRow,
} from '../source/cells.ts';
import type { Imported, ImportOptions } from '../source/format.ts';
import type { Side } from '../source/orders.ts';
import type { Peek } from '../source/peek.ts';
import { type ColumnNames, headingsIn } from './columns.ts';
import { importLedger } from './ledger.ts';
import type { LedgerEntry, LedgerReader } from './ledger-form.ts';
import { closedIn, orderColumns, orderIn, timeIn } from './listed-orders.ts';

const columns = [
  { field: 'opened', names: /^open (date|time)$/ },
  { field: 'closed', names: /^close (date|time)$/ },
  { field: 'action', names: /^action$/ },
  { field: 'profit', names: /^(net )?profit( ?\([a-z]{3,5}\))?$/ },
  ...orderColumns,
] as const satisfies ColumnNames<string>;
type Field = (typeof columns)[number]['field'];

const needed: readonly Field[] = ['opened', 'symbol', 'action', 'volume', 'entry', 'profit'];

const expected = makeReason('file_expected_myfxbook');

/** Imports the history of an account that Myfxbook exports. */
export const importMyfxbook = (file: string, options: ImportOptions): Promise<Imported> =>
  importLedger(file, options, {
    noun: 'history of Myfxbook',
    expected,
    createReader,
    dates: 'month first',
  });

/** Why a file is no history of Myfxbook. */
export function refuseMyfxbook({ kind, rows }: Peek): string | null {
  if (kind !== 'text' && kind !== 'workbook') return 'neither CSV nor a workbook';
  const isHere = rows.some(({ cells }) =>
    headingsOf(cells.map(({ text }) => text))?.places.has('closed'),
  );
  return isHere ? null : 'no columns Open Date, Close Date, Action, Open Price, Profit';
}

/** Titles of the tables below each other. Any other cell alone is what remains of a row. */
const titles = /^(open|closed|pending) (trades|orders|positions)$/i;

const headingsOf = (texts: readonly string[]): Headings<Field> | undefined =>
  headingsIn<Field>(columns, needed, texts);

function createReader(notation: Notation): LedgerReader {
  let columnsNow: Headings<Field> | undefined;
  let title = '';
  let currency = '';
  let turned = 0;
  let listsPositions = false;
  return {
    read(row) {
      const { texts } = row;
      const some = texts.filter((text) => text !== '');
      if (some.length === 0) return null;
      const headings = headingsOf(texts);
      if (headings !== undefined) {
        columnsNow = headings;
        refusePips(texts[headings.places.get('profit') ?? -1]);
        currency ||= currencyIn(texts, row.line);
        return null;
      }
      const [only = ''] = some;
      if (some.length === 1 && (columnsNow === undefined || titles.test(only))) {
        title = only.toLowerCase();
        if (title === 'open trades') listsPositions = true;
        return null;
      }
      if (columnsNow === undefined) throw new UnreadRow(aboveHeadings);
      if (some.length === 1) throw new UnreadRow(makeReason('import_one_cell'));
      const cells = createCells(columnsNow, row, notation);
      const action = cells.word('action');
      const side = sideOf(action);
      // Trades must not look open because the column has another name.
      if (side !== null && title === '' && !columnsNow.places.has('closed')) {
        throw new UnreadRow(makeReason('import_no_close_date'));
      }
      // An order has no result yet. What has one is a position, whatever the title says.
      const isWithoutResult = cells.text('closed') === '' && !/[1-9]/.test(cells.text('profit'));
      const isUnderOrders = title === 'open orders' && side !== null && isWithoutResult;
      if (isUnderOrders || /^(buy|sell) (limit|stop)/i.test(action)) {
        return { kind: 'left out', what: 'import_pending_left_out' };
      }
      if (side !== null) return orderOf(cells, side);
      const booking = bookingIn(cells, action);
      if (booking.isTurned) turned++;
      return booking.entry;
    },
    findings: () => ({
      isHeaded: columnsNow !== undefined,
      listsPositions,
      currency,
      platform: '',
      notes: turned > 0 ? [makeReason('import_turned', { count: turned })] : [],
    }),
  };
}

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

function orderOf(cells: Cells<Field>, side: Side): LedgerEntry {
  const printed = orderIn(cells, side);
  const costs = [printed.commission, printed.swap].filter(Boolean).map(negateDecimal);
  // What is printed is net.
  const order = { ...printed, profit: sumDecimals([printed.profit, ...costs]) };
  if (cells.text('closed') === '') return { kind: 'position', account: '', order };
  return { kind: 'trade', account: '', order: closedIn(cells, order) };
}

function bookingIn(cells: Cells<Field>, action: string): { entry: LedgerEntry; isTurned: boolean } {
  if (!/^(deposit|withdrawal|balance|credit|interest|bonus|adjustment)/i.test(action)) {
    throw new UnreadRow(makeReason('import_unknown_action', { value: action.slice(0, 60) }));
  }
  const amount = cells.needed('profit');
  const isTurned = /^withdrawal/i.test(action) && compareDecimals(amount, '0') > 0;
  const type = /^credit/i.test(action) ? 'credit' : 'balance';
  const flow = {
    id: cells.text('ticket'),
    at: timeIn(cells, cells.text('opened') === '' ? 'closed' : 'opened'),
    amount: isTurned ? negateDecimal(amount) : amount,
    says: { type, text: cells.text('comment'), action },
  } as const;
  return { entry: { kind: 'flow', account: '', flow }, isTurned };
}
