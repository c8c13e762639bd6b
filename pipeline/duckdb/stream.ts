import type { DuckDBDataChunk, DuckDBResult, DuckDBVector } from '@duckdb/node-api';
import type { Database } from './database.ts';

/** Reads the rows of a query in order, some thousand at a time, never all at once. */
export class Cursor {
  readonly #database: Database;
  readonly #sql: string;
  #result: DuckDBResult | undefined;
  #chunk: DuckDBDataChunk | null = null;
  #at = 0;

  constructor(database: Database, sql: string) {
    this.#database = database;
    this.#sql = sql;
  }

  /** Hands on the next `count` rows as ranges `from` up to `to` of column vectors. */
  async take(
    count: number,
    onRows: (from: number, to: number, columns: DuckDBVector[]) => void,
  ): Promise<void> {
    let left = count;
    while (left > 0) {
      const chunk = await this.#filled();
      const to = Math.min(chunk.rowCount, this.#at + left);
      const columns = Array.from({ length: chunk.columnCount }, (_, column) =>
        chunk.getColumnVector(column),
      );
      onRows(this.#at, to, columns);
      left -= to - this.#at;
      this.#at = to;
    }
  }

  /**
   * Ends the query, which must have no row left. One that is not ended keeps the whole database
   * open until its memory is reclaimed, and then removes files that others may have written since.
   */
  async end(): Promise<void> {
    const isRead = !this.#chunk || this.#at === this.#chunk.rowCount;
    const rest = this.#result && (await this.#result.fetchChunk());
    if (!isRead || (rest && rest.rowCount > 0)) {
      throw new Error('query goes on after the last expected row');
    }
  }

  async #filled(): Promise<DuckDBDataChunk> {
    this.#result ??= await this.#database.connection.stream(this.#sql);
    if (this.#chunk && this.#at < this.#chunk.rowCount) return this.#chunk;
    this.#chunk = await this.#result.fetchChunk();
    this.#at = 0;
    if (!this.#chunk || this.#chunk.rowCount === 0) {
      throw new Error('query ends before the last expected row');
    }
    return this.#chunk;
  }
}

/** Writes the one text column of a query to a file, a line a row, in its order. */
export async function writeLines(database: Database, sql: string, path: string): Promise<void> {
  const target = path.replaceAll("'", "''");
  await database.run(
    `copy (${sql}) to '${target}' (format csv, header false, quote '', escape '', delimiter '\x01')`,
  );
}
