import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type DataDirectory, prepareDirectories } from '../base/data-directory.ts';
import { asFileFault } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { makeReason } from '../base/reasons/reason.ts';
import { identifier } from '../base/sql-text.ts';
import { logStages, type Progress, Stages } from '../base/stages.ts';
import { receiveEvents } from '../calendar/in-run.ts';
import type { Database } from '../duckdb/database.ts';
import { lockRuns } from '../duckdb/run-lock.ts';
import { accountRawTables } from '../load/columns.ts';
import { removeRows } from '../load/owners-accounts.ts';
import { formDigest } from '../publish/snapshot/form.ts';
import type { FileEntry, Manifest } from '../publish/snapshot/layout.ts';
import { writePointer } from '../publish/snapshot/pointer.ts';
import { removeOldVersions } from '../publish/snapshot/publish.ts';
import { putVersion } from '../publish/snapshot/shared.ts';
import { sha256Of } from '../publish/snapshot/versions.ts';
import type { Content } from '../publish/store/store.ts';
import { endPurge } from '../run/after-run.ts';
import { archivedTables } from '../run/archived-history.ts';
import type { Computed } from '../run/compute.ts';
import { purgeDeleted } from '../run/deletions.ts';
import { loadFacts } from '../run/load-facts.ts';
import { registeredAs } from '../run/registered.ts';
import { computeLoaded } from '../run/run.ts';
import type { RunOptions } from '../run/run-options.ts';
import { readMarkSources } from '../run/settle-marks.ts';
import { readWarnings, type Warnings } from '../run/warnings.ts';
import { checkpoint, copyWorking, withWorking } from '../run/working-database.ts';
import type { IdleSpan, RowsChange, ShardInput, ShardResult } from './batch.ts';
import { readIdle } from './idle.ts';
import { changedSince, ownObjects } from './last-version.ts';
import { objects } from './objects.ts';
import { nullIfLost, preparePrevious } from './previous-version.ts';
import { restoreRows } from './restore-rows.ts';
import { fetchSlices, keep, type ShardFiles, takeKept } from './shard-state.ts';
import { storeRows } from './store-rows.ts';

/** Options for computing a shard. */
interface ShardOptions extends ShardFiles {
  readonly clock: () => Date;
  readonly log: Log;
  readonly progress?: Progress;
  readonly memoryLimit?: string | undefined;
  readonly threads?: number | undefined;
  readonly chunkTrades?: number;
  /** Bytes of new rows up to which stored rows are not merged. 4 MiB if unset. */
  readonly fewBytes?: number;
}

/**
 * Computes one shard of a batch, like a run on one machine with only its accounts, and does not
 * publish. The store then has every object that the result names. A repeated call gives the same
 * figures.
 */
export async function runShard(input: ShardInput, options: ShardOptions): Promise<ShardResult> {
  const { dataDir } = options;
  try {
    prepareDirectories(dataDir);
    const unlock = await lockRuns(dataDir);
    try {
      return await runLocked(input, options);
    } finally {
      rmSync(dataDir.temporary, { recursive: true, force: true });
      await unlock();
    }
  } catch (error) {
    throw asFileFault(error, dataDir.path);
  }
}

/**
 * Makes a database with all figures of a shard, from its stored rows. Nothing is put in the store.
 */
export async function makeShardDatabase(
  input: ShardInput,
  options: ShardOptions,
  path: string,
): Promise<void> {
  const { dataDir } = options;
  prepareDirectories(dataDir);
  const isKept = takeKept(input.state, dataDir);
  const run = { ...runOptions(input, options), full: true, isForResearch: true };
  await withWorking(dataDir, options, async (database) => {
    await compute(database, input, options, run, isKept);
    await database.run('checkpoint');
  });
  renameSync(dataDir.working, path);
}

async function runLocked(input: ShardInput, options: ShardOptions): Promise<ShardResult> {
  const { store, dataDir } = options;
  const run = runOptions(input, options);
  const isKept = takeKept(input.state, dataDir);
  const { computed, isPurging, base, ...outcome } = await withWorking(
    dataDir,
    options,
    async (database) => {
      const outcome = await compute(database, input, options, run, isKept);
      const rows = await storeRows(database, input, { ...options, loaded: slicesIn(dataDir) });
      await checkpoint(database, dataDir.working);
      return { ...outcome, rows };
    },
  );
  if (isPurging) await endPurge(dataDir);
  const { version, restated } = computed;
  const sources = await readMarkSources({ dataDir, version, restated }, input.registered);
  const manifest = await putVersion(store, dataDir, version, storedIn(base, input));
  const objectNames = ownObjects(dataDir, version);
  const changed = base && !isPurging ? changedSince(base, dataDir, version) : null;
  writePointer(dataDir.current, version, { name: 'version', again: makeReason('run_again') });
  removeOldVersions(dataDir, 1);
  const state = stateAfter(input, outcome.rows);
  keep(state.working, dataDir);
  return {
    shard: input.shard,
    form: formDigest(),
    asOf: input.asOf,
    state,
    manifest,
    objects: objectNames,
    changed,
    accountsComputed: computed.accounts,
    heldBack: computed.heldBack,
    isPurging,
    restated,
    sources,
    ...outcome,
  };
}

/**
 * Returns whether a file is in the store. It is if the shard's last version has it, because the
 * coordinator lists what the store has before each batch. If anything is lost, nothing counts.
 */
