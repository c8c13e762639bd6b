import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { openPool, type PoolOptions } from './postgres-pool.ts';
import { isMigrated, migrate, type Schema, type TableStore } from './tables.ts';

/** Opens tables in PostgreSQL, in the namespace that the URL's user writes to by default. */
export async function openPostgresTables<Tables>(
  databaseUrl: string,
  schema: Schema,
  options: PoolOptions = { max: 10 },
): Promise<TableStore<Tables>> {
  const db = kyselyOver<Tables>(openPool(databaseUrl, options));
  try {
    await makeTables(db, schema);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return {
    db,
    read: (work) => db.transaction().setIsolationLevel('repeatable read').execute(work),
    write: (work) => db.transaction().execute(work),
    close: () => db.destroy(),
  };
}

/** Makes what is missing of tables that are asked for without Kysely; the pool stays open. */
export const makePostgresTables = (pool: pg.Pool, schema: Schema): Promise<void> =>
  makeTables(kyselyOver(pool), schema);

async function makeTables<Tables>(db: Kysely<Tables>, schema: Schema): Promise<void> {
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(db);
  const namespace = rows[0]?.name ?? undefined;
  if (!(await isMigrated(db, schema, namespace))) await migrate(db, schema, namespace);
}

const kyselyOver = <Tables>(pool: pg.Pool) =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
