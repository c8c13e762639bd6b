import { mkdirSync } from 'node:fs';
import type { DataDirectory } from '../base/data-directory.ts';
import { CommandError, exitCodes } from '../base/errors.ts';
import { type Assembled, assemble } from '../publish/snapshot/assemble.ts';
import type { Entries } from '../publish/snapshot/entries.ts';
import { emptyId, type FileEntry } from '../publish/snapshot/layout.ts';
import { currentVersion, nextSequence, writeVersion } from '../publish/snapshot/publish.ts';
import { openEntries } from '../publish/snapshot/reader.ts';
import { eachFewAtOnce } from '../publish/snapshot/shared.ts';
import type { Store } from '../publish/store/store.ts';
import type { MarkTrail } from '../registry/mark-trail.ts';
import type { MarkSources } from '../run/settle-marks.ts';
import { combineWarnings, warningLines } from '../run/warnings.ts';
import type { Withheld } from '../run/withheld.ts';
import type { RowsChange, ShardInput, ShardResult, ShardState } from './batch.ts';
import { combineBuckets } from './combine-buckets.ts';
import { isIdle } from './idle.ts';
import { type HomeOf, homesOf, idsByShard } from './last-version.ts';
import { shardsFault } from './shard-checks.ts';
import type { ShardMap } from './shard-map.ts';
import {
  CombinedFiles,
  changedBuckets,
  computedShard,
  idleShard,
  type ShardOutput,
} from './shard-output.ts';
import { accountsOf, readStored, type StoredVersion } from './stored-version.ts';

/** Inputs of all shards of a batch, and their accounts. */
export interface ShardBatch {
  readonly inputs: readonly ShardInput[];
  readonly map: ShardMap;
}

/** Change of the stored rows of one shard. */
interface ShardRowsChange extends RowsChange {
  readonly shard: number;
}

/** Version made of the results of all shards. It is not published yet. */
export interface AssembledBatch {
  readonly version: string;
  /** False if the version in service already has this content. */
  readonly isNew: boolean;
  /** States to commit together with the publication. */
  readonly states: readonly ShardState[];
  /** Changes of stored rows to commit with the states. */
  readonly rows: readonly ShardRowsChange[];
  readonly accountsComputed: number;
  readonly heldBack: readonly Withheld[];
  readonly isPurging: boolean;
  readonly warnings: readonly string[];
  readonly restated: Readonly<Record<string, readonly string[]>>;
  readonly sources: Readonly<Record<string, MarkSources>>;
}

interface AssemblyOptions {
  readonly store: Store;
  readonly dataDir: DataDirectory;
  /** State of the trail of badges, for the chain; absent without a registry. */
  readonly marks?: MarkTrail | undefined;
}

/**
 * Combines the results of all shards into one version, without fetching packs of parts. It reads
 * only buckets that changed. The data directory must have the version in service. Throws a
 * CommandError, before it writes anything, if the results are incomplete or inconsistent.
 */
export async function assembleShards(
  results: readonly ShardResult[],
  { inputs, map }: ShardBatch,
  { store, dataDir, marks }: AssemblyOptions,
): Promise<AssembledBatch> {
  mkdirSync(dataDir.temporary, { recursive: true });
  const version = versionBefore(dataDir, inputs);
  const inService = version === null ? null : openEntries(dataDir, version);
  const open = inService ? [inService] : [];
  try {
    const stored = new Map<ShardInput, StoredVersion>();
    const computed = inputs
      .filter((input) => !isIdle(input))
      .map((input) => [input, resultOf(results, input)] as const);
    await eachFewAtOnce(computed, async ([input, result]) => {
      const hasBucket = changedBuckets(input, result);
      const found = await readStored(store, dataDir.temporary, result.manifest, { hasBucket });
      open.push(found.entries);
      stored.set(input, found);
    });
    const homeOf = homesOf(inputs, map);
    const before = idsByShard(inService?.ids() ?? [], homeOf);
    const withoutData = inService?.has(emptyId) ? 1 : 0;
    const files = new CombinedFiles(inService?.manifest ?? null);
    const shards = inputs.flatMap((input) => {
      const found = stored.get(input);
      if (found === undefined) return idleShard(input, before(input.shard).count + withoutData);
      const result = resultOf(results, input);
      const hasBucket = changedBuckets(input, result);
      const ordinals = files.add(found.manifest);
      return [computedShard(input, result, { stored: found, ordinals, hasBucket })];
    });
    return combine(
      shards,
      { inputs, map },
      { homeOf, inService, files: files.all },
      { dataDir, marks },
    );
  } finally {
    for (const entries of open) entries.close();
  }
}

/**
 * Returns the version in service as the outcome of a batch without news. Every shard must be
 * untouched, with no decision since. It costs the same for any number of accounts.
 */