function storedIn(
  base: Manifest | null,
  { lost }: Pick<ShardInput, 'lost'>,
): (file: FileEntry) => boolean {
  const known = new Set(lost.length > 0 ? [] : base?.files.map(({ path }) => path));
  return ({ path }) => known.has(path);
}

/** Returns the state of a shard whose run has stored its rows. */
function stateAfter({ shard, state, rows, slices, departed }: ShardInput, change: RowsChange) {
  const last = slices.at(-1)?.sequence ?? state.loadedTo;
  const departedTo = departed.at(-1)?.sequence ?? state.departedTo;
  const stored = [
    ...rows.filter(({ sequence }) => !change.dropped.includes(sequence)),
    ...change.added,
  ];
  return {
    shard,
    working: sha256Of(JSON.stringify([departedTo, stored.map(({ sha256 }) => sha256)])),
    loadedTo: change.added.at(-1)?.sequence ?? last,
    departedTo,
  };
}

const runOptions = (
  { asOf, registered }: ShardInput,
  { store: _, fewBytes: _few, dataDir, ...options }: ShardOptions,
): RunOptions => ({
  ...options,
  dataDir,
  sources: [slicesIn(dataDir)],
  registry: { accounts: async () => [...registered] },
  // Rows of slices have passed the rules already.
  strict: true,
  isForResearch: false,
  asOf: new Date(asOf),
});

const slicesIn = ({ temporary }: DataDirectory): string => join(temporary, 'slices');

interface ShardOutcome {
  readonly subjects: number;
  readonly idle: IdleSpan | null;
  readonly warnings: Warnings;
  readonly computed: Computed;
  readonly isPurging: boolean;
  /** Manifest of the shard's last version, if the shard continues from it. */
  readonly base: Manifest | null;
}

async function compute(
  database: Database,
  input: ShardInput,
  { store, dataDir }: ShardFiles,
  run: RunOptions,
  isKept: boolean,
): Promise<ShardOutcome> {
  const stages = new Stages(run.progress ?? logStages(run.log));
  if (!isKept && input.rows.length > 0) {
    await stages.time('load', () => restoreRows(database, input, { store, dataDir }, run, stages));
  }
  const lastIds = await readSubjects(database);
  await removeDeparted(database, [
    ...input.departed.map(({ account }) => account),
    ...input.deleted,
  ]);
  await fetchSlices(input.slices, store, slicesIn(dataDir));
  // Sequences identify slices, not their content: equal rows may come again, with others in
  // between.
  await database.run('delete from loaded_files; delete from known_files');
  await stages.time('load', () =>
    loadFacts(
      database,
      input.asOf,
      registeredAs(input.registered),
      { ...run, hasStamps: true },
      stages,
    ),
  );
  await purgeDeleted(database, input.deleted);
  await stages.time('load', () => receiveCalendar(database, input.calendar, { store, dataDir }));
  const base = await stages.time('load', () =>
    continueFromPrevious(database, input, { store, dataDir, log: run.log }, lastIds),
  );
  const { computed, isPurging } = await computeLoaded(database, input.asOf, run, stages);
  const common = {
    subjects: (await readSubjects(database)).size,
    idle: await readIdle(database),
    warnings: await readWarnings(database),
  };
  if (isPurging) await copyWorking(database, dataDir, true);
  stages.finish('publish', 'warehouse');
  return { ...common, computed, isPurging, base };
}

/** Loads the calendar's events into the shard's database. */
async function receiveCalendar(
  database: Database,
  events: Content | null,
  { store, dataDir }: ShardFiles,
): Promise<void> {
  if (events === null) return;
  const path = join(dataDir.temporary, 'events.parquet');
  await store.fetch(objects.events(events), events, path);
  await receiveEvents(database, path);
}

/**
 * Prepares the earlier version, if it is not lost. Notes in the database whether the shard
 * continues from it. Returns the manifest of the shard's last version, or null if it was not used.
 */
async function continueFromPrevious(
  database: Database,
  input: ShardInput,
  files: ShardFiles & Pick<ShardOptions, 'log'>,
  lastIds: ReadonlySet<string>,
): Promise<Manifest | null> {
  const [state] = await database.rows('select version from published_state');
  const { before, continues, chain, versionNo } = input;
  if (before === null) return null;
  const previous = await preparePrevious({
    ...files,
    before,
    continues,
    chain,
    versionNo,
    last: state ? String(state.version) : null,
    lastIds,
    ids: await readSubjects(database),
  }).catch(nullIfLost(input, files.log));
  const { version = null, isContinued = false, base = null } = previous ?? {};
  if (isContinued) await database.run('update published_state set version = ?', [version]);
  else await database.run('delete from published_state');
  return base;
}

async function readSubjects(database: Database): Promise<Set<string>> {
  const rows = await database.rows('select subject_id from subjects');
  return new Set(rows.map(({ subject_id }) => String(subject_id)));
}

/** Removes the rows of accounts that now belong to another shard, or were deleted. */
async function removeDeparted(database: Database, accounts: readonly string[]): Promise<void> {
  await removeRows(database, accounts, [
    ...accountRawTables.map(identifier),
    ...archivedTables.map((table) => `archive.${table}`),
    ...['account_numbers', 'pending_changes', 'compared_figures', 'unreconciled_accounts'],
  ]);
}
