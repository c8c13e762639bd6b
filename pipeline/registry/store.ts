import { randomUUID } from 'node:crypto';
import type { CompiledQuery, Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { TableStore } from '../base/tables.ts';
import type { Tables } from './tables.ts';

/** Database of the registry: SQLite in the data directory, or PostgreSQL. */
export interface RegistryStore extends TableStore<Tables> {
  /**
   * Returns a number that every `write` of any process increases. Cheap enough for every request.
   */
  revision(): number | Promise<number>;
  /** Runs `work` in a transaction, one writer at a time across all processes. */
  write<Result>(work: (db: Transaction<Tables>) => Promise<Result>): Promise<Result>;
  /** Runs `work` in a transaction that changes no answer, so the revision stays. */
  annotate<Result>(work: (db: Transaction<Tables>) => Promise<Result>): Promise<Result>;
}

/**
 * Increases the revision and renews the state. The lock on their row keeps other writers out until
 * the transaction ends.
 */
export async function moveRevision(db: Transaction<Tables>): Promise<void> {
  await db
    .updateTable('registry_state')
    .set({ revision: sql<number>`revision + 1`, state: randomUUID() })
    .execute();
}

/** Prepares a compiled query. Parameters come in the order in which the query names them. */
export function preparedQuery<Row>(db: Kysely<Tables>, query: CompiledQuery<Row>) {
  return async (...parameters: readonly string[]): Promise<readonly Row[]> => {
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
