import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { numbersAsNumbers, postgresFault } from '../base/postgres-pool.ts';
import { openPostgresTables } from '../base/postgres-tables.ts';
import type { DeliveryDatabase } from './database.ts';
import { type DeliveryTables, deliverySchema } from './schema.ts';

/** Lock of all writers: shared by those that enter deliveries, and exclusive for any other. */
export const writingLock = 7_264_122;

/** Locks of owners. Two owners may have the same one, and wait for each other then. */
const ownerLocks = 64;

export const ownerLock = (owner: string): number =>
  Number.parseInt(hash('sha256', owner, 'hex').slice(0, 8), 16) % ownerLocks;

/** Opens the deliveries that machines share. */
export async function openPostgres(databaseUrl: string): Promise<DeliveryDatabase> {
  const explained = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (cause) {
      throw postgresFault('deliveries', cause);
    }
  };
  let ahead = 0;
  const options = { max: 4, query_timeout: 10_000, types: numbersAsNumbers };
  const tables = await explained(() =>
    openPostgresTables<DeliveryTables>(databaseUrl, deliverySchema(true), options),
  );
  return {
    abandonedAfter: 3 * 60_000,
    read: (work) => explained(() => work(tables.db)),
    write: (work) =>
      explained(() =>
        tables.write(async (db) => {
          await sql`select pg_advisory_xact_lock(${sql.lit(writingLock)})`.execute(db);
          return work(db);
        }),
      ),
    writeFor: (owners, waits, work) =>
      explained(() =>
        tables.write(async (db) => {
          await sql`select pg_advisory_xact_lock_shared(${sql.lit(writingLock)})`.execute(db);
          const locks = [...new Set(owners.map(ownerLock))].sort((first, second) => first - second);
          const free = await (waits ? lockAll(db, locks) : lockFree(db, locks));
          return work(db, (owner) => free.has(ownerLock(owner)));
        }),
      ),
    clock: () => new Date(Date.now() + ahead),
    async now(db) {
      const { rows } = await sql<{ now: string }>`select greatest(
        to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        (select received_at from deliveries order by number desc limit 1)) as now`.execute(db);
      const now = rows[0]?.now ?? '';
      // Machines' clocks differ; PostgreSQL's clock counts.
      ahead = Date.parse(now) - Date.now();
      return now;
    },
    close: tables.close,
  };
}

/** Waits for each of the locks of owners, in the order in which all wait for them. */
async function lockAll(
  db: Kysely<DeliveryTables>,
  locks: readonly number[],
): Promise<ReadonlySet<number>> {
  for (const lock of locks) {
    await sql`select pg_advisory_xact_lock(${sql.lit(writingLock)}, ${lock}::integer)`.execute(db);
  }
  return new Set(locks);
}

/** Takes those of the locks of owners that are free. */
async function lockFree(
  db: Kysely<DeliveryTables>,
  locks: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ lock: number }>`
    select lock from unnest(${locks.slice()}::integer[]) as lock
    where pg_try_advisory_xact_lock(${sql.lit(writingLock)}, lock)`.execute(db);
  return new Set(rows.map(({ lock }) => lock));
}
