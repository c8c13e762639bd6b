import { entriesOf, type JsonText } from '../base/json-text.ts';
import type { ColumnKind, SourceColumn, Table } from '../load/columns.ts';

/**
 * Texts that no rule of load finds fault with, by kind: a part of what the macros of `sql/load/`
 * take, so narrow that it is seen at once. Whatever is not among them is judged by the macros.
 */
const plainTexts: Partial<Record<ColumnKind, RegExp>> = {
  id: /^[\x20-\x7e]{1,500}$/,
  line: /^[\x20-\x7e]{1,500}$/,
  comment: /^[\x20-\x7e]{1,500}$/,
  currency: /^[A-Z]{3}$/,
  money: /^-?\d{1,9}(\.\d{1,8})?$/,
  volume: /^\d{1,9}(\.\d{1,8})?$/,
  number: /^-?\d{1,9}(\.\d{1,9})?$/,
  leverage: /^(1:)?\d{1,6}$/,
  integer: /^-?\d{1,18}$/,
  boolean: /^(true|false)$/,
  timestamp:
    /^(199[1-9]|20[0-8]\d)-\d\d-\d\d[T ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-](0\d|1[0-3]):[0-5]\d)?$/,
};

/** Whether nothing is wrong with a line of a source file, as far as that can be seen at once. */
export function isPlain(line: JsonText, table: Table): boolean {
  const texts = new Map<string, string>();
  for (const [name, text] of entriesOf(line)) {
    const value = textOf(text);
    if (value === undefined) return false;
    if (value !== '') texts.set(name, value);
  }
  return table.columns.every((column) => isPlainIn(column, texts)) && isInOrder(table, texts);
}

/** The text that load reads of a value: none of null; undefined where that takes a closer look. */
function textOf(value: JsonText): string | undefined {
  if (value === 'null') return '';
  if (/^"[^"\\]*"$/.test(value)) return value.slice(1, -1);
  return /^(-?\d+(\.\d+)?|true|false)$/.test(value) ? value : undefined;
}

function isPlainIn(column: SourceColumn, texts: ReadonlyMap<string, string>): boolean {
  const { name, kind, required, choices, positive, range, reserved, instead, dayWhere } = column;
  const text = texts.get(name);
  if (text === undefined) return required !== true;
  if (instead || dayWhere || range) return false;
  if (choices) return Object.hasOwn(choices, text);
  if (plainTexts[kind]?.test(text) !== true) return false;
  if (kind === 'timestamp' && !isDay(text)) return false;
  if (positive && !/[1-9]/.test(text.replace(/^1:/, ''))) return false;
  if (positive && text.startsWith('-')) return false;
  return reserved === undefined || !text.startsWith(reserved);
}

/** Whether there is such a day: `Date` takes 30 February for 1 March. */
function isDay(text: string): boolean {
  const day = text.slice(0, 10);
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

function isInOrder({ order }: Table, texts: ReadonlyMap<string, string>): boolean {
  if (!order) return true;
  const [later, earlier] = order.map((name) => texts.get(name));
  if (later === undefined || earlier === undefined) return true;
  // Within a millisecond more digits count than a Date has.
  return instantOf(later) > instantOf(earlier);
}

const instantOf = (text: string): number =>
  Date.parse(`${text.replace(' ', 'T')}${/(Z|[+-]\d\d:\d\d)$/.test(text) ? '' : 'Z'}`);
