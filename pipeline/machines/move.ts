import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { withPrivateModes } from '../base/modes.ts';
import { filePath, identifier, literal } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import { accountTables, rawTableOf, storedColumns, tables } from '../load/columns.ts';
import type { Content, Store } from '../publish/store/store.ts';
import { archivedTables } from '../run/archived-history.ts';
import { objects } from './objects.ts';
import type { Move } from './shard-map.ts';
import { assignShards, type ShardFile, type SliceFile, type SliceWriter } from './slices.ts';
import type { ShardRegister, ShardSlice } from './state.ts';

/** Result of moving accounts between shards. */
interface MovedShards {
  /** Rows of accounts for their new shards, in order. */
  readonly files: readonly ShardFile[];
  /**
   * Waiting slices of a shard that accounts have left, with their content without these accounts.
   */
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
const movableTablesOf = {
  working: movableTables,
  archive: movableTables.filter(({ name }) => new Set<string>(archivedTables).has(name)),
};

/**
 * Exports the rows of accounts that change their shard: those of the old shard's database, archived
 * history included, and those still waiting there.
 */
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
    moved.push(await exportLoaded(shard, register, options));
    for (const slice of register.slices.filter((waiting) => waiting.shard === shard)) {
      moved.push(await exportWaiting(slice, options));
    }
    const departures = leaving.map(({ account }) => ({ shard, account }));
    moved.push({ files: [], replaced: [], departures });
  }
  return {
    files: moved.flatMap(({ files }) => files),
    replaced: moved.flatMap(({ replaced }) => replaced),
    departures: moved.flatMap(({ departures }) => departures),
  };
}

async function exportLoaded(
  shard: number,
  register: ShardRegister,
  options: MoveOptions,
): Promise<MovedShards> {
  const { database, writer } = options;
  const state = register.states[shard];
  const files: ShardFile[] = [];
  for (const kind of ['archive', 'working'] as const) {
    const content = state?.[kind];
    if (!content) continue;
    await withObject(options, objects[kind](content), content, async (path) => {
      await database.run(`attach ${literal(path)} as moving (read_only)`);
      try {
        for (const table of movableTablesOf[kind]) {
          const columns = storedColumns(table);
          const { overruledIn } = table;
          // The new shard overrules them again.
          const overruled = kind === 'working' && overruledIn ? [overruledIn] : [];
          for (const name of [rawTableOf(table), ...overruled]) {
            const rows = `from moving.${identifier(name)}`;
            files.push(...(await writer.writeByShard(database, table, columns, rows)));
          }
        }
      } finally {
        await database.run('detach moving');
      }
    });
  }
  return { files, replaced: [], departures: [] };
}

async function exportWaiting(slice: ShardSlice, options: MoveOptions): Promise<MovedShards> {
  const { database, writer } = options;
  const table = movableTables.find(({ name }) => name === slice.table);
  const nothing: MovedShards = { files: [], replaced: [], departures: [] };
  if (!table) return nothing;
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
 * Removes rows of accounts from waiting slices. Returns the replaced slices, together with those
 * that moves have replaced.
 */
export const removeWaiting = (
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
      for (const was of register.slices.filter((waiting) => waiting.shard === shard)) {
        const moved = all.get(was);
        if (moved?.now === null) continue;
        const replacing = moved?.now
          ? await withoutAccounts(was, moved.now.path, options)
          : await withObject(options, objects.slice(was), was, (path) =>
              withoutAccounts(was, path, options),
            );
        if (replacing) all.set(was, replacing);
      }
    }
    return [...all.values()];
  });

/** Writes a slice without the accounts of `shard_of`. Returns null if it has no row of them. */
async function withoutAccounts(
  was: ShardSlice,
  path: string,
  { database, writer }: MoveOptions,
): Promise<MovedShards['replaced'][number] | null> {
  const table = movableTables.find(({ name }) => name === was.table);
  if (!table) return null;
  const rows = `from read_parquet(${filePath(path)})`;
  const leaving = 'account_id in (select account_id from shard_of)';
  const [found] = await database.rows(`select exists (${rows} where ${leaving}) as is_any`);
  if (found?.is_any !== true) return null;
  const columns = storedColumns(table);
  return { was, now: await writer.write(database, table, columns, `${rows} where not ${leaving}`) };
}

/** Fetches an object for the time of `work`. */
export async function withObject<Result>(
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
