import type { Platform } from '../../../sql/raw/accounts.ts';
import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import type { TextRow } from '../../read/cells/csv-rows.ts';
import { compareDecimals, negateDecimal, sumDecimals } from '../../read/decimals.ts';
import type { Notation } from '../../read/notation.ts';
import { dateOrderReason } from '../../read/times.ts';
import {
  type BalanceBooking,
  type CashFlowKind,
  readBalanceText,
} from '../source/cash-flow-kinds.ts';
import { type Cells, createCells, refusePips, sideOf, UnreadRow } from '../source/cells.ts';
import type { ClosedOrder, Order, Side } from '../source/orders.ts';
import type { ListField, ListForm, ListHeadings, RowKind } from './list-form.ts';

/** Money that moved without a trade. */
interface ListedFlow {
  /** Empty where the export has none. */
  id: string;
  at: number;
  amount: string;
  /** Kind by the row's type, or the booking that decides by its text. */
  says: CashFlowKind | BalanceBooking;
}

/**
 * Entry in a row of a list of trades. The account number is empty if the list has only one account.
 */
export type LedgerEntry =
  | (Told & { kind: 'trade'; order: ClosedOrder })
  | (Told & { kind: 'position'; order: Order })
  | (Told & { kind: 'flow'; flow: ListedFlow })
  | { kind: 'left out'; what: LeftOutCode };

/** Reason codes of rows that are left out. */
export type LeftOutCode = 'import_pending_left_out' | 'import_skipped';

/** Reason codes of notes about rows, which are counted. */
export type RemarkCode = 'import_archived_line' | 'import_turned' | 'import_became_open';

interface Told {
  account: string;
  remark?: RemarkCode | undefined;
  /** Contradiction within the row. */
  fault?: ((line: number) => CodedReason) | undefined;
}

export interface ListReader {
  /**
   * Reads a row. Throws an `UnreadRow`; returns null for headings and other rows without an entry.
   */
  read(row: TextRow): LedgerEntry | null;
  /** Findings, once all rows are read. */
  readonly found: {
    isHeaded: boolean;
    /** A list of open positions stands there, be it empty. */
    listsPositions: boolean;
    currency: string;
    platform: Platform | '';
    /** Columns of costs with amounts that count in no result. */
    readonly lostCosts: Set<string>;
  };
}

/** Reads rows below headings, which may come again; refuses rows above the first headings. */
export function createListReader(form: ListForm, notation: Notation): ListReader {
  const found: ListReader['found'] = {
    isHeaded: false,
    listsPositions: false,
    currency: '',
    platform: '',
    lostCosts: new Set(),
  };
  let headings: ListHeadings | undefined;
  let title = '';
  return {
    found,
    read(row) {
      const some = row.texts.filter((text) => text !== '');
      if (some.length === 0) return null;
      const next = form.headingsOf(row.texts);
      if (next !== undefined) {
        headings = next;
        refusePips(next.columns[next.places.get('profit') ?? -1]);
        found.isHeaded = true;
        found.currency ||= form.currencyIn?.(row.texts, row.line) ?? '';
        found.platform = next.platform ?? found.platform;
        return null;
      }
      const [only = ''] = some;
      const isAlone = some.length === 1;
      if (isAlone && form.titles && (headings === undefined || form.titles.test(only))) {
        title = only.toLowerCase();
        found.listsPositions ||= title === 'open trades';
        return null;
      }
      if (headings === undefined) throw new UnreadRow('import_no_headings');
      if (isAlone && form.titles) throw new UnreadRow('import_one_cell');
      if (isAlone && saysOnlyWhen(only, row, headings, notation)) return null;
      if (!form.isNet) {
        for (const column of costsBeside(headings, row)) found.lostCosts.add(column);
      }
      return entryOf(createCells(headings, row, notation), form, title);
    },
  };
}

const costs =
  /^(tax(es)?|(overnight |other |conversion )?fees?|charges?|commissions?|swaps?|rollover|financing|interest|storage)$/i;

/** Lists columns of costs that no field is read from, and in which a row has an amount. */
function costsBeside({ places, columns }: ListHeadings, { texts }: TextRow): string[] {
  if (places.has('net_profit')) return [];
  const read = new Set(places.values());
  return columns.filter(
    (column, at) => costs.test(column) && !read.has(at) && /[1-9]/.test(texts[at] ?? ''),
  );
}

/**
 * Returns true for a whole row with a time and nothing else, which says nothing. A row that was cut
 * off behind its time has fewer cells.
 */
const saysOnlyWhen = (
  only: string,
  { texts }: TextRow,
  { columns }: ListHeadings,
  notation: Notation,
): boolean =>
  texts.length >= columns.length && /\d:\d\d/.test(only) && notation.time(only) !== null;

function entryOf(cells: Cells<ListField>, form: ListForm, title: string): LedgerEntry {
  const printed = cells.word(form.word);
  const word = form.wordFor?.(printed) ?? printed;
  const side = form.word === 'side' ? sideOf(word) : null;
  const byWord = form.kinds.find(({ words }) => words.test(word))?.kind ?? (side && 'order');
  if (byWord === null) {
    throw new UnreadRow(form.unknown, { value: printed.slice(0, 60) });
  }
  const kind = byWord === 'order' ? kindOfOrder(cells, form, title) : byWord;
  switch (kind) {
    case 'pending':
      return { kind: 'left out', what: 'import_pending_left_out' };
    case 'skipped':
      return { kind: 'left out', what: 'import_skipped' };
    case 'order':
    case 'open order':
    case 'closed order':
      return orderOf(cells, form, side ?? sideIn(cells), kind);
    case 'older trades':
      return olderTrades(cells);
    default:
      return bookingOf(cells, form, word, kind);
  }
}

