import { bounds, Unreadable } from '../bounds.ts';
import { compareDecimals } from '../decimals.ts';
import { decimalOf, isJsonList, type JsonValue, textOf } from '../json-values.ts';
import type { Order, Side } from '../orders.ts';
import type { Panel, Pieces, Row } from './pieces.ts';

/** An order, or as much of it, that was filled. */
export interface Fill {
  id: string;
  position: string;
  instrument: string;
  side: Side;
  volume: string;
  price: string;
  at: number;
  stopLoss: string;
  takeProfit: string;
  comment: string;
  commission: string;
  swap: string;
  /** Empty where no column tells it. */
  profit: string;
}

/** An order whose symbol the instruments tell. */
export interface OpenPosition extends Omit<Order, 'symbol'> {
  instrument: string;
}

/** A position that the platform itself tells closed. */
export interface ClosedPosition extends OpenPosition {
  closePrice: string;
  closed: number;
}

type Field =
  | 'id'
  | 'instrument'
  | 'side'
  | 'status'
  | 'filled'
  | 'volume'
  | 'price'
  | 'close price'
  | 'created'
  | 'modified'
  | 'opened'
  | 'closed'
  | 'position'
  | 'stop loss'
  | 'stop loss type'
  | 'take profit'
  | 'take profit type'
  | 'comment'
  | 'commission'
  | 'swap'
  | 'profit';

/** What columns are called, in lower case; which there are, and where, the configuration alone says. */
const names: Readonly<Record<Field, readonly string[]>> = {
  id: ['id', 'orderid'],
  instrument: ['tradableinstrumentid'],
  side: ['side'],
  status: ['status'],
  filled: ['filledqty'],
  volume: ['qty'],
  price: ['avgprice', 'openprice', 'entryprice'],
  'close price': ['closeprice', 'avgcloseprice', 'exitprice'],
  created: ['createddate'],
  modified: ['lastmodified'],
  opened: ['opendate'],
  closed: ['closedate'],
  position: ['positionid'],
  'stop loss': ['stoploss', 'stoplossprice'],
  'stop loss type': ['stoplosstype'],
  'take profit': ['takeprofit', 'takeprofitprice'],
  'take profit type': ['takeprofittype'],
  comment: ['strategyid'],
  commission: ['commission', 'commissions', 'fee', 'fees'],
  swap: ['swap', 'swaps'],
  profit: ['profit', 'pnl', 'realizedpl', 'realizedpnl', 'unrealizedpl', 'unrealizedpnl'],
};

/** Without which rows of a panel tell nothing. */
const needed: Readonly<Record<Exclude<Panel, 'accountDetails'>, readonly Field[]>> = {
  ordersHistory: ['id', 'position', 'instrument', 'side', 'status', 'filled', 'price'],
  positions: ['id', 'instrument', 'side', 'volume', 'price', 'opened', 'profit'],
  positionsHistory: [
    ...(['id', 'instrument', 'side', 'volume', 'price', 'close price'] as const),
    ...(['opened', 'closed', 'profit'] as const),
  ],
};

export interface Rows {
  fills: Fill[];
  /** Undefined where no answer lists them. */
  positions: OpenPosition[] | undefined;
  closed: ClosedPosition[];
  /** Orders that filled nothing. */
  unfilled: number;
  /** Answered again, with the same id. */
  repeated: number;
  unread: { panel: Panel; no: number; reason: string }[];
}

class UnreadRow extends Error {}

/** Reads the rows of all panels by the columns that the configuration names. */
export function readRows(pieces: Pieces): Rows {
  const rows: Rows = {
    ...{ fills: [], positions: undefined, closed: [], unfilled: 0, repeated: 0, unread: [] },
  };
  const ids = new Set<string>();
  each('ordersHistory', (cell) => {
    const id = cell.needed('id');
    if (ids.has(id)) rows.repeated++;
    else {
      const fill = fillOf(cell, id);
      if (fill === null) rows.unfilled++;
      else rows.fills.push(fill);
      ids.add(id);
    }
  });
  if (pieces.rows.has('positions')) {
    const positions: OpenPosition[] = [];
    each('positions', (cell) => positions.push(positionOf(cell)));
    rows.positions = positions;
  }
  each('positionsHistory', (cell) => {
    rows.closed.push({
      ...positionOf(cell),
      closePrice: cell.amount('close price'),
      closed: cell.time('closed'),
    });
  });
  return rows;

  function each(panel: Exclude<Panel, 'accountDetails'>, take: (cell: Reader) => unknown): void {
    for (const [at, row] of (pieces.rows.get(panel) ?? []).entries()) {
      try {
        take(readerOf(panel, row, pieces.columns.get(panel)));
      } catch (error) {
        if (!(error instanceof UnreadRow)) throw error;
        rows.unread.push({ panel, no: at + 1, reason: error.message });
      }
    }
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
    throw new Unreadable(`the account details: ${cause.message}`, { cause });
  }
}

