import type { Kysely } from 'kysely';
import type { DeliveryTables } from './schema.ts';

/** Database of deliveries: SQLite on one machine, PostgreSQL if machines share a store. */
export interface DeliveryDatabase {
  /**
   * Milliseconds after which another server may take over a reading; 0 on one machine, which has
   * one server.
   */
  readonly abandonedAfter: number;
  /** Reads; throws a CommandError if the database is out of reach. */
  read<Result>(work: (db: Kysely<DeliveryTables>) => Promise<Result>): Promise<Result>;
  /**
   * Does all of `work` or nothing. Nobody else writes meanwhile, in any process. So all deliveries
   * up to the newest number are visible to it.
   */
  write<Result>(work: (db: Kysely<DeliveryTables>) => Promise<Result>): Promise<Result>;
  /**
   * Does all of `work` or nothing, for some owners. In PostgreSQL, others write for other owners
   * meanwhile. With `waits`, it waits until nobody writes for these owners; without it, `isFree`
   * tells for which of them it may write.
   */
  writeFor<Result>(
    owners: readonly string[],
    waits: boolean,
    work: (db: Kysely<DeliveryTables>, isFree: (owner: string) => boolean) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Returns the instant by the clock that all machines share, in ISO 8601; never earlier than the
   * newest delivery.
   */
  now(db: Kysely<DeliveryTables>): Promise<string>;
  /** Returns about the same instant without a query. */
  clock(): Date;
  /** Leaves no byte of removed rows in the file. Absent if the database is not a file. */
  vacuum?(): Promise<void>;
  close(): Promise<void>;
}
