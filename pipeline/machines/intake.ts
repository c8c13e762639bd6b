import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DataDirectory } from '../base/data-directory.ts';
import { literal } from '../base/sql-text.ts';
import { type Database, openDatabase } from '../duckdb/database.ts';
import { declareOnce, requireSameDeclarations } from '../duckdb/declarations.ts';
import type { DatabaseLimits } from '../duckdb/persistent-database.ts';
import { readSql, relationsIn, ruleSql } from '../duckdb/sql-files.ts';
import { fingerprint } from '../load/ledger.ts';
import type { Content, Store } from '../publish/store/store.ts';
import { objects } from './objects.ts';

/** Database that records which files were split and which rows were refused. */
interface Intake {
  readonly database: Database;
  /**
   * Closes the database and puts it in the store with all committed changes. Written `anew`, it has
   * no bytes of deleted rows.
   */
  finish(anew: boolean): Promise<Content>;
  close(): void;
}

/**
 * Opens the database of split files and refused rows as committed with `known`, empty if that is
 * null. It is an object of the store, fetched for each batch, and stays on no machine.
 */
export async function openIntake(
  { temporary }: Pick<DataDirectory, 'temporary'>,
  store: Store,
  known: Content | null,
  options: DatabaseLimits,
): Promise<Intake> {
  const [path, spill] = [join(temporary, 'intake.duckdb'), join(temporary, 'spill')];
  rmSync(temporary, { recursive: true, force: true });
  for (const folder of [temporary, spill]) mkdirSync(folder);
  if (known !== null) await store.fetch(objects.intake(known), known, path);
  const database = await openDatabase(path, { ...options, temporaryDirectory: spill });
  try {
    await requireSameDeclarations(database, path, rawTables());
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
    async finish(anew) {
      const finished = anew ? `${path}.anew` : path;
      await database.run('checkpoint');
      if (anew) {
        await database.run(`attach ${literal(finished)} as anew;
          copy from database intake to anew;
          delete from anew.declarations where part <> 'facts';
          detach anew`);
      }
      close();
      const content = contentOf(finished);
      await store.put(objects.intake(content), content, finished);
      return content;
    },
  };
}

/** Returns the length and hash of a file. */
export const contentOf = (path: string): Content => ({
  sha256: fingerprint(path),
  bytes: statSync(path).size,
});

/** Tables of `sql/raw`. Rows pass through them to the shards; only ledger and refused rows stay. */
const rawTables = (): string =>
  relationsIn('raw')
    .map((table) => readSql(`raw/${table}`))
    .join('\n');

const schema = (): string => ['begin;', ruleSql(), rawTables(), 'commit;'].join('\n');
