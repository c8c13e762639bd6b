import { setImmediate as otherWork } from 'node:timers/promises';
import type { DuckDBPreparedStatement } from '@duckdb/node-api';
import { entriesOf, type JsonText } from '../base/json-text.ts';
import { type CodedReason, decodeReason } from '../base/reasons/reason.ts';
import { type Database, openDatabase } from '../duckdb/database.ts';
import { ruleSql } from '../duckdb/sql-files.ts';
import type { ColumnKind, SourceColumn, Table } from '../load/columns.ts';
import { landingQuery, type Stamp } from '../load/projection.ts';
import { linesSource } from '../load/text-source.ts';

/** Finds the faults of lines by the rules of load, before they are in a source file. */
export interface LineValidator {
  /** Returns the reason of each line that load would refuse, by its index in the list. */
  faults(table: Table, lines: readonly string[]): Promise<ReadonlyMap<number, CodedReason>>;
  close(): Promise<void>;
}

/** Rules besides those of load. */
interface Judging {
  /** Refuses times over a day after this clock: nothing has happened then yet. */
  readonly clock?: () => Date;
  readonly isPlainlyValid?: typeof isPlain;
}

const day = 86_400_000;

/** Returns the latest time that a row which came now may name: clocks of servers run ahead. */
export const latestTime = (now: Date): number => now.getTime() + day;

/** Lines that one query checks. */
const maxLines = 5_000;

/**
 * Creates a validator that runs load's query of the macros in `sql/load/` in a database in memory.
 * A query takes 6 ms for any number of lines, so lines that are plainly valid are not part of it.
 */
export function createLineValidator({
  clock,
  isPlainlyValid = isPlain,
}: Judging = {}): LineValidator {
  let opened: Promise<Database> | undefined;
  // To plan a query takes several times as long as to run it.
  const planned = new Map<Table, Promise<DuckDBPreparedStatement>>();
  let turn: Promise<unknown> = Promise.resolve();
  const open = () => {
    opened ??= openRules();
    return opened;
  };

  // Only the rules count here.
  const stamp: Stamp = { source: 'owner_api', delivery: '' };
  const plan = async (table: Table) => {
    const { connection } = await open();
    const source = {
      ...linesSource(numbered, table),
      row: 'row',
      ...(clock && { latest: 'epoch_ms($latest::bigint)' }),
    };
    return connection.prepare(
      `select row, reason from (${landingQuery(table, source, stamp)}) where reason is not null`,
    );
  };
  const check = async (
    table: Table,
    lines: readonly string[],
    indexes: readonly number[],
    latest: number,
  ) => {
    const known = planned.get(table) ?? plan(table);
    planned.set(table, known);
    const query = await known;
    const text = indexes.map((index) => lines[index]).join('\n');
    query.bind({ text, ...(clock && { latest: `${latest}` }) });
    return (await query.runAndReadAll()).getRowObjectsJson();
  };

  return {
    async faults(table, lines) {
      const latest = clock ? latestTime(clock()) : Number.POSITIVE_INFINITY;
      const odd: number[] = [];
      for (const [index, line] of lines.entries()) {
        if (!isPlainlyValid(line, table, latest)) odd.push(index);
        if (index % maxLines === maxLines - 1) await otherWork();
      }
      const faults = new Map<number, CodedReason>();
      for (let from = 0; from < odd.length; from += maxLines) {
        const indexes = odd.slice(from, from + maxLines);
        const checked = turn.then(() => check(table, lines, indexes, latest));
        turn = checked.catch(() => {});
        for (const { row, reason } of await checked) {
          const index = indexes[Number(row) - 1];
          if (index !== undefined) faults.set(index, decodeReason(`${reason}`));
        }
      }
      return faults;
    },
    async close() {
      await turn;
      for (const query of planned.values())
        await query.then(
          (known) => known.destroySync(),
          () => {},
        );
      (await opened)?.close();
    },
  };
}

const numbered = `(select unnest(split) as line, generate_subscripts(split, 1) as row
  from (select string_split($text, chr(10)) as split))`;

