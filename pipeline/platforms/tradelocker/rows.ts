import { isDeepStrictEqual } from 'node:util';
import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { bounds, UnreadableExport } from '../../read/bounds.ts';
import { compareDecimals } from '../../read/decimals.ts';
import type { JsonValue } from '../../read/json-values.ts';
import { UnreadRow } from '../source/cells.ts';
import type { Order, Side } from '../source/orders.ts';
import { type AnswerReader, cellsOf, readerOf } from './cells.ts';
import type { Panel, Pieces } from './pieces.ts';

/** An order, or as much of it, that was filled. */
export interface Fill {
  id: string;
  position: string;
  instrument: string;
  side: Side;
  volume: string;
  price: string;
  at: number;
  /** Creation time of the order, or the time it was filled if no column has it. */
  created: number;
  stopLoss: string;
  takeProfit: string;
  comment: string;
  commission: string;
  swap: string;
  /** Empty where no column tells it. */
  profit: string;
}

/** An order whose symbol the instruments tell. */
export interface TradelockerOpenPosition extends Omit<Order, 'symbol'> {
  instrument: string;
}

/** A position that the platform itself tells closed. */
interface TradelockerClosedPosition extends TradelockerOpenPosition {
  closePrice: string;
  closed: number;
}

export interface TradelockerRows {
  fills: Fill[];
  /** Undefined where no answer lists them. */
  positions: TradelockerOpenPosition[] | undefined;
  closed: TradelockerClosedPosition[];
  /** Orders that filled nothing. */
  unfilled: number;
  /** Rows of all panels. */
  answered: number;
  /** Positions answered again, with the same id. */
  relisted: number;
  /** Answered again, with the same id. */
  repeated: number;
  /** Rows that were answered again with other values, such as `order 5`; the last counts. */
  differing: CodedReason[];
  unread: { panel: Panel; no: number; reason: CodedReason }[];
}

/** Reads the rows of all panels by the columns that the configuration names. */
export function readRows(pieces: Pieces): TradelockerRows {
  const rows: TradelockerRows = {
    fills: [],
    positions: undefined,
    closed: [],
    unfilled: 0,
    answered: 0,
    relisted: 0,
    repeated: 0,
    differing: [],
    unread: [],
  };
  const orders = rowsById('ordersHistory', 'file_the_order', fillOf);
  rows.repeated = orders.repeated;
  for (const fill of orders.found) {
    if (fill === null) rows.unfilled++;
    else rows.fills.push(fill);
  }
  if (pieces.rows.has('positions')) {
    const open = rowsById('positions', 'file_the_position', positionOf);
    rows.positions = open.found;
    rows.relisted += open.repeated;
  }
  const closed = rowsById('positionsHistory', 'file_the_closed_position', closedOf);
  rows.closed = closed.found;
  rows.relisted += closed.repeated;
  return rows;

  /** Reads the rows of a panel, each id once. */
  function rowsById<Row>(
    panel: Exclude<Panel, 'accountDetails'>,
    code: 'file_the_order' | 'file_the_position' | 'file_the_closed_position',
    read: (cell: AnswerReader, id: string) => Row,
  ): { found: Row[]; repeated: number } {
    const found = new Map<string, Row>();
    let repeated = 0;
    for (const [at, row] of (pieces.rows.get(panel) ?? []).entries()) {
      rows.answered++;
      try {
        const cell = readerOf(panel, row, pieces.columns.get(panel));
        const id = cell.word('id');
        const value = read(cell, id);
        if (found.has(id)) {
          repeated++;
          if (!isDeepStrictEqual(found.get(id), value))
            rows.differing.push(makeReason(code, { id }));
        }
        found.set(id, value);
      } catch (error) {
        if (!(error instanceof UnreadRow)) throw error;
        rows.unread.push({ panel, no: at + 1, reason: error.reason });
      }
    }
    return { found: [...found.values()], repeated };
  }
}

/** The details of the account by the names of their columns. */
export function readDetails({ rows, columns }: Pieces): ReadonlyMap<string, JsonValue> {
  const row = rows.get('accountDetails')?.at(-1);
  if (row === undefined) return new Map();
  try {
    return cellsOf('accountDetails', row, columns.get('accountDetails'));
  } catch (cause) {
    if (!(cause instanceof UnreadRow)) throw cause;
    throw new UnreadableExport(makeReason('file_account_details', { fault: cause.reason }), {
      cause,
    });
  }
}

/** Null of an order that filled nothing, whatever became of it. */
function fillOf(cell: AnswerReader, id: string): Fill | null {
  const status = cell.word('status').toLowerCase();
  const filled = cell.optional('filled');
  if (filled === '' || compareDecimals(filled, '0') === 0) {
    if (status === 'filled') throw new UnreadRow('file_filled_empty');
    return null;
  }
  return {
    id,
    position: cell.word('position'),
    instrument: cell.word('instrument'),
    side: cell.side(),
    volume: cell.volume('filled'),
    price: cell.volume('price'),
    at: cell.time('modified', 'created'),
    created: cell.text('created') === '' ? cell.time('modified') : cell.time('created'),
    stopLoss: cell.level('stop loss'),
    takeProfit: cell.level('take profit'),
    comment: cell.text('comment'),
    commission: cell.charge('commission'),
    swap: cell.optional('swap'),
    profit: cell.optional('profit'),
  };
}

function closedOf(cell: AnswerReader): TradelockerClosedPosition {
  const position = positionOf(cell);
  const closed = cell.time('closed');
  if (closed < position.opened) throw new UnreadRow('import_closed_before');
  return { ...position, closePrice: cell.needed('close price'), closed };
}

function positionOf(cell: AnswerReader): TradelockerOpenPosition {
  return {
    ticket: cell.word('id'),
    instrument: cell.word('instrument'),
    side: cell.side(),
    volume: cell.volume('volume'),
    openPrice: cell.volume('price'),
    opened: cell.time('opened'),
    stopLoss: cell.level('stop loss'),
    takeProfit: cell.level('take profit'),
    comment: cell.text('comment'),
    commission: cell.charge('commission'),
    swap: cell.optional('swap'),
    profit: cell.needed('profit'),
  };
}

/** The first of rows that could not be read, and how many more. */
export const unreadLines = ({ unread }: TradelockerRows): CodedReason[] =>
  unread.slice(0, bounds.named).map(({ panel, no, reason }) => {
    const name = makeReason('file_the_row', { line: no, list: panel });
    return makeReason('import_row_not_imported', { name, detail: reason });
  });
