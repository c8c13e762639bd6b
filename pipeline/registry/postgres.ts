import { Kysely, PostgresDialect, sql } from 'kysely';
import { openPool } from '../base/postgres-pool.ts';
import { isCurrent, lockForWriting, migrate } from './migrations.ts';
import type { Tables } from './schema.ts';
import type { Store } from './store.ts';

const migrationLock = 7_264_118;

/** The registry in PostgreSQL, in the schema that the URL's user writes to by default. */
export async function openPostgres(databaseUrl: string): Promise<Store> {
  const pool = openPool(databaseUrl, { max: 10 });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    if (!(await isCurrent(db))) {
      await db.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction);
        await migrate(transaction);
      });
    }
  } catch (error) {
    await db.destroy();
    throw error;
  }

  const revision = db.selectFrom('registry_state').select('revision');
  return {
    db,
    revision: async () => (await revision.executeTakeFirstOrThrow()).revision,
    read: (work) => db.transaction().setIsolationLevel('repeatable read').execute(work),
    write: (work) =>
      db.transaction().execute(async (transaction) => {
        await lockForWriting(transaction);
        return work(transaction);
      }),
    annotate: (work) => db.transaction().execute(work),
    close: () => db.destroy(),
  };
}