function kindOfOrder(cells: Cells<ListField>, form: ListForm, title: string): RowKind {
  // Trades must not look open because the column has another name.
  if (title === '' && !cells.has('closed_at')) {
    throw new UnreadRow('import_no_close_date');
  }
  // An order has no result yet. What has one is a position, whatever the title says.
  const hasResult = cells.text('closed_at') !== '' || /[1-9]/.test(cells.text('profit'));
  if (title === 'open orders' && !hasResult) return 'pending';
  return form.orderKind?.(cells) ?? 'order';
}

function sideIn(cells: Cells<ListField>): Side {
  const side = sideOf(cells.text('side'));
  if (side !== null) return side;
  throw new UnreadRow('import_unknown_side', { value: cells.text('side') });
}

function orderOf(
  cells: Cells<ListField>,
  { isNet, notesOpen }: ListForm,
  side: Side,
  kind: 'order' | 'open order' | 'closed order',
): LedgerEntry {
  const printed = orderIn(cells, side);
  const { profit, commission, swap } = printed;
  const costs = [commission, swap].filter(Boolean);
  const order = isNet
    ? { ...printed, profit: sumDecimals([profit, ...costs.map(negateDecimal)]) }
    : printed;
  const fault = unevenIn(cells, 'import_uneven_row', sumDecimals([profit, ...costs]));
  const shared = { account: cells.text('account'), fault };
  if (kind === 'open order' || (kind === 'order' && cells.text('closed_at') === '')) {
    const remark = notesOpen ? 'import_became_open' : undefined;
    return { kind: 'position', ...shared, order, remark };
  }
  return { kind: 'trade', ...shared, order: closedIn(cells, order) };
}

/** Reads the columns of an order while it is open. A missing column is empty. */
const orderIn = (cells: Cells<ListField>, side: Side): Order => ({
  ticket: cells.text('ticket'),
  symbol: cells.word('symbol'),
  side,
  // If the opened volume has a column too, the closed volume counts.
  volume: cells.volume(cells.text('closed_volume') === '' ? 'volume' : 'closed_volume'),
  openPrice: cells.needed('open_price'),
  stopLoss: cells.level('stop_loss'),
  takeProfit: cells.level('take_profit'),
  opened: timeIn(cells, 'opened_at'),
  profit: cells.needed('profit'),
  commission: cells.optional('commission'),
  swap: cells.optional('swap'),
  comment: cells.text('comment'),
  magicNumber: cells.text('magic_number').replace(/^0$/, ''),
});

const closedIn = (cells: Cells<ListField>, order: Order): ClosedOrder => ({
  ...order,
  closed: timeIn(cells, 'closed_at'),
  closePrice: cells.needed('close_price'),
  stopsKnown: cells.has('stop_loss'),
});

function bookingOf(
  cells: Cells<ListField>,
  { isUnsigned }: ListForm,
  word: string,
  kind: 'by text' | 'by type' | CashFlowKind,
): LedgerEntry {
  const says = {
    'by text': { type: 'balance', text: cells.text('comment'), action: word } as const,
    'by type': readBalanceText(word).kind,
    flow: 'flow',
    adjustment: 'adjustment',
    credit: 'credit',
  } as const;
  const id = cells.text('ticket').replace(/^0$/, '');
  const at = timeIn(cells, isNoTime(cells.text('opened_at')) ? 'closed_at' : 'opened_at');
  const isInNet = cells.text('profit') === '' && cells.has('net_profit');
  const printed = cells.needed(isInNet ? 'net_profit' : 'profit');
  const isTurned = isUnsigned && /^withdrawal/i.test(word) && compareDecimals(printed, '0') > 0;
  const amount = isTurned ? negateDecimal(printed) : printed;
  return {
    kind: 'flow',
    account: cells.text('account'),
    flow: { id, at, amount, says: says[kind] },
    fault: unevenIn(cells, 'import_uneven_flow', amount),
    remark: isTurned ? 'import_turned' : undefined,
  };
}

/** Reads a line for all trades that the list no longer has: a result without a trade. */
function olderTrades(cells: Cells<ListField>): LedgerEntry {
  const parts = [cells.needed('profit'), cells.optional('commission'), cells.optional('swap')];
  const at = timeIn(cells, cells.text('closed_at') === '' ? 'opened_at' : 'closed_at');
  const amount = sumDecimals(parts.filter(Boolean));
  const flow = { id: '', at, amount, says: 'adjustment' } as const;
  return { kind: 'flow', account: '', flow, remark: 'import_archived_line' };
}

/** Compares a result with the column of net results, where the list has one. */
function unevenIn(
  cells: Cells<ListField>,
  code: 'import_uneven_row' | 'import_uneven_flow',
  value: string,
): Told['fault'] {
  const amount = cells.optional('net_profit');
  if (amount === '' || compareDecimals(amount, value) === 0) return undefined;
  return (line) => makeReason(code, { line, amount, value });
}

/** A time of a row; one that cannot be read, or that is on a clock of its own, makes it none. */
function timeIn(cells: Cells<ListField>, field: 'opened_at' | 'closed_at'): number {
  const value = cells.text(field);
  const name = cells.nameOf(field);
  const time = isNoTime(value) ? null : cells.notation.time(value);
  if (time === null) {
    const text = dateOrderReason(cells.notation.dates);
    throw new UnreadRow('import_field_not_time', { name, value, text });
  }
  if (time.hasOffset && !/(Z|UTC|GMT|[+-]00:?00)$/.test(value)) {
    throw new UnreadRow('import_field_offset', { name, value });
  }
  return time.at;
}

/** Returns true for a text that stands for no time. */
const isNoTime = (text: string): boolean => text === '' || /^1970[/.-]01[/.-]01/.test(text);
