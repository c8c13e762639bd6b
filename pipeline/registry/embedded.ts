import { closeSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Kysely, type SqliteDatabase, SqliteDialect, type Transaction } from 'kysely';
import Database from 'libsql';
import { makeFolder } from '../base/files.ts';
import { modes, narrow } from '../base/modes.ts';
import { isCurrent, lockForWriting, migrate } from './migrations.ts';
import { RegistryOutOfReach } from './refused.ts';
import type { Tables } from './schema.ts';
import type { Store } from './store.ts';

const busyMilliseconds = 5000;
const togetherMilliseconds = 1;

/**
 * What was seen of a file in this turn of the event loop. To look at each request takes a sixth of a
 * cached answer of 50 KB (158 us, without 130), and requests that have come in together may share
 * a look: none of them was begun after a later decision.
 */
const looks = new Map<string, { readonly revision: number; readonly at: number }>();

/** The registry in a SQLite file, which nobody but its owner may read. */
export async function openEmbedded(file: string): Promise<Store> {
  const path = resolve(file);
  makeFolder(dirname(path));
  makeFile(path);
  const reader = await connectMigrated(path);
  const db = kyselyOver(keepStatements(reader));
  reader.exec('pragma query_only = on');
  // Not through Kysely: it is asked at every request.
  const revision = reader.prepare('select revision from registry_state').raw();
  const opened = identityOf(path);
  const looked = `${path} ${opened}`;

  return {
    db,
    revision() {
      const at = performance.now();
      const known = looks.get(looked);
      if (known !== undefined && at - known.at < togetherMilliseconds) return known.revision;
      // An open file outlives its name: whoever is revoked in the next one would be let in for ever.
      if (identityOf(path) !== opened) throw new Error(`${path} was removed or replaced`);
      const look = { revision: Number([revision.get()].flat()[0]), at };
      looks.set(looked, look);
      setImmediate(() => looks.delete(looked));
      return look.revision;
    },
    read: (work) => inTransaction(path, work),
    write: (work) =>
      inTurn(path, () =>
        inTransaction(path, async (transaction) => {
          await lockForWriting(transaction);
          return work(transaction);
        }).finally(() => looks.delete(looked)),
      ),
    annotate: (work) => inTurn(path, () => inTransaction(path, work)),
    close: () => db.destroy(),
  };
}

// An existing file is never opened here: to close it would end every lock this process has on it,
// and another process could then take away the log that a connection of this one still reads.
function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', modes.secret.file));
  } catch (error) {
    if (!isThere(error)) throw error;
    // Not its owner's umask, but whoever copied it here may have left it open to others.
    for (const file of [path, `${path}-wal`, `${path}-shm`]) narrow(file, modes.secret.file);
  }
}

const isThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

function identityOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

// Whoever makes the file of a journal beside it waits for nobody, whatever the time-out says: of
// processes that open a new registry together some would be refused at once.
async function connectMigrated(path: string): Promise<Database.Database> {
  const end = performance.now() + busyMilliseconds;
  for (;;) {
    try {
      const reader = connect(path);
      if (await isCurrent(kyselyOver(reader))) return reader;
      reader.close();
      await inTurn(path, () => inTransaction(path, migrate));
    } catch (error) {
      const isTaken = isBusy(error) || (error instanceof Error && isBusy(error.cause));
      if (!isTaken || performance.now() > end) throw error;
      await setTimeout(20);
    }
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

// A handle of its own for each transaction: libsql leaves a statement that met a lock unfinished,
// and every later commit on the same handle fails. So reads never see half a transaction either.
async function inTransaction<Result>(
  path: string,
  work: (db: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const db = kyselyOver(connect(path));
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (!isBusy(error)) throw error;
    const seconds = busyMilliseconds / 1000;
    throw new RegistryOutOfReach(
      `another process has been writing to ${path} for ${seconds} s; try again`,
      { cause: error },
    );
  } finally {
    await db.destroy();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

function connect(path: string): Database.Database {
  const database = new Database(path, { timeout: busyMilliseconds });
  try {
    database.pragma('journal_mode = wal');
    database.pragma('foreign_keys = on');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function kyselyOver(database: SqliteDatabase): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
}

function keepStatements(database: Database.Database): SqliteDatabase {
  const statements = new Map<string, ReturnType<SqliteDatabase['prepare']>>();
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = statements.get(sql) ?? database.prepare(sql);
      statements.set(sql, statement);
      return statement;
    },
  };
}
