import type { CompiledQuery, Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { TableStore } from '../base/tables.ts';
import type { Tables } from './schema.ts';

/** Database of the registry: SQLite in the data directory, or PostgreSQL. */
export interface RegistryStore extends TableStore<Tables> {
  /** A number that every `write` moves, in whatever process; cheap enough to ask at every request. */
  revision(): number | Promise<number>;
  /** All of `work` or nothing, one writer at a time across all processes. */
  write<Result>(work: (db: Transaction<Tables>) => Promise<Result>): Promise<Result>;
  /** Writes down what no answer depends on: all of `work` or nothing, and the revision stays. */
  annotate<Result>(work: (db: Transaction<Tables>) => Promise<Result>): Promise<Result>;
}

/** Moves the revision, whose row then keeps other writers out until the transaction ends. */
export async function moveRevision(db: Transaction<Tables>): Promise<void> {
  await db.updateTable('registry_state').set({ revision: sql<number>`revision + 1` }).execute();
}

/** A query compiled once; its parameters stand in the order in which the query names them. */
export function prepared<Row>(db: Kysely<Tables>, query: CompiledQuery<Row>) {
  return async (...parameters: readonly string[]): Promise<readonly Row[]> => {
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