function cellsOf(
  panel: Panel,
  row: Row,
  columns: readonly string[] | undefined,
): ReadonlyMap<string, JsonValue> {
  if (!isJsonList(row)) return row;
  if (columns === undefined) {
    throw new Unreadable(
      `no configuration names the columns of ${panel}: add the answer of /trade/config`,
    );
  }
  if (row.length !== columns.length) {
    throw new UnreadRow(`${row.length} values where the configuration has ${columns.length}`);
  }
  return new Map(columns.map((name, at) => [name, row[at] ?? null]));
}

type Reader = ReturnType<typeof readerOf>;

/** An empty text is nothing, as null is; numbers may be texts. */
function readerOf(
  panel: Exclude<Panel, 'accountDetails'>,
  row: Row,
  columns: readonly string[] | undefined,
) {
  const cells = cellsOf(panel, row, columns);
  const byName = new Map([...cells].map(([name, value]) => [name.toLowerCase(), value]));
  const nameOf = (field: Field) => names[field].find((name) => byName.has(name));
  for (const field of needed[panel]) {
    if (nameOf(field) === undefined) {
      throw new Unreadable(`${panel} has no column \`${names[field][0]}\``);
    }
  }
  const text = (field: Field) => textOf(byName.get(nameOf(field) ?? ''));
  const optional = (field: Field) => {
    if (text(field) === '') return '';
    const decimal = decimalOf(text(field));
    if (decimal === null || decimal.length > 40) {
      throw new UnreadRow(`${names[field][0]} \`${text(field).slice(0, 60)}\` is no number`);
    }
    return decimal;
  };
  const needs = (field: Field) => {
    if (text(field) === '') throw new UnreadRow(`${names[field][0]} is empty`);
    return text(field);
  };
  return {
    text,
    optional,
    needed: needs,
    amount(field: Field) {
      needs(field);
      return optional(field);
    },
    /** A level that is a price; 0 and an offset are none. */
    level(field: 'stop loss' | 'take profit') {
      const level = optional(field);
      const type = text(`${field} type`).toLowerCase();
      const isPrice = type === 'absolute' || nameOf(`${field} type`) === undefined;
      return level !== '' && isPrice && compareDecimals(level, '0') > 0 ? level : '';
    },
    time(...fields: [Field, ...Field[]]) {
      const field = fields.find((each) => text(each) !== '') ?? fields[0];
      const at = Number(needs(field));
      if (!/^\d{12,13}$/.test(text(field))) {
        throw new UnreadRow(`${names[field][0]} \`${text(field).slice(0, 60)}\` is no instant`);
      }
      return at;
    },
    side(): Side {
      const side = text('side').toLowerCase();
      if (side !== 'buy' && side !== 'sell') {
        throw new UnreadRow(`side \`${text('side').slice(0, 60)}\` is neither buy nor sell`);
      }
      return side;
    },
    above0(field: Field) {
      const amount = optional(field);
      if (amount === '' || compareDecimals(amount, '0') <= 0) {
        throw new UnreadRow(`${names[field][0]} \`${amount}\` is not above 0`);
      }
      return amount;
    },
    /** What was charged, as an amount that is taken off. */
    charge(field: 'commission') {
      const charge = optional(field);
      return charge === '' || charge.startsWith('-') || compareDecimals(charge, '0') === 0
        ? charge
        : `-${charge}`;
    },
  };
}

/** Null of an order that filled nothing, whatever became of it. */
function fillOf(cell: Reader, id: string): Fill | null {
  const status = cell.needed('status').toLowerCase();
  const filled = cell.optional('filled');
  if (filled === '' || compareDecimals(filled, '0') === 0) {
    if (status === 'filled') throw new UnreadRow('status Filled, and filledQty says nothing');
    return null;
  }
  return {
    id,
    position: cell.needed('position'),
    instrument: cell.needed('instrument'),
    side: cell.side(),
    volume: cell.above0('filled'),
    price: cell.above0('price'),
    at: cell.time('modified', 'created'),
    stopLoss: cell.level('stop loss'),
    takeProfit: cell.level('take profit'),
    comment: cell.text('comment'),
    commission: cell.charge('commission'),
    swap: cell.optional('swap'),
    profit: cell.optional('profit'),
  };
}

function positionOf(cell: Reader): OpenPosition {
  return {
    ticket: cell.needed('id'),
    instrument: cell.needed('instrument'),
    side: cell.side(),
    volume: cell.above0('volume'),
    openPrice: cell.above0('price'),
    opened: cell.time('opened'),
    stopLoss: cell.level('stop loss'),
    takeProfit: cell.level('take profit'),
    comment: cell.text('comment'),
    commission: cell.charge('commission'),
    swap: cell.optional('swap'),
    profit: cell.amount('profit'),
  };
}

/** The first of rows that could not be read, and how many more. */
export const unreadLines = ({ unread }: Rows): string[] =>
  unread
    .slice(0, bounds.named)
    .map(({ panel, no, reason }) => `row ${no} of ${panel} not imported: ${reason}`);
