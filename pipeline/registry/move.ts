import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql, type Transaction } from 'kysely';
import type { DataDirectory } from '../base/data-directory.ts';
import { CommandError, UsageError } from '../base/errors.ts';
import { removeSqlite } from '../base/sqlite-tables.ts';
import { chunks } from './chunks.ts';
import { openStore } from './registry.ts';
import type { RegistryStore } from './store.ts';
import { type Tables, tables } from './tables.ts';

/** Tables to move, each after the tables that its rows refer to. */
const moved = Object.keys(tables).filter((name) => name !== 'registry_state');

/** Rows that were moved, by table. */
type MovedRows = Readonly<Record<string, number>>;

interface Place {
  readonly databaseUrl: string | null;
  readonly file: string;
  /** Name for messages, without a password. */
  readonly name: string;
}

interface MovedRegistry {
  readonly from: string;
  readonly to: string;
  readonly rows: MovedRows;
}

/**
 * Copies the whole registry to an empty one, in one transaction: keys, passwords, sessions and the
 * audit trail too. The source stays as it was. Throws a CommandError, with nothing copied, where
 * the source has nothing or the target has something.
 */
export async function moveRegistry(
  source: { readonly dataDir: DataDirectory; readonly databaseUrl: string | null },
  to: string,
): Promise<MovedRegistry> {
  const from = placeOf(source.databaseUrl, source.dataDir.registry);
  const target = targetOf(to);
  const isInUse =
    from.databaseUrl === target.databaseUrl &&
    (from.databaseUrl !== null || from.file === target.file);
  if (isInUse) {
    throw new UsageError(
      `registry move: ${target.name} is the registry in use; unset DATABASE_URL to move the registry of the data directory, or name another target with --to`,
    );
  }
  if (from.databaseUrl === null && !existsSync(from.file)) {
    throw new UsageError(
      `registry move: there is no registry at ${from.file}; name the data directory that has it with --data`,
    );
  }
  const isNew = target.databaseUrl === null && !existsSync(target.file);
  try {
    return await withStore(from, 'DATABASE_URL', (old) =>
      withStore(target, '--to', async (fresh) => {
        const rows = await old.read((reader) =>
          fresh.write((writer) => copyAll(reader, writer, from, target)),
        );
        return { from: from.name, to: target.name, rows };
      }),
    );
  } catch (error) {
    // An empty file would look like a registry.
    if (isNew && existsSync(target.file)) removeSqlite(target.file);
    throw error;
  }
}

/** Throws a CommandError if a registry in PostgreSQL can't be reached, or is not empty. */
export async function refuseFilledRegistry(databaseUrl: string): Promise<void> {
  const place = placeOf(databaseUrl, '');
  await withStore(place, 'DATABASE_URL', (store) =>
    store.read((db) => refuseFilled(db, place, 'restore')),
  );
}

const participles = { 'registry move': 'moved', restore: 'restored' };

async function refuseFilled(
  db: Transaction<Tables>,
  { name: place }: Place,
  command: keyof typeof participles,
): Promise<void> {
  for (const name of moved) {
    const found = await countRows(db, name);
    if (found > 0) {
      throw new CommandError(
        `${command}: ${place} is not empty: ${name} has ${found} rows; nothing was ${participles[command]}, name an empty database`,
      );
    }
  }
}

async function copyAll(
  reader: Transaction<Tables>,
  writer: Transaction<Tables>,
  from: Place,
  target: Place,
): Promise<MovedRows> {
  await refuseFilled(writer, target, 'registry move');
  const rows: Record<string, number> = {};
  for (const name of moved) rows[name] = await copyTable(reader, writer, name);
  if (Object.values(rows).every((count) => count === 0)) {
    throw new CommandError(`registry move: ${from.name} has nothing to move`);
  }
  return rows;
}

async function copyTable(
  reader: Transaction<Tables>,
  writer: Transaction<Tables>,
  name: string,
): Promise<number> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
    reader,
  );
  for (const lot of chunks(rows)) {
    const columns = Object.keys(lot[0] ?? {});
    const values = lot.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(values)}`.execute(writer);
  }
  const count = await countRows(writer, name);
  if (count !== rows.length) throw new Error(`${name}: ${count} of ${rows.length} rows arrived`);
  return count;
}

async function countRows(db: Transaction<Tables>, name: string): Promise<number> {
  const { rows } = await sql<{
    count: unknown;
  }>`select count(*) as count from ${sql.table(name)}`.execute(db);
  return Number(rows[0]?.count);
}

async function withStore<Result>(
  { databaseUrl, file }: Place,
  option: string,
  work: (store: RegistryStore) => Promise<Result>,
): Promise<Result> {
  const store = await openStore({ databaseUrl, file, option });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Reads `--to`: an address of PostgreSQL, or a file of SQLite as its path or `file:` address. */
function targetOf(to: string): Place {
  if (/^postgres(?:ql)?:\/\//.test(to)) return placeOf(to, '');
  if (/^file:\/\/\//.test(to)) return placeOf(null, fileURLToPath(to));
  if (to !== '' && !/^\w+:/.test(to)) return placeOf(null, to);
  throw new UsageError(
    '--to: neither postgres://USER:PASSWORD@HOST/DATABASE nor the path of a file',
  );
}

function placeOf(databaseUrl: string | null, file: string): Place {
  if (databaseUrl === null) return { databaseUrl, file: resolve(file), name: resolve(file) };
  if (!URL.canParse(databaseUrl)) return { databaseUrl, file, name: 'PostgreSQL' };
  const { host, pathname } = new URL(databaseUrl);
  return { databaseUrl, file, name: `PostgreSQL at ${host}${pathname}` };
}
