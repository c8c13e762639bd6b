import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { withPrivateModes } from '../base/modes.ts';
import { filePath } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import { accountTables, storedColumns, type Table, tables } from '../load/columns.ts';
import type { Content, Store } from '../publish/store/store.ts';
import { objects } from './objects.ts';
import { bucketOf, type Move } from './shard-map.ts';
import { assignShards, type ShardFile, type SliceFile, type SliceWriter } from './slices.ts';
import type { ShardRegister, ShardSlice } from './state.ts';

/** Result of moving accounts between shards. */
interface MovedShards {
  /** Rows of accounts for their new shards, in order. */
  readonly files: readonly ShardFile[];
  /** Slices of a shard that accounts have left, with their content without these accounts. */
  readonly replaced: readonly { readonly was: ShardSlice; readonly now: SliceFile | null }[];
  readonly departures: readonly { readonly shard: number; readonly account: string }[];
}

export interface MoveOptions {
  readonly store: Store;
  /** Connection for temporary tables only. */
  readonly database: Database;
  readonly writer: SliceWriter;
  /** Folder for fetched objects. */
  readonly folder: string;
}

const movableTables = tables.filter(({ name }) => accountTables.includes(name));

/** Returns the table of a slice if the slice may have rows of these accounts. */
function tableWith(accounts: readonly string[], { table, bucket }: ShardSlice): Table | undefined {
  const isThere =
    bucket === null || accounts.some((id) => bucketOf(id, bucket.of) === bucket.number);
  return isThere ? movableTables.find(({ name }) => name === table) : undefined;
}

/** Exports all rows of accounts that change their shard: stored ones and those that wait. */
export const exportMoves = (
  moves: readonly Move[],
  register: ShardRegister,
  options: MoveOptions,
): Promise<MovedShards> => withPrivateModes(() => exportAll(moves, register, options));

async function exportAll(
  moves: readonly Move[],
  register: ShardRegister,
  options: MoveOptions,
): Promise<MovedShards> {
  const moved: MovedShards[] = [];
  for (const shard of new Set(moves.map(({ from }) => from))) {
    const leaving = moves.filter(({ from }) => from === shard);
    await assignShards(
      options.database,
      leaving.map(({ account, to }) => [account, to]),
    );
    const accounts = leaving.map(({ account }) => account);
    for (const slice of register.slices.filter((stored) => stored.shard === shard)) {
      const table = tableWith(accounts, slice);
      if (table) moved.push(await exportSlice(slice, table, options));
    }
    const departures = accounts.map((account) => ({ shard, account }));
    moved.push({ files: [], replaced: [], departures });
  }
  return {
    files: moved.flatMap(({ files }) => files),
    replaced: moved.flatMap(({ replaced }) => replaced),
    departures: moved.flatMap(({ departures }) => departures),
  };
}

async function exportSlice(
  slice: ShardSlice,
  table: Table,
  options: MoveOptions,
): Promise<MovedShards> {
  const { database, writer } = options;
  const nothing: MovedShards = { files: [], replaced: [], departures: [] };
  return withObject(options, objects.slice(slice), slice, async (path) => {
    const rows = `from read_parquet(${filePath(path)})`;
    const columns = storedColumns(table);
    const files = await writer.writeByShard(database, table, columns, rows);
    if (files.length === 0) return nothing;
    const settled = `${rows} where account_id not in (select account_id from shard_of)`;
    const now = await writer.write(database, table, columns, settled);
    return { files, replaced: [{ was: slice, now }], departures: [] };
  });
}

/**
 * Removes rows of accounts from slices. Returns the replaced slices, together with those that moves
 * have replaced.
 */
export const removeAccounts = (
  removed: MovedShards['departures'],
  register: Pick<ShardRegister, 'slices'>,
  replaced: MovedShards['replaced'],
  options: MoveOptions,
): Promise<MovedShards['replaced']> =>
  withPrivateModes(async () => {
    const all = new Map(replaced.map((replacing) => [replacing.was, replacing]));
    for (const shard of new Set(removed.map((departure) => departure.shard))) {
      const leaving = removed.filter((departure) => departure.shard === shard);
      await assignShards(
        options.database,
        leaving.map(({ account }) => [account, shard]),
      );
      const accounts = leaving.map(({ account }) => account);
      for (const was of register.slices.filter((stored) => stored.shard === shard)) {
        const moved = all.get(was);
        const table = tableWith(accounts, was);
        if (moved?.now === null || table === undefined) continue;
        const replacing = moved?.now
          ? await withoutAccounts(was, table, moved.now.path, options)
          : await withObject(options, objects.slice(was), was, (path) =>
              withoutAccounts(was, table, path, options),
            );
        if (replacing) all.set(was, replacing);
      }
    }
    return [...all.values()];
  });

/** Writes a slice without the accounts of `shard_of`. Returns null if it has no row of them. */
async function withoutAccounts(
  was: ShardSlice,
  table: Table,
  path: string,
  { database, writer }: MoveOptions,
): Promise<MovedShards['replaced'][number] | null> {
  const rows = `from read_parquet(${filePath(path)})`;
  const leaving = 'account_id in (select account_id from shard_of)';
  const [found] = await database.rows(`select exists (${rows} where ${leaving}) as is_any`);
  if (found?.is_any !== true) return null;
  const columns = storedColumns(table);
  return { was, now: await writer.write(database, table, columns, `${rows} where not ${leaving}`) };
}

/** Fetches an object for the time of `work`. */
async function withObject<Result>(
  { store, folder }: MoveOptions,
  name: string,
  content: Content,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const path = join(folder, name.replace('/', '-'));
  await store.fetch(name, content, path);
  try {
    return await work(path);
  } finally {
    rmSync(path, { force: true });
  }
}