export function keepVersion(version: string, inputs: readonly ShardInput[]): AssembledBatch {
  const idle = inputs.flatMap(({ state }) => state.idle ?? []);
  return {
    version,
    isNew: false,
    states: inputs.map(({ state }) => state),
    rows: [],
    accountsComputed: 0,
    isPurging: false,
    ...namedIn(idle),
    restated: {},
    sources: {},
  };
}

/** Combines the accounts that shards hold back or warn about, in the order of one machine. */
const namedIn = (results: readonly Pick<ShardResult, 'heldBack' | 'warnings'>[]) => ({
  heldBack: results
    .flatMap(({ heldBack }) => heldBack)
    .toSorted((first, second) => (first.id < second.id ? -1 : 1)),
  warnings: warningLines(combineWarnings(results.map(({ warnings }) => warnings))),
});

/** Version in service, and the files that buckets name by ordinals. */
interface Combined {
  readonly homeOf: HomeOf;
  readonly inService: Entries | null;
  readonly files: readonly FileEntry[];
}

/** Checks the output of all shards and writes it as one version. Throws if a check fails. */
function combine(
  shards: readonly ShardOutput[],
  { map }: ShardBatch,
  { homeOf, inService, files }: Combined,
  { dataDir, marks }: Pick<AssemblyOptions, 'dataDir' | 'marks'>,
): AssembledBatch {
  const { buckets, replaced } = combineBuckets(shards, homeOf, inService);
  const fault = shardsFault(shards, map, replaced);
  if (fault !== null) throw assemblyError(fault);
  const outcomes = shards.map(({ result }) => result);
  const restated = Object.assign({}, ...outcomes.map((result) => result.restated));
  const asOf = outcomes[0]?.asOf ?? '';
  const open = (bucket: number) =>
    inService ? [...accountsOf({ entries: inService }, bucket)] : [];
  const assembled = assemble(buckets, files, open);
  const idsOf = idsByShard(idsIn(assembled), homeOf);
  const unfit = shards.map((shard) => placeFault(shard, idsOf)).find((line) => line !== null);
  if (unfit) throw assemblyError(unfit);
  const deleted = new Set(shards[0]?.input.deleted);
  const isPurging = outcomes.some((result) => result.isPurging);
  // Lost packs that no machine has are replaced by others, even if these have the same content.
  const isLost = shards.some(({ input }) => input.lost.length > 0);
  const manifest = writeVersion(dataDir, assembled, inService, asOf, restated, marks, {
    isPurging: isPurging || isLost,
    removed: [...deleted].filter((id) => inService?.has(id)).length,
  });
  const version = manifest?.version ?? inService?.manifest.version ?? '';
  return {
    version,
    isNew: manifest !== null,
    states: shards.map(({ input, stateIn }) => stateIn(version, idsOf(input.shard).sha256)),
    rows: outcomes.map(({ shard, rows }) => ({ shard, ...rows })),
    accountsComputed: outcomes.reduce((sum, { accountsComputed }) => sum + accountsComputed, 0),
    isPurging,
    ...namedIn(outcomes),
    restated,
    sources: Object.assign({}, ...outcomes.map((result) => result.sources)),
  };
}

const assemblyError = (fault: string): CommandError =>
  new CommandError(`the shards do not fit together: ${fault}; run again`, exitCodes.failed);

/** Finds a computed shard of which the version has another number of accounts. */
function placeFault(
  { input, computed }: ShardOutput,
  idsOf: ReturnType<typeof idsByShard>,
): string | null {
  const { shard } = input;
  const { count } = idsOf(shard);
  const { accounts = count } = computed?.stored.manifest ?? {};
  return accounts === count
    ? null
    : `shard ${shard} has ${accounts} accounts and portfolios, of which ${count} are in the version`;
}

function* idsIn({ buckets }: Pick<Assembled, 'buckets'>): Generator<string> {
  for (const { ids } of buckets) yield* ids;
}

/** Returns the version that the shards continued from. Null before the first. */
function versionBefore(dataDir: DataDirectory, [input]: readonly ShardInput[]): string | null {
  const version = currentVersion(dataDir);
  const before = input?.before?.version ?? null;
  if (version !== before)
    throw assemblyError(`they continue version ${before}, but ${version} is in service`);
  if (nextSequence(dataDir) !== input?.versionNo) {
    throw assemblyError(
      `they were computed for version number ${input?.versionNo}, but the next is ${nextSequence(dataDir)}`,
    );
  }
  return version;
}

function resultOf(results: readonly ShardResult[], { shard }: ShardInput): ShardResult {
  const [result, ...more] = results.filter((candidate) => candidate.shard === shard);
  if (!result) throw assemblyError(`shard ${shard} sent no result`);
  if (more.length > 0) throw assemblyError(`shard ${shard} sent ${more.length + 1} results`);
  return result;
}
