import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataDirectory } from '../../pipeline/base/data-directory.ts';
import { type Database, openDatabase } from '../../pipeline/duckdb/database.ts';
import { computeRelations, relationsInOrder } from '../../pipeline/duckdb/relations.ts';
import { macroSql, readSql, relationsIn } from '../../pipeline/duckdb/sql-files.ts';
import { attachArchive } from '../../pipeline/run/archived-history.ts';

const asOf = '2024-07-01 12:00:00';

/**
 * Computes every relation again in a copy of a run's database, and keeps all of them there. The
 * subjects are numbered as if so many others came before them in their chunk.
 */
export async function computeAgain(dataDir: DataDirectory, before = 0): Promise<Database> {
  const copy = join(dataDir.path, 'copy.duckdb');
  copyFileSync(dataDir.working, copy);
  const database = await openDatabase(copy);
  await attachArchive(database, dataDir.archive);
  return computeAll(database, before);
}

/** Computes every relation of an empty database, for no subject. */
export async function computeNothing(): Promise<Database> {
  const database = await openDatabase(':memory:');
  const tables = ['raw', 'state'].flatMap((folder) =>
    relationsIn(folder).map((name) => `${folder}/${name}`),
  );
  for (const text of [macroSql(), ...tables.map(readSql)]) await database.run(text);
  await attachArchive(database, ':memory:');
  try {
    await computeAll(database);
    // Also those that no other relation needs.
    for (const { kind, table, sql } of relationsInOrder()) {
      await database.run(`create or replace ${kind} ${table} as ${sql}`);
    }
  } catch (cause) {
    throw new Error(`${await uncomputed(database)} cannot be computed: ${cause}`, { cause });
  }
  return database;
}

/**
 * Returns the file of the first missing relation. In an empty database those about statements are
 * missing.
 */
async function uncomputed(database: Database): Promise<string> {
  const made = await database.rows(
    'select table_name as name from duckdb_tables() union all select view_name from duckdb_views()',
  );
  const names = new Set(made.map(({ name }) => name));
  const missing = relationsInOrder().find(
    ({ folder, table }) => folder !== 'reconciliation' && !names.has(table),
  );
  return `sql/${missing?.folder}/${missing?.name}.sql`;
}

async function computeAll(database: Database, before = 0): Promise<Database> {
  await database.run(`
    create temp table run_context as select
      timestamp '${asOf}' as as_of, 1::bigint as version_no;
    create temp table selection as select
      (${before} + row_number() over (order by subject_id))::integer as subject_no,
      subject_id, type, currency, created_at,
    from subjects`);
  await computeRelations(database, relationsInOrder());
  return database;
}
