import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Kysely, type SqliteDatabase, SqliteDialect, type Transaction } from 'kysely';
import Database from 'libsql';
import { LRUCache } from 'lru-cache';
import { CommandError } from './errors.ts';
import { makeFolder } from './files.ts';
import { modes, narrowMode } from './modes.ts';
import { makeReason } from './reasons/reason.ts';
import { DatabaseOutOfReach, isMigrated, migrate, type Schema, type TableStore } from './tables.ts';

const busyMilliseconds = 5000;

/**
 * Pages in the log after which a writer copies them into the database: 32 MB. Many writes change
 * the same pages, which are then copied once.
 */
const checkpointPages = 8_000;

/** Tables in a SQLite file, with the handle that their reads use. */
interface SqliteTables<Tables> extends TableStore<Tables> {
  readonly path: string;
  /** For queries too frequent to go through Kysely. */
  readonly reader: Database.Database;
}

/**
 * Opens tables in a SQLite file that only its owner may read, and makes them if they are missing.
 */
export async function openSqliteTables<Tables>(
  file: string,
  schema: Schema,
): Promise<SqliteTables<Tables>> {
  const path = resolve(file);
  makeFolder(dirname(path));
  makeFile(path);
  const reader = await connectMigrated(path, schema);
  const db = kyselyOver<Tables>(cachingStatements(reader));
  reader.exec('pragma query_only = on');
  const writer = createWriter<Tables>(path, schema);
  return {
    db,
    path,
    reader,
    read: (work) => inTransaction(path, schema, work),
    write: (work) => inTurn(path, () => writer.write(work)),
    async close() {
      await inTurn(path, writer.close);
      await db.destroy();
    },
  };
}

/** Number of the file at a path; undefined without one. */
export const fileNumber = (path: string): number | undefined =>
  statSync(path, { throwIfNoEntry: false })?.ino;

/**
 * Keeps one connection with its statements for the writes, since to open it costs as much as a
 * small write. It is closed after an error, and once another file is at the path.
 */
function createWriter<Tables>(path: string, schema: Schema) {
  let opened: { readonly db: Kysely<Tables>; readonly file: number | undefined } | undefined;
  const close = async (): Promise<void> => {
    const { db } = opened ?? {};
    opened = undefined;
    await db?.destroy();
  };
  return {
    close,
    async write<Result>(work: (db: Transaction<Tables>) => Promise<Result>): Promise<Result> {
      if (opened && opened.file !== fileNumber(path)) await close();
      try {
        if (opened === undefined) {
          const statements = cachingStatements(connect(path), keptStatements);
          const db = kyselyOver<Tables>(beginningWithTheWriteLock(statements));
          opened = { db, file: fileNumber(path) };
        }
        return await opened.db.transaction().execute(work);
      } catch (error) {
        // libsql leaves a statement that met a lock unfinished, and every later commit fails.
        await close();
        throw explained(error, path, schema);
      }
    },
  };
}

// Never opens an existing file: closing it would end every lock of this process on it. Another
// process could then remove the log that a connection of this one still reads.
function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', modes.secret.file));
  } catch (error) {
    if (!isThere(error)) throw error;
    // The umask applies to new files only. A copied database may be open to others.
    for (const file of [path, `${path}-wal`, `${path}-shm`]) narrowMode(file, modes.secret.file);
  }
}

const isThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

// The process that creates the journal does not wait, whatever the timeout says. Of processes that
// open a new database together, some would fail at once.
async function connectMigrated(path: string, schema: Schema): Promise<Database.Database> {
  const end = performance.now() + busyMilliseconds;
  for (;;) {
    try {
      const isDone = await withHandle(path, (handle) => isMigrated(kyselyOver(handle), schema));
      if (!isDone)
        await inTurn(path, () => withHandle(path, (handle) => makeTables(handle, schema)));
      return connect(path);
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw asDamage(error, path, schema);
      await setTimeout(20);
    }
  }
}

// Kysely's migrator neither locks SQLite nor runs in a transaction there.
async function makeTables(handle: Database.Database, schema: Schema): Promise<void> {
  handle.exec('begin immediate');
  try {
    await migrate(kyselyOver(handle), schema);
    handle.exec('commit');
  } catch (error) {
    // libsql doesn't roll back at close.
    handle.exec('rollback');
    throw error;
  }
}

