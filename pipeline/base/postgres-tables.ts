import { Kysely, PostgresDialect, sql } from 'kysely';
import { openPool } from './postgres-pool.ts';
import { isMigrated, migrate, type Schema, type TableStore } from './tables.ts';

/** Opens tables in PostgreSQL, in the namespace that the URL's user writes to by default. */
export async function openPostgresTables<Tables>(
  databaseUrl: string,
  schema: Schema,
): Promise<TableStore<Tables>> {
  const pool = openPool(databaseUrl, { max: 10 });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(
      db,
    );
    const namespace = rows[0]?.name ?? undefined;
    if (!(await isMigrated(db, schema, namespace))) await migrate(db, schema, namespace);
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
