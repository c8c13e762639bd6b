import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DataDirectory } from '../base/data-directory.ts';
import type { Database } from '../duckdb/database.ts';
import type { DatabaseLimits } from '../duckdb/persistent-database.ts';
import { accountTables, storedColumns } from '../load/columns.ts';
import type { Landing } from '../load/landing.ts';
import { type LoadOptions, loadSources } from '../load/load.ts';
import { type OwnersAccounts, removeRows } from '../load/owners-accounts.ts';
import type { LoadReport } from '../load/report.ts';
import { type TableLoad, winners } from '../load/winners.ts';
import { eachFewAtOnce } from '../publish/snapshot/shared.ts';
import type { Store } from '../publish/store/store.ts';
import type { Registered } from '../run/registered.ts';
import { commonSlices } from './common-rows.ts';
import { openIntake } from './intake.ts';
import { exportMoves, removeAccounts } from './move.ts';
import { objects } from './objects.ts';
import { type Assigned, assign } from './shard-map.ts';
import { assignShards, type ShardFile, SliceWriter } from './slices.ts';
import type { Departure, ShardRegister, ShardSlice, SplitChange } from './state.ts';

interface SplitOptions
  extends Pick<
    LoadOptions,
    | 'sources'
    | 'deliveries'
    | 'runId'
    | 'strict'
    | 'readsAll'
    | 'log'
    | 'onRows'
    | 'onMerged'
    | 'onContents'
  > {
  readonly dataDir: DataDirectory;
  readonly store: Store;
  readonly registered: Pick<Registered, 'accounts'>;
  /** Set if no decision came since the last batch, so that no account moves for one. */
  readonly isDecided?: boolean;
  /** Accounts, portfolios and owners that were deleted. Rows of these accounts are removed. */
  readonly deleted?: readonly string[];
  readonly limits?: DatabaseLimits;
  /**
   * Tells which files are owners' files. `remove` takes the rows of accounts out of their shards.
   */
  ownersAccounts?(remove: OwnersAccounts['remove']): OwnersAccounts;
  /** Called with the report of the load, while the database of refused rows is open. */
  onLoaded?(database: Database, load: LoadReport): Promise<void>;
}

export interface SplitResult {
  readonly load: LoadReport;
  /** Change for PostgreSQL, whose objects are already in the store. Null if nothing is new. */
  readonly change: SplitChange | null;
}

/**
 * Reads new source files once and appends their rows to those that wait for each shard. Accounts
 * that now belong to another shard move. Rules, refused rows, known files and `strict` work as in
 * any load.
 * Nothing counts before `change` is committed on the epoch of `register`: an interrupted split is
 * repeated. The caller must hold the run lock and the lease.
 */
