import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { parse } from 'node:path';
import type { DataDirectory } from '../base/data-directory.ts';
import { identifier, literal } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import { declareOnce, refuseOtherFacts } from '../duckdb/declarations.ts';
import {
  type DatabaseLimits,
  openPersistentDatabase,
  removeDatabase,
} from '../duckdb/persistent-database.ts';
import { readSql, relationsIn, ruleSql } from '../duckdb/sql-files.ts';
import { fingerprint } from '../load/ledger.ts';
import type { Content, Store } from '../publish/store/store.ts';
import { objects } from './objects.ts';

/** Database that records which files were split and which rows were refused. */
interface Intake {
  readonly database: Database;
  /**
   * Closes the database with all committed changes. Returns its hash and length. Written `anew`, it
   * has no bytes of deleted rows.
   */
  finish(anew?: boolean): Promise<Content>;
  close(): void;
}

/**
 * Opens the database of split files and refused rows as committed with `known`. The data directory
 * has only a copy, in which an uncommitted split may have left changes.
 */
export async function openIntake(
  { intake: path, temporary }: DataDirectory,
  store: Store,
  known: Content | null,
  options: DatabaseLimits,
): Promise<Intake> {
  if (known === null || !isAsKnown(path, known)) {
    removeDatabase(path);
    if (known !== null) await store.fetch(objects.intake(known), known, path);
  }
  const database = await openPersistentDatabase(path, temporary, options);
  try {
    await refuseOtherFacts(database, path, rawTables());
    await declareOnce(database, 'tables', schema(), () => database.run(schema()));
  } catch (error) {
    database.close();
    throw error;
  }
  let isOpen = true;
  const close = (): void => {
    if (isOpen) database.close();
    isOpen = false;
  };
  return {
    database,
    close,
    async finish(anew = false) {
      await database.run('checkpoint');
      if (anew) await copyAnew(database, path, `${path}.anew`);
      close();
      if (anew) renameSync(`${path}.anew`, path);
      return contentOf(path);
    },
  };
}

async function copyAnew(database: Database, path: string, copy: string): Promise<void> {
  rmSync(copy, { force: true });
  await database.run(`attach ${literal(copy)} as anew;
    copy from database ${identifier(parse(path).name)} to anew;
    delete from anew.declarations where part <> 'facts';
    detach anew`);
}

/** Returns the length and hash of a file. */
export const contentOf = (path: string): Content => ({
  sha256: fingerprint(path),
  bytes: statSync(path).size,
});

/** Returns true if the local database is the expected one, completely written. */
export const isAsKnown = (path: string, { sha256 }: Content): boolean =>
  existsSync(path) && !existsSync(`${path}.wal`) && fingerprint(path) === sha256;

/** Tables of `sql/raw`. Rows pass through them to the shards; only ledger and refused rows stay. */
const rawTables = (): string =>
  relationsIn('raw')
    .map((table) => readSql(`raw/${table}`))
    .join('\n');

const schema = (): string => ['begin;', ruleSql(), rawTables(), 'commit;'].join('\n');
