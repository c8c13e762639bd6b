import type { Kysely } from 'kysely';
import type { Store } from '../publish/store/store.ts';
import type { Contents } from './contents.ts';
import type { DeliveryTables } from './schema.ts';

/** The deliveries: in SQLite on one machine, in PostgreSQL where machines share a store. */
export interface DeliveryDatabase {
  readonly contents: Contents;
  /** Files of statements and contents that are objects. */
  readonly objects: Store;
  /** Milliseconds after which what a server began may be taken over: one machine has one server. */
  readonly abandonedAfter: number;
  /** Reads; throws a CommandError where the database is out of reach. */
  read<Result>(work: (db: Kysely<DeliveryTables>) => Promise<Result>): Promise<Result>;
  /** All of `work` or nothing, one writer at a time across all processes, so that numbers follow one another as they are seen. */
  write<Result>(work: (db: Kysely<DeliveryTables>) => Promise<Result>): Promise<Result>;
  /** The instant by the clock that all machines share, in ISO 8601; never before that of the newest delivery. */
  now(db: Kysely<DeliveryTables>): Promise<string>;
  /** The same instant about, without asking. */
  clock(): Date;
  close(): Promise<void>;
}
