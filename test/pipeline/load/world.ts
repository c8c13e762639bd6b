import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Database, openDatabase, type Row } from '../../../pipeline/duckdb/database.ts';
import { readSql, relationsIn, ruleSql } from '../../../pipeline/duckdb/sql-files.ts';
import { loadSources } from '../../../pipeline/load/load.ts';
import type { LoadReport } from '../../../pipeline/load/report.ts';
import { withDirectory } from '../../support/directory.ts';

type Content = string | Uint8Array;

/** A source folder, a database with the raw tables, and loads from one into the other. */
export interface World {
  database: Database;
  directory: string;
  source: string;
  warnings: string[];
  put(files: Readonly<Record<string, Content>>): void;
  remove(name: string): void;
  load(options?: { strict?: boolean; readsAll?: boolean; sources?: string[] }): Promise<LoadReport>;
  rows(sql: string): Promise<Row[]>;
  /** Reasons of all rejects, in order. */
  reasons(): Promise<string[]>;
  touched(): Promise<string[]>;
}

/** Calls the work with a world of its own. */
export const withWorld = (work: (world: World) => Promise<void>): Promise<void> =>
  withDirectory(async (directory) => {
    const declared = spare ?? (await declare());
    spare = undefined;
    try {
      await work(createWorld({ ...declared.database }, directory));
      if (await empty(declared)) spare = declared;
    } finally {
      if (spare !== declared) declared.database.close();
    }
  });

/** A database, and the tables that it had at first. */
interface Kept {
  readonly database: Database;
  readonly tables: readonly Row[];
}

/** Empty database of an earlier test. Making one takes longer than most tests. */
let spare: Kept | undefined;

async function declare(): Promise<Kept> {
  const database = await openDatabase(':memory:', { threads: 2 });
  await database.run(ruleSql());
  for (const relation of relationsIn('raw')) await database.run(readSql(`raw/${relation}`));
  await database.run(readSql('calendar/state/file_events'));
  return { database, tables: await tablesOf(database) };
}

const tablesOf = (database: Database): Promise<Row[]> =>
  database.rows('select table_name, sql from duckdb_tables() where not temporary order by all');

/** Empties the tables. Returns false if the test created or dropped tables. */
async function empty({ database, tables }: Kept): Promise<boolean> {
  const left = await database.rows('select table_name from duckdb_tables() where temporary');
  for (const { table_name } of left) await database.run(`drop table temp.${table_name}`);
  for (const { table_name } of tables) await database.run(`truncate ${table_name}`);
  return JSON.stringify(await tablesOf(database)) === JSON.stringify(tables);
}

function createWorld(database: Database, directory: string): World {
  const source = join(directory, 'source');
  const temporaryDirectory = join(directory, 'temporary');
  const warnings: string[] = [];
  mkdirSync(source);
  mkdirSync(temporaryDirectory);
  let runs = 0;
  return {
    database,
    directory,
    source,
    warnings,
    put(files) {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(source, name)), { recursive: true });
        writeFileSync(join(source, name), content);
      }
    },
    remove: (name) => rmSync(join(source, name), { recursive: true, force: true }),
    async load({ strict = false, readsAll = false, sources = [source] } = {}) {
      runs += 1;
      await database.run('begin');
      try {
        const report = await loadSources({
          database,
          sources,
          runId: `run-${runs}`,
          strict,
          readsAll,
          temporaryDirectory,
          log: { warn: (message) => warnings.push(message) },
        });
        await database.run('commit');
        return report;
      } catch (error) {
        await database.run('rollback');
        throw error;
      }
    },
    rows: (sql) => database.rows(sql),
    async reasons() {
      const rows = await database.rows('select reason from rejects order by run_id, file, line');
      return rows.map(({ reason }) => `${reason}`);
    },
    async touched() {
      const rows = await database.rows('select account_id from touched_accounts order by 1');
      return rows.map((row) => `${row.account_id}`);
    },
  };
}

/** Values of a valid row of each table, as text. */
export const goodRows = {
  accounts: {
    account_id: 'MT5:1@Live',
    platform: 'MT5',
    currency: 'USD',
    broker: 'Broker',
    server: 'Live',
    leverage: '500',
    demo: 'false',
    created_at: '2024-01-01T00:00:00Z',
    updated_at: '2024-06-01T00:00:00Z',
    opening_balance: '1000.5',
    reported_balance: '',
    contradicted: '',
    statement: '',
  },
  trades: {
    account_id: 'MT5:1@Live',
    ticket: '1',
    symbol: 'EURUSD',
    side: 'buy',
    volume: '0.1',
    open_price: '1.1',
    close_price: '1.2',
    stop_loss: '1.05',
    take_profit: '',
    opened_at: '2024-01-02T10:00:00Z',
    closed_at: '2024-01-02T11:00:00Z',
    profit: '100.25',
    commission: '-1',
    swap: '',
    comment: 'first',
    magic_number: '7',
  },
  positions: {
    account_id: 'MT5:1@Live',
    ticket: '9',
    symbol: 'EURUSD',
    side: 'sell',
    volume: '0.1',
    open_price: '1.1',
    stop_loss: '',
    take_profit: '',
    opened_at: '2024-01-02T10:00:00Z',
    profit: '-5',
    commission: '',
    swap: '',
    comment: '',
    magic_number: '',
    reported_at: '2024-06-01T00:00:00Z',
  },
  cash_flows: {
    account_id: 'MT5:1@Live',
    id: '1',
    at: '2024-01-01T00:00:00Z',
    amount: '1000',
    kind: '',
  },
  equity: {
    account_id: 'MT5:1@Live',
    at: '2024-01-03T00:00:00Z',
    balance: '1100.25',
    equity: '1095.25',
  },
  printed_figures: {
    account_id: 'MT5:1@Live',
    statement: 'june',
    figure: 'balance',
    value: '1100.25',
    decimals: '2',
    covered_from: '2024-01-01T00:00:00Z',
    printed_at: '2024-06-01T00:00:00Z',
  },
  symbols: { symbol: 'EURUSD', pip_size: '0.0001', server: '' },
  fx_rates: { date: '2024-01-02', base: 'EUR', quote: 'USD', rate: '1.1' },
  prices: { symbol: 'GOLD', date: '2024-01-02', close: '2063.73', currency: 'USD' },
  calendar_events: {
    time: '2024-01-05T13:30:00Z',
    currency: 'USD',
    impact: 'high',
    title: 'Payrolls',
    forecast: '170K',
    previous: '',
    actual: '',
  },
} as const;

export type TableName = keyof typeof goodRows;
type Values = Readonly<Record<string, string>>;

/** Makes a row of the table with some other values. An undefined value omits the column. */
export function row(table: TableName, changes: Values = {}): Values {
  return { ...goodRows[table], ...changes };
}

/** Writes rows as CSV with a header; cells are quoted if necessary. */
export function csv(rows: readonly Values[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const line = (cells: readonly string[]) => `${cells.map(cell).join(',')}\n`;
  return line(names) + rows.map((values) => line(names.map((name) => values[name] ?? ''))).join('');
}

/** Writes rows of one table as CSV. */
export function rowsOf(table: TableName, ...changes: Values[]): string {
  return csv(changes.map((values) => row(table, values)));
}

export function ndjson(rows: readonly Readonly<Record<string, unknown>>[]): string {
  return rows.map((values) => `${JSON.stringify(values)}\n`).join('');
}
