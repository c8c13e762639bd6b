import { hash } from 'node:crypto';
import { asFileFault, CommandError } from '../base/errors.ts';
import { makeReason, reasonOf } from '../base/reasons/reason.ts';
import { identifier } from '../base/sql-text.ts';
import { type AppendValue, appendTo, chunkRows } from '../duckdb/append.ts';
import type { Database } from '../duckdb/database.ts';
import { ignoredColumns, type Table, tables } from './columns.ts';
import type { DeliveredLoad, DeliveryProgress, LinesOfTable } from './delivered.ts';
import { type Landing, type LoadedFile, landRows } from './landing.ts';
import { deliveredPrefix } from './ledger.ts';
import type { Source, Stamp } from './projection.ts';
import { rejectOrdinals } from './rejects.ts';
import { linesSource } from './text-source.ts';

/** Lines of source files, by table. */
export type Lines = Readonly<Record<string, readonly string[]>>;

/** Lines of deliveries on their way into a load. */
export interface DeliveredLines {
  /** Appends lines; each gets the stamp. */
  append(lines: Lines, stamp: Stamp): Promise<void>;
  /** Returns a function that takes back everything appended after this call. */
  mark(): () => Promise<void>;
  /** Lists the tables with any line. */
  written(): Promise<LinesOfTable[]>;
  close(): Promise<void>;
}

interface OpenTable {
  readonly relation: string;
  /** Values that are not appended yet, by column. */
  waiting: AppendValue[][];
  appender: Awaited<ReturnType<typeof appendTo>> | null;
  /** Number of the next line, which is not used again. */
  next: bigint;
  rows: number;
  bytes: number;
}

const columns = 'place bigint, line varchar, source varchar, delivery varchar, received_at varchar';
const columnTypes = ['BIGINT', 'VARCHAR', 'VARCHAR', 'VARCHAR', 'VARCHAR'] as const;

let opened = 0;

/**
 * Opens tables for lines of deliveries, one for each table that a line belongs to. They are in
 * memory, in the process of the database that loads them, and DuckDB spills them. Nothing is opened
 * before the first line.
 */
export function openDeliveredLines(home: Database): DeliveredLines {
  const tables = new Map<string, OpenTable>();
  opened += 1;
  const catalog = `delivered_${opened}`;
  let database: Database | undefined;

  /** Fails for all accounts: their rows are not at fault. */
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (cause) {
      const fault = asFileFault(cause);
      if (fault instanceof CommandError) throw fault;
      const said = makeReason('run_cannot_prepare', { detail: reasonOf(cause) });
      throw new CommandError(said, undefined, { cause });
    }
  };
  const memoryTable = async (name: string): Promise<OpenTable> => {
    const known = tables.get(name);
    if (known) return known;
    if (database === undefined) {
      // A transaction writes to one database only.
      database = await home.connect();
      await database.run(`attach ':memory:' as ${catalog}`);
    }
    const relation = `${catalog}.${identifier(name)}`;
    await database.run(`create table ${relation} (${columns})`);
    const table: OpenTable = {
      relation,
      waiting: columnTypes.map(() => []),
      appender: null,
      next: 0n,
      rows: 0,
      bytes: 0,
    };
    tables.set(name, table);
    return table;
  };
  const flush = async (name: string, table: OpenTable): Promise<void> => {
    if (database === undefined || table.waiting[0]?.length === 0) return;
    table.appender ??= await appendTo(database, catalog, name, columnTypes);
    table.appender.append(table.waiting);
    table.waiting = columnTypes.map(() => []);
  };
  /** Brings all lines into the tables, so that queries see them. */
  const settle = async (): Promise<void> => {
    for (const [name, table] of tables) {
      await flush(name, table);
      table.appender?.close();
      table.appender = null;
    }
  };

  return {
    async append(lines, { source, delivery, receivedAt = null }) {
      for (const [name, some] of Object.entries(lines)) {
        const table = await attempt(() => memoryTable(name));
        for (const line of some) {
          const values = [table.next, line, source, delivery, receivedAt];
          for (const [at, value] of values.entries()) table.waiting[at]?.push(value);
          table.next += 1n;
          table.rows += 1;
          table.bytes += line.length + 1;
          if (table.waiting[0]?.length === chunkRows) await attempt(() => flush(name, table));
        }
      }
    },
    mark() {
      const before = new Map([...tables].map(([name, table]) => [name, { ...table }]));
      return () =>
        attempt(async () => {
          await settle();
          for (const [name, table] of tables) {
            const { next, rows, bytes } = before.get(name) ?? { next: 0n, rows: 0, bytes: 0 };
            if (table.next === next) continue;
            await database?.run(`delete from ${table.relation} where place >= ${next}`);
            Object.assign(table, { rows, bytes });
          }
        });
    },
    async written() {
      await attempt(settle);
      return [...tables]
        .filter(([, { rows }]) => rows > 0)
        .map(([table, { relation, rows, bytes }]) => ({ table, relation, rows, bytes }));
    },
    async close() {
      for (const { appender } of tables.values()) appender?.close();
      if (database === undefined) return;
      await database.run(`detach ${catalog}`);
      database.close();
      database = undefined;
    },
  };
}

/**
 * Lands the lines of deliveries behind the rows of files, whose numbers are below `firstNumber`.
 */
export async function landDelivered(
  landing: Landing,
  { lines, progress }: Pick<DeliveredLoad, 'lines' | 'progress'>,
  before: DeliveryProgress,
  firstNumber: number,
): Promise<LoadedFile[]> {
  const loaded: LoadedFile[] = [];
  for (const [at, { table: name, relation, rows, bytes }] of lines.entries()) {
    const table = tableNamed(name);
    const file = `${deliveredPrefix}${name}-${before.number + 1}-${progress.number}.ndjson`;
    const firstRow = await landRows(landing, table, stampedSource(relation, table), rows, [file]);
    const entry: LoadedFile = {
      number: firstNumber + at,
      file,
      path: '',
      writtenAt: 0,
      table,
      bytes,
      firstRow,
      landed: rows,
      rowsIn: rows,
      rejected: 0,
      replaced: 0,
      // Lines have no file, so the name of this load stands for its bytes.
      sha256: hash('sha256', `${landing.stamp.delivery} ${progress.source} ${file}`),
    };
    loaded.push({ ...entry, rejected: await rejectOrdinals(landing, entry) });
  }
  return loaded;
}

/** Returns the source of lines whose stamps are columns of the same relation. */
function stampedSource(relation: string, table: Table): Source {
  const { columns, ...source } = linesSource(relation, table);
  const stamp = (name: string) => ({ sql: name, type: 'VARCHAR' });
  const stamps = [
    ...ignoredColumns(table).map((name) => [name, stamp('source')] as const),
    ...(['source', 'first_source'] as const).map((name) => [name, stamp('source')] as const),
    ...(['delivery', 'first_delivery'] as const).map((name) => [name, stamp('delivery')] as const),
    ['received_at', stamp('received_at')] as const,
  ];
  return {
    ...source,
    columns: new Map([...columns, ...stamps]),
    hasStamps: true,
    rawText: 'line',
  };
}

/** Returns the table of a name. */
export function tableNamed(name: string): Table {
  const table = tables.find((known) => known.name === name);
  if (table === undefined) throw new Error(`no table ${name}`);
  return table;
}