const lastTurns = new Map<string, Promise<unknown>>();

// Waiting for a lock stops the whole process: if the holder is in it too, it would wait in vain.
function inTurn<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (lastTurns.get(path) ?? Promise.resolve()).then(work);
  lastTurns.set(
    path,
    turn.catch(() => {}),
  );
  return turn;
}

// Each of these transactions has a connection of its own, so that none sees half of another.
async function inTransaction<Tables, Result>(
  path: string,
  schema: Schema,
  work: (db: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const db = kyselyOver<Tables>(connect(path));
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    throw explained(error, path, schema);
  } finally {
    await db.destroy();
  }
}

/** Turns the error of a busy or damaged database into a line with its path. */
function explained(error: unknown, path: string, schema: Schema): unknown {
  if (!isBusy(error)) return asDamage(error, path, schema);
  const reason = makeReason('system_database_busy', {
    file: path,
    seconds: busyMilliseconds / 1000,
  });
  return new DatabaseOutOfReach(schema, reason, { cause: error });
}

const beginningWithTheWriteLock = (database: CachedDatabase): SqliteDatabase => ({
  close: database.close,
  prepare(text) {
    // A transaction that reads first and then writes is refused at once if another process wrote
    // between.
    if (text === 'begin') return database.prepare('begin immediate');
    // On a full disk SQLite rolls back by itself; to do so again would hide why.
    if (text === 'rollback' && !database.isInTransaction()) return database.prepare('select 1');
    return database.prepare(text);
  },
});

/** Statements that a writer keeps. The text of many differs by the number of rows. */
const keptStatements = 100;

interface CachedDatabase extends SqliteDatabase {
  isInTransaction(): boolean;
}

/** Keeps the statements that were used last; by default all of them. */
function cachingStatements(database: Database.Database, most?: number): CachedDatabase {
  const statements = new LRUCache<string, ReturnType<SqliteDatabase['prepare']>>({
    maxSize: most ?? Number.MAX_SAFE_INTEGER,
    sizeCalculation: () => 1,
  });
  return {
    close: () => database.close(),
    isInTransaction: () => database.inTransaction,
    prepare(text) {
      const statement = statements.get(text) ?? database.prepare(text);
      statements.set(text, statement);
      return statement;
    },
  };
}

/**
 * Copies the database in a file to a new file, as of one instant, while others use it. The copy has
 * no log of its own.
 */
export async function copySqlite(from: string, to: string): Promise<void> {
  try {
    await withHandle(from, async (handle) => {
      handle.prepare('vacuum into ?').run(to);
    });
  } catch (error) {
    if (!isDamaged(error)) throw error;
    throw new CommandError(`${from} is damaged and can't be copied; repair it first`, undefined, {
      cause: error,
    });
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

/**
 * Turns the error of a damaged database into a line with its path and a remedy. Returns other
 * errors unchanged.
 */
export function asDamage(error: unknown, path: string, schema: Schema): unknown {
  if (!isDamaged(error)) return error;
  const damaged = makeReason('system_database_damaged', { file: path });
  return new DatabaseOutOfReach(schema, damaged, { cause: error });
}

/** Writes a database anew, so that no byte of removed rows is in its file or its log. */
export async function vacuumSqlite(path: string): Promise<void> {
  await withHandle(path, async (handle) => {
    handle.exec('vacuum');
    const [outcome] = handle.prepare('pragma wal_checkpoint(truncate)').all() as { busy: number }[];
    if (outcome?.busy !== 0) throw new Error(`${path} is being read by another process`);
  });
}

const isDamaged = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code));

function connect(path: string): Database.Database {
  const database = new Database(path, { timeout: busyMilliseconds });
  try {
    database.pragma('journal_mode = wal');
    database.pragma(`wal_autocheckpoint = ${checkpointPages}`);
    database.pragma('foreign_keys = on');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

async function withHandle<Result>(
  path: string,
  work: (handle: Database.Database) => Promise<Result>,
): Promise<Result> {
  const handle = connect(path);
  try {
    return await work(handle);
  } finally {
    handle.close();
  }
}

function kyselyOver<Tables>(database: SqliteDatabase): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
}

/** Removes a database that nobody has open, with the files that SQLite keeps next to it. */
export function removeSqlite(path: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
}
