import { mkdirSync } from 'node:fs';
import type { DataDirectory } from '../base/data-directory.ts';
import { CommandError, exitCodes } from '../base/errors.ts';
import { assemble, inBuckets } from '../publish/snapshot/assemble.ts';
import type { FileEntry, Manifest } from '../publish/snapshot/layout.ts';
import {
  currentVersion,
  nextSequence,
  readManifest,
  writeVersion,
} from '../publish/snapshot/publish.ts';
import { openEntries } from '../publish/snapshot/reader.ts';
import type { Store } from '../publish/store/store.ts';
import type { MarkTrail } from '../registry/mark-trail.ts';
import type { MarkSources } from '../run/settle-marks.ts';
import type { Withheld } from '../run/withheld.ts';
import type { RowsChange, ShardInput, ShardResult, ShardState } from './batch.ts';
import { isIdle } from './idle.ts';
import { shardsFault } from './shard-checks.ts';
import type { ShardMap } from './shard-map.ts';
import { CombinedFiles, computedShard, idleShards, type ShardOutput } from './shard-output.ts';
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
 * Combines the results of all shards into one version, without fetching packs. The data directory
 * must have the version in service. Throws a CommandError, before it writes anything, if the
 * results are incomplete or inconsistent.
 */
export async function assembleShards(
  results: readonly ShardResult[],
  { inputs, map }: ShardBatch,
  { store, dataDir, marks }: AssemblyOptions,
): Promise<AssembledBatch> {
  mkdirSync(dataDir.temporary, { recursive: true });
  const previous = readPrevious(dataDir, inputs);
  const inService = previous && {
    manifest: previous,
    entries: openEntries(dataDir, previous.version),
  };
  const files = new CombinedFiles(previous);
  const open = inService ? [inService] : [];
  try {
    const shards = idleShards(inputs.filter(isIdle), map, inService);
    for (const input of inputs.filter((candidate) => !isIdle(candidate))) {
      const result = resultOf(results, input);
      const stored = await readStored(store, dataDir.temporary, result.manifest);
      open.push(stored);
      shards.push(computedShard(input, result, accountsOf(stored, files.add(stored.manifest))));
    }
    shards.sort((first, second) => first.input.shard - second.input.shard);
    return combine(shards, map, inService, { dataDir, marks }, files.all);
  } finally {
    for (const { entries } of open) entries.close();
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
    heldBack: idle.flatMap(({ heldBack }) => heldBack),
    isPurging: false,
    warnings: idle.flatMap(({ warnings }) => warnings),
    restated: {},
    sources: {},
  };
}

/** Checks the output of all shards and writes it as one version. Throws if a check fails. */
function combine(
  shards: readonly ShardOutput[],
  map: ShardMap,
  inService: StoredVersion | null,
  { dataDir, marks }: Pick<AssemblyOptions, 'dataDir' | 'marks'>,
  files: readonly FileEntry[],
): AssembledBatch {
  const previous = inService?.manifest ?? null;
  const before = inService ? [...inService.entries.ids()] : [];
  const fault = shardsFault(shards, map, before);
  if (fault !== null) throw assemblyError(fault);
  const accounts = new Map(
    shards.flatMap((shard) => shard.accounts).map((account) => [account.identity.id, account]),
  );
  const outcomes = shards.map(({ result }) => result);
  const restated = Object.assign({}, ...outcomes.map((result) => result.restated));
  const asOf = outcomes[0]?.asOf ?? '';
  const assembled = assemble(inBuckets(accounts.values()), files);
  const deleted = new Set(shards[0]?.input.deleted);
  const isPurging = outcomes.some((result) => result.isPurging);
  const manifest = writeVersion(
    dataDir,
    assembled,
    inService?.entries ?? null,
    asOf,
    restated,
    marks,
    {
      isPurging,
      removed: before.filter((id) => deleted.has(id)).length,
    },
  );
  const version = manifest?.version ?? previous?.version ?? '';
  return {
    version,
    isNew: manifest !== null,
    states: shards.map(({ stateIn }) => stateIn(version)),
    rows: outcomes.map(({ shard, rows }) => ({ shard, ...rows })),
    accountsComputed: outcomes.reduce((sum, { accountsComputed }) => sum + accountsComputed, 0),
    heldBack: outcomes.flatMap(({ heldBack }) => heldBack),
    isPurging,
    warnings: outcomes.flatMap(({ warnings }) => warnings),
    restated,
    sources: Object.assign({}, ...outcomes.map((result) => result.sources)),
  };
}

const assemblyError = (fault: string): CommandError =>
  new CommandError(`the shards do not fit together: ${fault}; run again`, exitCodes.failed);

/** Reads the version that the shards continued from. Null before the first. */
function readPrevious(dataDir: DataDirectory, [input]: readonly ShardInput[]): Manifest | null {
  const version = currentVersion(dataDir);
  const before = input?.before?.version ?? null;
  if (version !== before)
    throw assemblyError(`they continue version ${before}, but ${version} is in service`);
  if (nextSequence(dataDir) !== input?.versionNo) {
    throw assemblyError(
      `they were computed for version number ${input?.versionNo}, but the next is ${nextSequence(dataDir)}`,
    );
  }
  return version === null ? null : readManifest(dataDir, version);
}

function resultOf(results: readonly ShardResult[], { shard }: ShardInput): ShardResult {
  const [result, ...more] = results.filter((candidate) => candidate.shard === shard);
  if (!result) throw assemblyError(`shard ${shard} sent no result`);
  if (more.length > 0) throw assemblyError(`shard ${shard} sent ${more.length + 1} results`);
  return result;
}
