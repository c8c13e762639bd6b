import { makeReason } from '../../base/reasons/reason.ts';
import { UnreadableExport } from '../../read/bounds.ts';
import { compareDecimals } from '../../read/decimals.ts';
import { decimalOf, isJsonList, type JsonValue, textOf } from '../../read/json-values.ts';
import { createReaders, UnreadRow } from '../source/cells.ts';
import type { Side } from '../source/orders.ts';
import type { AnswerRow, Panel } from './pieces.ts';

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

/**
 * Names of columns in lower case; the configuration says which columns exist, and in which order.
 */
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

/** The values of a row by the names of their columns. */
export function cellsOf(
  panel: Panel,
  row: AnswerRow,
  columns: readonly string[] | undefined,
): ReadonlyMap<string, JsonValue> {
  if (!isJsonList(row)) return row;
  if (columns === undefined) {
    throw new UnreadableExport(makeReason('file_no_column_names', { name: panel }));
  }
  if (row.length !== columns.length) {
    throw new UnreadRow('import_value_count', { count: row.length, max: columns.length });
  }
  return new Map(columns.map((name, at) => [name, row[at] ?? null]));
}

export type AnswerReader = ReturnType<typeof readerOf>;

/** Reads the cells of a row: an empty text is nothing, as null is; numbers may be texts. */
export function readerOf(
  panel: Exclude<Panel, 'accountDetails'>,
  row: AnswerRow,
  columns: readonly string[] | undefined,
) {
  const cells = cellsOf(panel, row, columns);
  const byName = new Map([...cells].map(([name, value]) => [name.toLowerCase(), value]));
  const named = (field: Field) => names[field][0] ?? field;
  const nameOf = (field: Field) => names[field].find((name) => byName.has(name));
  for (const field of needed[panel]) {
    if (nameOf(field) === undefined) {
      throw new UnreadableExport(makeReason('file_no_column', { list: panel, name: named(field) }));
    }
  }
  const readers = createReaders<Field>({
    nameOf: named,
    text: (field) => textOf(byName.get(nameOf(field) ?? '')),
    number(printed) {
      const decimal = printed === '' ? '' : decimalOf(printed);
      return decimal !== null && decimal.length > 40 ? null : decimal;
    },
  });
  const { text, optional, word } = readers;
  return {
    ...readers,
    /** Reads a level that is a price; 0 and an offset count as empty. */
    level(field: 'stop loss' | 'take profit') {
      const level = optional(field);
      const type = text(`${field} type`).toLowerCase();
      const isPrice = type === 'absolute' || nameOf(`${field} type`) === undefined;
      return level !== '' && isPrice && compareDecimals(level, '0') > 0 ? level : '';
    },
    time(...fields: [Field, ...Field[]]) {
      const field = fields.find((each) => text(each) !== '') ?? fields[0];
      const value = word(field);
      if (/^\d{12,13}$/.test(value)) return Number(value);
      const name = named(field);
      throw new UnreadRow('import_field_not_instant', { name, value: value.slice(0, 60) });
    },
    side(): Side {
      const side = text('side').toLowerCase();
      if (side !== 'buy' && side !== 'sell') {
        throw new UnreadRow('import_side_of', { value: text('side').slice(0, 60) });
      }
      return side;
    },
    /** Reads a charge as a negative amount. */
    charge(field: 'commission') {
      const charge = optional(field);
      return charge === '' || charge.startsWith('-') || compareDecimals(charge, '0') === 0
        ? charge
        : `-${charge}`;
    },
  };
}
