import { makeReason } from '../../base/reasons/reason.ts';
import type { Notation } from '../../read/notation.ts';
import { dateOrderReason } from '../../read/times.ts';
import {
  aboveHeadings,
  type Cells,
  createCells,
  type Headings,
  refusePips,
  UnreadRow,
} from '../source/cells.ts';
import type { ClosedOrder, Order, Side } from '../source/orders.ts';
import type { ColumnNames } from './columns.ts';
import type { LedgerEntry, LedgerReader } from './ledger-form.ts';

/** Columns that lists of trades have in common, by what sites call them; others are their own. */
export const orderColumns = [
  { field: 'ticket', names: /^ticket$/ },
  { field: 'symbol', names: /^symbol$/ },
  { field: 'volume', names: /^(units\/lots|lots|units|volume)$/ },
  { field: 'stop loss', names: /^(sl|s\/l|stop loss)( ?\(price\))?$/ },
  { field: 'take profit', names: /^(tp|t\/p|take profit)( ?\(price\))?$/ },
  { field: 'entry', names: /^open price$/ },
  { field: 'exit', names: /^close price$/ },
  { field: 'commission', names: /^commission$/ },
  { field: 'swap', names: /^(swap|interest)$/ },
  { field: 'comment', names: /^(order )?comment$/ },
  { field: 'magic number', names: /^magic( number)?$/ },
] as const satisfies ColumnNames<string>;

export type OrderField = (typeof orderColumns)[number]['field'] | 'opened' | 'closed' | 'profit';

/** Reads rows below headings, which may come again; refuses rows above the first headings. */
export function createHeadedReader<Field extends string>(
  form: {
    headingsOf(texts: readonly string[]): Headings<Field> | undefined;
    /** Column with the results of trades. */
    result: Field;
    entryOf(cells: Cells<Field>): LedgerEntry;
    findings?(): Partial<ReturnType<LedgerReader['findings']>>;
  },
  notation: Notation,
): LedgerReader {
  let headings: Headings<Field> | undefined;
  return {
    read(row) {
      const { texts } = row;
      if (texts.every((text) => text === '')) return null;
      const found = form.headingsOf(texts);
      if (found !== undefined) {
        headings = found;
        refusePips(found.columns[found.places.get(form.result) ?? -1]);
        return null;
      }
      if (headings === undefined) throw new UnreadRow(aboveHeadings);
      if (saysOnlyWhen(texts, headings, notation)) return null;
      return form.entryOf(createCells(headings, row, notation));
    },
    findings: () => ({
      isHeaded: headings !== undefined,
      listsPositions: false,
      currency: '',
      platform: '',
      notes: [],
      ...form.findings?.(),
    }),
  };
}

/**
 * Returns true for a whole row with a time and nothing else, which says nothing. A row that was cut
 * off behind its time has fewer cells.
 */
function saysOnlyWhen(
  texts: readonly string[],
  { columns }: Headings<string>,
  notation: Notation,
): boolean {
  const [only = '', ...others] = texts.filter((text) => text !== '');
  const isAlone = others.length === 0 && texts.length >= columns.length;
  return isAlone && /\d:\d\d/.test(only) && notation.time(only) !== null;
}

/** Reads the columns of an order while it is open. A missing column is empty. */
export function orderIn(cells: Cells<OrderField>, side: Side): Order {
  return {
    ticket: cells.text('ticket'),
    symbol: cells.word('symbol'),
    side,
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
}

/** Reads the columns of a closed order. */
export const closedIn = (cells: Cells<OrderField>, order: Order): ClosedOrder => ({
  ...order,
  closed: timeIn(cells, 'closed'),
  closePrice: cells.needed('exit'),
  stopsKnown: cells.has('stop loss'),
});

/** A time of a row; one that cannot be read makes it none. */
export function timeIn(cells: Cells<OrderField>, field: 'opened' | 'closed'): number {
  const printed = cells.text(field);
  const time = isNoTime(printed) ? null : cells.notation.time(printed);
  if (time === null)
    throw new UnreadRow(
      makeReason('import_field_not_time', {
        name: cells.nameOf(field),
        value: printed,
        text: dateOrderReason(cells.notation.dates),
      }),
    );
  return time.at;
}

/** Returns true for a text that stands for no time. */
export const isNoTime = (text: string): boolean => text === '' || /^1970[/.-]01[/.-]01/.test(text);