async function openRules(): Promise<Database> {
  const database = await openDatabase(':memory:', { threads: 1, memoryLimit: '256MB' });
  await database.run(ruleSql());
  return database;
}

/**
 * Patterns of texts that load surely accepts, by kind. They are narrower than the macros of
 * `sql/load/`, which check all other texts.
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

/** Returns true if a line of a source file is surely valid; false if the macros must check it. */
export const isPlain = (line: JsonText, table: Table, latest = Number.POSITIVE_INFINITY): boolean =>
  isPlainRow(entriesOf(line), table, latest);

/** Returns true if a row of these columns and values is surely valid, like `isPlain`. */
export function isPlainRow(
  cells: Iterable<readonly [name: string, value: JsonText]>,
  table: Table,
  latest = Number.POSITIVE_INFINITY,
): boolean {
  const { byName, required } = columnsOf(table);
  const found = new Set<SourceColumn>();
  const times = new Map<string, string>();
  for (const [name, value] of cells) {
    const text = textOf(value);
    if (text === undefined) return false;
    const column = byName.get(name);
    if (text === '' || column === undefined) continue;
    if (!isPlainIn(column, text)) return false;
    if (column.required) found.add(column);
    if (column.kind === 'timestamp') times.set(name, text);
  }
  const isPast = latest === Number.POSITIVE_INFINITY || !isAnyAfter(times, latest);
  return found.size === required && isPast && isInOrder(table, times);
}

/** Columns of a table by their names, and how many of them are required. */
interface NamedColumns {
  readonly byName: ReadonlyMap<string, SourceColumn>;
  readonly required: number;
}

const knownColumns = new Map<Table, NamedColumns>();

function columnsOf(table: Table): NamedColumns {
  const known = knownColumns.get(table);
  if (known) return known;
  const byName = new Map(table.columns.map((column) => [column.name, column]));
  const found = { byName, required: table.columns.filter(({ required }) => required).length };
  knownColumns.set(table, found);
  return found;
}

/** Returns the text that load reads of a value, empty for null; undefined if only load can tell. */
function textOf(value: JsonText): string | undefined {
  if (value === 'null') return '';
  if (/^"[^"\\]*"$/.test(value)) return value.slice(1, -1);
  return /^(-?\d+(\.\d+)?|true|false)$/.test(value) ? value : undefined;
}

function isPlainIn(column: SourceColumn, text: string): boolean {
  const { kind, choices, positive, range, reserved, instead, dayWhere } = column;
  if (instead || dayWhere || range) return false;
  if (choices) return Object.hasOwn(choices, text);
  if (plainTexts[kind]?.test(text) !== true) return false;
  if (kind === 'timestamp' && !isDay(text)) return false;
  if (positive && !/[1-9]/.test(text.replace(/^1:/, ''))) return false;
  if (positive && text.startsWith('-')) return false;
  return reserved === undefined || !text.startsWith(reserved);
}

/** Returns true if the day exists: `Date` takes 30 February for 1 March. */
function isDay(text: string): boolean {
  if (dayOfEveryMonth.test(text)) return true;
  const day = text.slice(0, 10);
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** Nearly every day is one of these, which need no `Date`. */
const dayOfEveryMonth = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])/;

function isInOrder({ order }: Table, texts: ReadonlyMap<string, string>): boolean {
  if (!order) return true;
  const [later, earlier] = order.map((name) => texts.get(name));
  if (later === undefined || earlier === undefined) return true;
  // A Date has no microseconds, so equal instants of different texts are left to load.
  return later === earlier || instantOf(later) > instantOf(earlier);
}

/** Most rows are days old, which need no `Date`: an offset is less than a day. */
function isAnyAfter(texts: ReadonlyMap<string, string>, latest: number): boolean {
  const sureDay = new Date(latest - 2 * day).toISOString().slice(0, 10);
  return [...texts.values()].some((text) => text >= sureDay && instantOf(text) > latest);
}

const instantOf = (text: string): number =>
  Date.parse(`${text.replace(' ', 'T')}${/(Z|[+-]\d\d:\d\d)$/.test(text) ? '' : 'Z'}`);
