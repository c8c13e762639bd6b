import { ownersSources, type SourceName } from '../../sql/raw/source_names.ts';
import { entriesOf } from '../base/json-text.ts';
import { type Lateness, type SourceColumn, tables } from '../load/columns.ts';
import type { DeliveryContent } from './contents.ts';
import { collectReports, type Reports } from './deals/replaced-reports.ts';

/** Keys that are in memory at a time. */
const maxKeys = 500_000;

/** Delivery whose rows later ones may replace. */
interface Replaceable {
  readonly number: number;
  readonly source: SourceName;
  readonly received_at: string;
}

/** Rows of an account's deliveries that later ones replace. */
export interface Replaced {
  /** Ids of replaced rows, as `rowId` makes them. */
  readonly rows: ReadonlySet<number>;
  readonly reports: Reports;
}

/** Most rows of a delivery, so that each row of an account has an id of its own. */
const mostRows = 2 ** 24;

const rowId = ({ number }: Replaceable, at: number): number => number * mostRows + at;

type Batch = readonly (readonly [Replaceable, DeliveryContent | undefined])[];

/** Reads all contents of an account once more, in the order of their numbers. */
type ContentReader = () => AsyncIterable<Batch>;

/** Finds the rows that later deliveries replace, among so many rows. */
export async function findReplaced(contents: ContentReader, count: number): Promise<Replaced> {
  const reports = collectReports();
  const rows = new Set<number>();
  const parts = Math.max(1, Math.ceil(count / maxKeys));
  for (let part = 0; part < parts; part += 1) {
    const newest = new Map<string, FollowedRow>();
    for await (const batch of contents()) {
      for (const [delivery, content] of batch) {
        // A delivery may be withdrawn between two reads.
        if (content === undefined) continue;
        if (part === 0 && content.terminal !== null) reports.add(delivery, content.terminal);
        for (const keyed of keyedRows(content, delivery)) {
          if (partOf(keyed.key, parts) !== part) continue;
          const earlier = newest.get(keyed.key);
          if (earlier !== undefined && !tellsReceipt(earlier, keyed)) rows.add(earlier.row);
          newest.set(keyed.key, followed(earlier, keyed));
        }
      }
    }
  }
  return { rows, reports };
}

/** Row that may be replaced. */
interface KeyedRow {
  readonly key: string;
  readonly row: number;
  /** Result of a trade or booking that an owner sent; null for any other row. */
  readonly result: string | null;
  /** Time of that trade or booking, as it is written. */
  readonly bookedAt: string;
  /** True if it came more than 72 hours after that time. */
  readonly isLate: boolean;
}

/** Row with what it and the rows before it tell of when a trade came. */
interface FollowedRow extends KeyedRow {
  /** True if it is the first that shows that the result came late, or changed late. */
  readonly isWitness: boolean;
  /** True if the rows so far show that. */
  readonly isShown: boolean;
}

function followed(earlier: FollowedRow | undefined, next: KeyedRow): FollowedRow {
  const isWitness = next.isLate && earlier?.isShown === false && earlier.result !== next.result;
  return {
    ...next,
    isWitness,
    isShown: earlier === undefined ? next.isLate : earlier.isShown || isWitness,
  };
}

/**
 * Tells whether an earlier row must stay, since a rebuild must know whether the trade came late.
 * The last row that came in time stays, the first that changed the result later, and the last one
 * before each move to another time.
 */
const tellsReceipt = (earlier: FollowedRow, next: KeyedRow): boolean =>
  earlier.isWitness || (next.isLate && !earlier.isLate) || next.bookedAt !== earlier.bookedAt;

/**
 * Yields the rows that may be replaced. A row of another source never replaces one, since load may
 * prefer either.
 */
function* keyedRows({ lines: all }: DeliveryContent, delivery: Replaceable): Generator<KeyedRow> {
  const { source, received_at } = delivery;
  let at = 0;
  for (const [table, lines] of Object.entries(all)) {
    const columns = keys.get(table) ?? [];
    const late = ownersSources.includes(source) ? lateness.get(table) : undefined;
    for (const line of lines) {
      const row = rowId(delivery, at);
      at += 1;
      const values = new Map(entriesOf(line));
      const key = keyIn(`${source} ${table}`, values, columns);
      if (key === null) continue;
      yield { key, row, ...(late ? receiptOf(values, late, received_at) : noReceipt) };
    }
  }
}

const noReceipt = { result: null, bookedAt: '', isLate: false } as const;

/** Reads the result of a trade or booking, its time, and whether it came late. */
function receiptOf(
  values: ReadonlyMap<string, string>,
  { after, amounts, kind }: Lateness,
  receivedAt: string,
) {
  const textOf = (name: string) => (values.get(name) ?? '').replaceAll('"', '');
  const sum = amounts.reduce((total, name) => total + (Number(textOf(name)) || 0), 0);
  const written = kind === undefined ? '' : textOf(kind.name);
  const countsAs = ['', 'null'].includes(written) ? kind?.fallback : written;
  const bookedAt = textOf(after);
  const isZoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(bookedAt);
  const instant = Date.parse(isZoned ? bookedAt : `${bookedAt}Z`);
  const inTime = Date.parse(receivedAt) - instant <= threeDays;
  return { result: `${sum.toFixed(8)} ${countsAs}`, bookedAt, isLate: !inTime };
}

const threeDays = 72 * 3_600_000;

/** When rows come late, by table. */
const lateness = new Map(tables.flatMap(({ name, late }) => (late ? [[name, late] as const] : [])));

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
function keyIn(
  kind: string,
  values: ReadonlyMap<string, string>,
  columns: readonly SourceColumn[],
): string | null {
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
  { rows, reports }: Replaced,
  delivery: Replaceable,
  hasDeals: boolean,
): DeliveryContent | null {
  const lines: Record<string, readonly string[]> = {};
  let first = 0;
  let isSame = true;
  for (const [table, before] of Object.entries(content.lines)) {
    const from = rowId(delivery, first);
    const remaining = before.filter((_, at) => !rows.has(from + at));
    first += before.length;
    isSame &&= remaining.length === before.length;
    if (remaining.length > 0) lines[table] = remaining;
  }
  const terminal = content.terminal && reports.remaining(delivery, content.terminal, hasDeals);
  isSame &&= terminal?.positions === content.terminal?.positions && !terminal === !content.terminal;
  if (isSame) return content;
  return terminal === null && Object.keys(lines).length === 0 ? null : { lines, terminal };
}
