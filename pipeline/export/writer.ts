import type { Database } from '../duckdb/database.ts';
import type { Mart } from './marts.ts';

/** Writes every row of a mart to a file, in order; answers with their number. */
export type Writer = (database: Database, mart: Mart, path: string) => Promise<number>;
