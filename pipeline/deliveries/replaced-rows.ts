import type { SourceName } from '../../sql/raw/source_names.ts';
import { entriesOf } from '../base/json-text.ts';
import { type SourceColumn, tables } from '../load/columns.ts';
import type { Addressed, DeliveryContent } from './contents.ts';
import { collectReports, type Reports } from './deals/replaced-reports.ts';

/** Keys that are in memory at a time. */
const maxKeys = 500_000;

/** Delivery whose rows later ones may replace. */
type Replaceable = Pick<Addressed, 'number'> & { readonly source: SourceName };

/** Rows of an account's deliveries that later ones replace. */
export interface Replaced {
  /** Indexes of replaced rows, counted over all deliveries. */
  readonly rows: ReadonlySet<number>;
  /** Index of the first row of each delivery, by its number. */
  readonly firstRows: ReadonlyMap<number, number>;
  readonly reports: Reports;
}

type Batch = readonly (readonly [Replaceable, DeliveryContent | undefined])[];

/** Reads all contents of an account once more, in the order of their numbers. */
type ContentReader = () => AsyncIterable<Batch>;

/** Finds the rows that later deliveries replace. */
export async function findReplaced(contents: ContentReader): Promise<Replaced> {
  let count = 0;
  const firstRows = new Map<number, number>();
  const reports = collectReports();
  for await (const batch of contents()) {
    for (const [delivery, content] of batch) {
      if (content === undefined) continue;
      firstRows.set(delivery.number, count);
      for (const lines of Object.values(content.lines)) count += lines.length;
      if (content.terminal !== null) reports.add(delivery, content.terminal);
    }
  }
  const rows = new Set<number>();
  const parts = Math.ceil(count / maxKeys);
  for (let part = 0; part < parts; part += 1) {
    const newest = new Map<string, number>();
    for await (const batch of contents()) {
      for (const [key, row] of keyedRows(batch, firstRows)) {
        if (partOf(key, parts) !== part) continue;
        const earlier = newest.get(key);
        if (earlier !== undefined) rows.add(earlier);
        newest.set(key, row);
      }
    }
  }
  return { rows, firstRows, reports };
}

/** Yields the rows that may be replaced: the key and the index of each. */
function* keyedRows(
  batch: Batch,
  firstRows: ReadonlyMap<number, number>,
): Generator<readonly [key: string, row: number]> {
  for (const [{ number, source }, content] of batch) {
    // A delivery may be withdrawn between two reads.
    let row = firstRows.get(number);
    if (content === undefined || row === undefined) continue;
    for (const key of keysOf(content, source)) {
      if (key !== null) yield [key, row];
      row += 1;
    }
  }
}

/**
 * Yields the key of each row; null for a row that is never replaced. A row of another source never
 * replaces it, since load may prefer either.
 */
function* keysOf({ lines: all }: DeliveryContent, source: SourceName): Generator<string | null> {
  for (const [table, lines] of Object.entries(all)) {
    const key = keys.get(table) ?? [];
    for (const line of lines) yield keyIn(`${source} ${table}`, line, key);
  }
}

/** Columns that identify a row of one account, by table. */
const keys = new Map(
  tables.map(({ name, key, columns }) => [
    name,
    columns.filter((column) => key.includes(column.name) && column.name !== 'account_id'),
  ]),
);

/**
 * Returns the key of a row as it is written, or null if a required part is missing. The same key in
 * another notation counts as another key.
 */
function keyIn(kind: string, line: string, columns: readonly SourceColumn[]): string | null {
  const values = new Map(entriesOf(line));
  const key = columns.map(({ name }) => values.get(name) ?? 'null');
  return columns.some(({ required }, at) => required && key[at] === 'null')
    ? null
    : [kind, ...key].join('\n');
}

function partOf(key: string, parts: number): number {
  if (parts === 1) return 0;
  let sum = 0;
  for (let at = 0; at < key.length; at += 1) sum = (sum * 31 + key.charCodeAt(at)) >>> 0;
  return sum % parts;
}

/**
 * Returns the remaining part of a content: the same object if all of it remains, null if nothing
 * does. `hasDeals` tells if deals of its delivery remain.
 */
export function withoutReplaced(
  content: DeliveryContent,
  { rows, firstRows, reports }: Replaced,
  delivery: Replaceable,
  hasDeals: boolean,
): DeliveryContent | null {
  const first = firstRows.get(delivery.number);
  if (first === undefined) return content;
  const lines: Record<string, readonly string[]> = {};
  let row = first;
  let isSame = true;
  for (const [table, before] of Object.entries(content.lines)) {
    const from = row;
    const remaining = before.filter((_, at) => !rows.has(from + at));
    row += before.length;
    isSame &&= remaining.length === before.length;
    if (remaining.length > 0) lines[table] = remaining;
  }
  const terminal = content.terminal && reports.remaining(delivery, content.terminal, hasDeals);
  isSame &&= terminal?.positions === content.terminal?.positions && !terminal === !content.terminal;
  if (isSame) return content;
  return terminal === null && Object.keys(lines).length === 0 ? null : { lines, terminal };
}
