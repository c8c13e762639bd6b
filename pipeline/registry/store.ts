import type { CompiledQuery, Kysely, Transaction } from 'kysely';
import type { Tables } from './schema.ts';

/** Where the registry is kept: SQLite beside the data, or PostgreSQL. */
export interface Store {
  /** For reads alone. */
  readonly db: Kysely<Tables>;
  /** A number that every `write` moves, in whatever process; cheap enough to ask at every request. */
  revision(): number | Promise<number>;
  /** Everything `work` reads is of one instant. */
  read<Result>(work: (db: Transaction<Tables>) => Promise<Result>): Promise<Result>;
  /** All of `work` or nothing, one writer at a time across all processes. */
  write<Result>(work: (db: Transaction<Tables>) => Promise<Result>): Promise<Result>;
  /** Writes down what no answer depends on: all of `work` or nothing, and the revision stays. */
  annotate<Result>(work: (db: Transaction<Tables>) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** A query compiled once; its parameters stand in the order in which the query names them. */
export function prepared<Row>(db: Kysely<Tables>, query: CompiledQuery<Row>) {
  return async (...parameters: readonly string[]): Promise<readonly Row[]> => {
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