export async function splitSources(
  register: ShardRegister,
  options: SplitOptions,
): Promise<SplitResult> {
  const { dataDir, store, registered, isDecided = false, deleted = [], limits = {} } = options;
  const intake = await openIntake(dataDir, store, register.intake, limits);
  const folder = join(dataDir.temporary, 'slices');
  try {
    mkdirSync(folder);
    const writer = new SliceWriter(folder, String(register.epoch));
    const { wanted: shards = register.map.shards } = register;
    const isSettled = isDecided && shards === register.map.shards;
    const atFirst = isSettled
      ? unmoved(register)
      : assign(register.map, await registered.accounts(), [], shards);
    const { moves } = atFirst;
    const moveConnection = await intake.database.connect();
    // A deleted account may be registered anew, in another shard. Its old rows don't move there.
    const moving = moves.filter(({ account }) => !deleted.includes(account));
    const moveOptions = { store, database: moveConnection, writer, folder };
    const moved = await exportMoves(moving, register, moveOptions);
    const common = commonSlices(register, shards);
    moveConnection.close();
    await intake.database.run('begin');
    const { load, assigned, files, removed } = await loadInto(
      intake.database,
      writer,
      { register, atFirst },
      options,
    );
    for (const account of deleted) {
      const shard = register.map.accounts.get(account);
      const isKnown = removed.some((departure) => departure.account === account);
      if (shard !== undefined && !isKnown) removed.push({ shard, account });
    }
    await removeRows(intake.database, deleted, ['rejects', 'terminals']);
    const removeConnection = await intake.database.connect();
    const replacements = await removeAccounts(removed, register, moved.replaced, {
      store,
      database: removeConnection,
      writer,
      folder,
    });
    removeConnection.close();
    const { accounts, owners } = assigned;
    const isResized = shards !== register.map.shards;
    const isAnyNew = load.files.length > 0 || load.hasProgress || deleted.length > 0 || isResized;
    if (!isAnyNew && accounts.size === 0 && owners.size === 0) {
      await intake.database.run('rollback');
      return { load, change: null };
    }
    await options.onLoaded?.(intake.database, load);
    await intake.database.run('commit');
    const content = await intake.finish(deleted.length > 0);
    const all = [...moved.files, ...files];
    const replacing = replacements.flatMap(({ now }) => now ?? []);
    await eachFewAtOnce([...all, ...replacing], ({ content: slice, path }) =>
      store.put(objects.slice(slice), slice, path),
    );
    const replaced = replacements.map(({ was, now }) => ({ was, now: now?.content ?? null }));
    const slices = inSequence(register, [...common, ...all.map(asSlice)]);
    const departures = departuresAfter(register, [...moved.departures, ...removed]);
    const change = { shards, intake: content, accounts, owners, replaced, slices, departures };
    return { load, change };
  } finally {
    intake.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Assigns nothing anew. */
const unmoved = ({ map }: ShardRegister): Assigned => ({
  map,
  accounts: new Map(),
  owners: new Map(),
  moves: [],
});

/** Loads new rows and writes them to files by shard. */
async function loadInto(
  database: Database,
  writer: SliceWriter,
  { register, atFirst }: { readonly register: ShardRegister; readonly atFirst: Assigned },
  { dataDir, registered, ownersAccounts, ...options }: SplitOptions,
) {
  const { map, wanted: shards = map.shards } = register;
  const files: ShardFile[] = [];
  const removed: Omit<Departure, 'sequence'>[] = [];
  const owners = ownersAccounts?.((_, accounts) => {
    for (const account of accounts) {
      const shard = map.accounts.get(account);
      if (shard !== undefined) removed.push({ shard, account });
    }
  });
  let assigned = atFirst;
  const load = await loadSources({
    ...options,
    owners,
    database,
    part: 'accounts',
    temporaryDirectory: dataDir.temporary,
    async destination(landing, loads, onMerged) {
      const named = await accountsIn(landing, loads);
      assigned = assign(map, await registered.accounts(), named, shards);
      await assignShards(
        landing.database,
        named.map((account) => [account, assigned.map.accounts.get(account) ?? 0]),
      );
      for (const load of loads) {
        files.push(...(await writeRows(landing, load, writer, shards)));
        onMerged(load);
      }
      return new Set(files.map(({ table }) => table));
    },
  });
  return { load, assigned, files, removed };
}

/** Returns the accounts named by rows that were not refused. */
async function accountsIn(landing: Landing, loads: readonly TableLoad[]): Promise<string[]> {
  const named = loads
    .filter(({ table }) => accountTables.includes(table.name))
    .map((load) => `select account_id from ${winners(landing, load)}`);
  if (named.length === 0) return [];
  const rows = await landing.database.rows(
    `select distinct account_id from (${named.join(' union all ')}) order by account_id`,
  );
  return rows.map(({ account_id }) => `${account_id}`);
}

/** Writes rows of an account for its shard, and rows without an account for every shard. */
async function writeRows(
  { database, ...landing }: Landing,
  load: TableLoad,
  writer: SliceWriter,
  shards: number,
): Promise<ShardFile[]> {
  const { table } = load;
  const rows = `from ${winners({ database, ...landing }, load)}`;
  const columns = storedColumns(table);
  if (accountTables.includes(table.name)) {
    return writer.writeByShard(database, table, columns, rows);
  }
  const file = await writer.write(database, table, columns, rows);
  return file === null ? [] : Array.from({ length: shards }, (_, shard) => ({ shard, ...file }));
}

const asSlice = ({ shard, table, content }: ShardFile): Omit<ShardSlice, 'sequence'> => ({
  shard,
  table,
  ...content,
  bucket: null,
});

/** Numbers new slices after those that each shard has loaded or that wait for it. */
function inSequence(
  { states, slices }: ShardRegister,
  added: readonly Omit<ShardSlice, 'sequence'>[],
): ShardSlice[] {
  const last = lastOf(states.map(({ shard, loadedTo }) => ({ shard, sequence: loadedTo })));
  for (const { shard, sequence } of slices) last.set(shard, sequence);
  return added.map((slice) => ({ ...slice, sequence: nextSequence(last, slice.shard) }));
}

function departuresAfter(
  { states, departures }: ShardRegister,
  departed: readonly Omit<Departure, 'sequence'>[],
): Departure[] {
  const last = lastOf(states.map(({ shard, departedTo }) => ({ shard, sequence: departedTo })));
  for (const { shard, sequence } of departures) last.set(shard, sequence);
  return departed.map(({ shard, account }) => ({
    shard,
    sequence: nextSequence(last, shard),
    account,
  }));
}

const lastOf = (positions: readonly { shard: number; sequence: number }[]): Map<number, number> =>
  new Map(positions.map(({ shard, sequence }) => [shard, sequence]));

function nextSequence(last: Map<number, number>, shard: number): number {
  const sequence = (last.get(shard) ?? 0) + 1;
  last.set(shard, sequence);
  return sequence;
}
