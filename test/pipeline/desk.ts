import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { type DataDirectory, dataDirectory } from '../../pipeline/base/data-directory.ts';
import { type Database, openDatabase, type Row } from '../../pipeline/duckdb/database.ts';
import type { Manifest } from '../../pipeline/publish/snapshot/layout.ts';
import { currentVersion } from '../../pipeline/publish/snapshot/publish.ts';
import {
  openSnapshot,
  readManifest,
  type Snapshot,
} from '../../pipeline/publish/snapshot/reader.ts';
import { closedValues } from '../../pipeline/registry/entry-fields.ts';
import { subjectFields } from '../../pipeline/registry/fields.ts';
import type { RegistryAccount } from '../../pipeline/registry/schema.ts';
import type { RunResult } from '../../pipeline/run/recorded.ts';
import type { RunOptions } from '../../pipeline/run/run-options.ts';
import { temporaryDirectory, withDirectory } from '../support/directory.ts';
import { furnish } from '../support/furnish.ts';
import { runAt } from '../support/run-at.ts';
import { whileOpen } from '../support/while-open.ts';

/** Time of runs, unless a test sets another: a Wednesday. */
export const asOf = new Date('2024-06-12T12:00:00Z');

type Cells = Record<string, string | number | null>;

/** Data directory, source and registry that a test can change. */
export interface Desk {
  readonly dataDir: DataDirectory;
  readonly source: string;
  readonly registered: RegistryAccount[];
  /** Writes a CSV file of the source. */
  write(file: string, rows: readonly Cells[]): void;
  run(options?: Partial<RunOptions>): Promise<RunResult>;
  manifest(): Manifest;
  /** Reads the published version. */
  read<Result>(work: (snapshot: Snapshot) => Result): Result;
  /** Reads one part of an account of the published version. */
  part(id: string, name: Parameters<Snapshot['part']>[1]): ReturnType<typeof JSON.parse>;
  warehouse(sql: string, zone?: string): Promise<Row[]>;
}

/** Calls the work with a desk without any run, and removes it afterwards. */
export async function withDesk(work: (desk: Desk) => Promise<void>): Promise<void> {
  await withDirectory(async (root) => {
    await furnishRoot(root);
    await work(deskAt(root, []));
  });
}

/** Makes a desk without any run. It is removed when this process ends. */
export async function openDesk(): Promise<Desk> {
  const root = temporaryDirectory();
  process.once('exit', () => rmSync(root, { recursive: true, force: true }));
  await furnishRoot(root);
  return deskAt(root, []);
}

/** Creates the folders of a desk. */
async function furnishRoot(root: string): Promise<void> {
  await furnish(dataDirectory(join(root, 'data')));
  mkdirSync(join(root, 'source'));
}

/**
 * Calls the work with a desk on which `prepare` was called. It prepares once per process, because a
 * first run takes longer than most tests. Each test gets it unchanged, at the same path.
 */
