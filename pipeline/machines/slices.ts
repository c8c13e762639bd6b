import { join } from 'node:path';
import { identifier, literal } from '../base/sql-text.ts';
import { appendTo, chunkRows } from '../duckdb/append.ts';
import type { Database } from '../duckdb/database.ts';
import type { Table } from '../load/columns.ts';
import type { Content } from '../publish/store/store.ts';
import { contentOf } from './intake.ts';

/** File with rows of a table, not yet in the store. */
export interface SliceFile {
  readonly table: string;
  readonly content: Content;
  readonly path: string;
}

/** File with rows for one shard. */
export interface ShardFile extends SliceFile {
  readonly shard: number;
}

/**
 * Writes the files of one split, or of a shard's run, into a folder. Each has its place in it.
 * Without that, repeated rows would look like a file already loaded, although others may have come
 * in between.
 */
export class SliceWriter {
  readonly #folder: string;
  readonly #place: string;
  #count = 0;

  constructor(folder: string, place: string) {
    this.#folder = folder;
    this.#place = place;
  }

  /** Writes these columns of a relation's rows to one file. Returns null without rows. */
  async write(
    database: Database,
    table: Table,
    columns: readonly string[],
    relation: string,
  ): Promise<SliceFile | null> {
    const [found] = await database.rows(`select exists (${relation}) as is_any`);
    if (found?.is_any !== true) return null;
    return this.#copy(
      database,
      table,
      `select ${columns.map(identifier).join(', ')} ${relation} order by ${keyOf(table)}`,
    );
  }

  async #copy(database: Database, table: Table, query: string): Promise<SliceFile> {
    this.#count += 1;
    const place = `${this.#place}-${this.#count}`;
    const path = join(this.#folder, `${place}.parquet`);
    await database.run(`copy (${query}) to ${literal(path)}
      (format parquet, compression zstd, kv_metadata {place: ${literal(place)}})`);
    return { table: table.name, content: contentOf(path), path };
  }

  /** Writes a relation's rows of the accounts named by `assignShards`, one file for each shard. */
  async writeByShard(
    database: Database,
    table: Table,
    columns: readonly string[],
    relation: string,
  ): Promise<ShardFile[]> {
    const names = columns.map(identifier).join(', ');
    // Sorted by shard once, so that writing a file does not scan the rows of all other shards.
    await database.run(`create or replace temp table shard_rows as
      select ${names}, shard
      from (${relation}) inner join shard_of using (account_id)
      order by shard, ${keyOf(table)}`);
    const found = await database.rows('select distinct shard from shard_rows order by shard');
    const files: ShardFile[] = [];
    for (const { shard } of found) {
      const query = `select ${names} from shard_rows where shard = ${shard}`;
      files.push({ shard: Number(shard), ...(await this.#copy(database, table, query)) });
    }
    await database.run('drop table shard_rows');
    return files;
  }
}

const keyOf = ({ key }: Table): string => key.map(identifier).join(', ');

/** Fills the temporary table `shard_of` with the shard of each account. */
export async function assignShards(
  database: Database,
  shards: readonly (readonly [account: string, shard: number])[],
): Promise<void> {
  await database.run(
    'create or replace temp table shard_of (account_id varchar not null, shard bigint not null)',
  );
  const appender = await appendTo(database, 'temp', 'shard_of', ['VARCHAR', 'BIGINT']);
  try {
    for (let from = 0; from < shards.length; from += chunkRows) {
      const chunk = shards.slice(from, from + chunkRows);
      appender.append([chunk.map(([account]) => account), chunk.map(([, shard]) => BigInt(shard))]);
    }
  } finally {
    appender.close();
  }
}