export function preparedDesk(prepare: (desk: Desk) => Promise<unknown>): typeof withDesk {
  let made: { root: string; kept: string; registered: readonly RegistryAccount[] } | undefined;
  return async (work) => {
    made ??= await make();
    const { root, kept, registered } = made;
    if (existsSync(root)) throw new Error('a prepared desk is lent to one at a time');
    try {
      cpSync(kept, root, { recursive: true, preserveTimestamps: true });
      await work(deskAt(root, structuredClone([...registered])));
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  };

  async function make() {
    const root = temporaryDirectory();
    const storedRoot = `${root}-kept`;
    process.once('exit', () => {
      for (const folder of [root, storedRoot]) rmSync(folder, { recursive: true, force: true });
    });
    await furnishRoot(root);
    const desk = deskAt(root, []);
    await prepare(desk);
    renameSync(root, storedRoot);
    return { root, kept: storedRoot, registered: desk.registered };
  }
}

/** Calls the work with a desk on which two accounts with a trade each are published. */
export const withTwo = preparedDesk((desk) => {
  desk.write('accounts.csv', [account('a'), account('b')]);
  desk.write('trades.csv', [trade('a', 1), trade('b', 2)]);
  return desk.run();
});

function deskAt(root: string, registered: RegistryAccount[]): Desk {
  const dataDir = dataDirectory(join(root, 'data'));
  const source = join(root, 'source');
  const read = <Result>(readIt: (snapshot: Snapshot) => Result): Result => {
    const snapshot = openSnapshot(dataDir, currentVersion(dataDir) ?? 'none');
    try {
      return readIt(snapshot);
    } finally {
      snapshot.close();
    }
  };
  return {
    dataDir,
    source,
    registered,
    write: (file, rows) =>
      writeFileSync(join(source, file), stringify([...rows], { header: true })),
    run: (options) =>
      runAt(
        asOf,
        { dataDir, registry: { accounts: async () => registered } },
        { sources: [source], ...options },
      ),
    manifest: () => readManifest(dataDir, currentVersion(dataDir) ?? 'none'),
    read,
    part: (id, name) => read((snapshot) => JSON.parse(String(snapshot.part(id, name)))),
    warehouse: (sql, zone) => query(dataDir.warehouse, sql, zone),
  };
}

/** Queries a database file, read-only. */
export const query = (path: string, sql: string, zone = 'UTC'): Promise<Row[]> =>
  withWarehouse(path, (database) => database.rows(sql), zone);

/**
 * Opens a database file read-only for several queries, since opening takes longer than most
 * queries.
 */
export async function withWarehouse<Result>(
  path: string,
  work: (database: Database) => Promise<Result>,
  zone = 'UTC',
): Promise<Result> {
  return whileOpen(openDatabase(':memory:'), async (database) => {
    await database.run(`attach '${path}' as asked (read_only)`);
    await database.run(`use asked; set TimeZone = '${zone}'`);
    return await work(database);
  });
}

/** Changes a database file without the program. */
export async function tamper(path: string, sql: string): Promise<void> {
  const database = await openDatabase(path);
  await database.run(sql);
  database.close();
}

export const idOf = (name: string): string => `MT5:${name}@Desk-Live`;

/** Makes a row of `accounts`. */
export const account = (name: string, changes: Cells = {}): Cells => ({
  account_id: idOf(name),
  platform: 'MT5',
  currency: 'USD',
  broker: 'Desk',
  server: 'Desk-Live',
  created_at: '2024-01-01T00:00:00Z',
  updated_at: '2024-06-01T00:00:00Z',
  opening_balance: 1000,
  ...changes,
});

/** Makes a row of `trades`. */
export const trade = (name: string, ticket: number, changes: Cells = {}): Cells => ({
  account_id: idOf(name),
  ticket,
  symbol: 'EURUSD',
  side: 'buy',
  volume: 0.1,
  open_price: 1.1,
  close_price: 1.2,
  opened_at: '2024-06-03T08:00:00Z',
  closed_at: '2024-06-03T09:00:00Z',
  profit: 10,
  ...changes,
});

/** Makes a row of `calendar_events`. */
export const calendarEvent: Cells = {
  time: '2024-06-12T12:30:00Z',
  currency: 'USD',
  impact: 'high',
  title: 'CPI m/m',
};

/** Makes a registry entry of an account. */
export const registeredAccount = (
  name: string,
  changes: Partial<RegistryAccount> = {},
): RegistryAccount => ({
  ...closedValues(subjectFields),
  slug: name,
  account_id: idOf(name),
  owner: 'desk',
  name,
  members: [],
  published: true,
  verified: { identity: false, track_record: false },
  confirmed: { identity: null, track_record: null },
  mark_version: null,
  settlements: [],
  covered_until: null,
  lapsed_at: null,
  broker_since: null,
  publication: null,
  created_at: '2024-01-01T00:00:00Z',
  ...changes,
});

/** Makes a registry entry of a portfolio. */
export const registeredPortfolio = (
  slug: string,
  members: readonly string[],
  changes: Partial<RegistryAccount> = {},
): RegistryAccount =>
  registeredAccount(slug, {
    type: 'portfolio',
    account_id: null,
    currency: 'USD',
    members,
    ...changes,
  });

/** Flips one bit in the middle of a file. */
export function flipBit(path: string): void {
  const bytes = readFileSync(path);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}
