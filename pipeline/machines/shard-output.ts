import { partFiles } from '../publish/snapshot/entries.ts';
import type { FileEntry, Identity, Manifest } from '../publish/snapshot/layout.ts';
import type { ShardInput, ShardResult, ShardState } from './batch.ts';
import { idleOf } from './idle.ts';
import type { StoredVersion } from './stored-version.ts';

/** Result of a shard, computed or reused. */
type Result = Omit<ShardResult, 'manifest' | 'objects' | 'changed'>;

/** Shard with its accounts for the next version. */
export interface ShardOutput {
  readonly input: ShardInput;
  readonly result: Result;
  /** Returns the state after the batch. `version` is the new version, `ids` the hash of its ids. */
  stateIn(version: string, ids: string): ShardState;
  /** Number of its accounts and portfolios, and the entry of accounts without data. */
  readonly count: number;
  /** Accounts that it replaces in the version in service. Null if it is idle. */
  readonly computed: ComputedAccounts | null;
}

/** Accounts of a shard in its buckets that may have changed. */
interface ComputedAccounts {
  readonly stored: StoredVersion;
  /** Ordinals of its files in the combined version. */
  readonly ordinals: readonly number[];
  readonly identities: readonly Identity[];
  hasBucket(bucket: number): boolean;
}

/** Returns which buckets of a shard may differ from the version in service. */
export function changedBuckets(
  { continues }: ShardInput,
  { changed, isPurging }: ShardResult,
): (bucket: number) => boolean {
  if (continues === null || changed === null || isPurging) return () => true;
  const numbers = new Set(changed);
  return (bucket) => numbers.has(bucket);
}

/** Makes the output of a shard that a machine has computed. `stored` has its changed buckets. */
export function computedShard(
  input: ShardInput,
  { manifest, objects, changed: _, ...result }: ShardResult,
  computed: Omit<ComputedAccounts, 'identities'>,
): ShardOutput {
  const buckets = Object.values(computed.stored.manifest.buckets);
  return {
    input,
    result,
    count: buckets.reduce((sum, [, , , , accounts]) => sum + accounts, 0),
    computed: { ...computed, identities: [...computed.stored.entries.identities()] },
    stateIn: (version, ids) => ({
      ...result.state,
      idle: idleOf(input, result, version),
      last: { version, ids, manifest, objects },
    }),
  };
}

/** Makes the output of an idle shard, whose accounts stay as they are in the version in service. */
export function idleShard(input: ShardInput, count: number): ShardOutput[] {
  const { shard, asOf, state } = input;
  const { idle, last, ...rest } = state;
  if (idle === null) return [];
  const { form, subjects, heldBack, warnings } = idle;
  const result: Result = {
    shard,
    form,
    asOf,
    subjects,
    idle,
    state: rest,
    accountsComputed: 0,
    heldBack,
    isPurging: false,
    warnings,
    restated: {},
    sources: {},
    rows: { dropped: [], added: [] },
  };
  return [
    {
      input,
      result,
      count,
      computed: null,
      stateIn: (version, ids) => ({
        ...rest,
        idle: { ...idle, version },
        last: last?.ids === ids ? { ...last, version } : null,
      }),
    },
  ];
}

/** Files of the earlier version, followed by new files of shards. */
export class CombinedFiles {
  readonly all: FileEntry[];
  readonly #ordinals: Map<string, number>;

  constructor(previous: Manifest | null) {
    this.all = previous ? partFiles(previous) : [];
    this.#ordinals = new Map(this.all.map(({ path }, ordinal) => [path, ordinal]));
  }

  /** Adds the files of parts. Returns their ordinals here, in the order of the manifest. */
  add(manifest: Manifest): number[] {
    return partFiles(manifest).map((file) => {
      const ordinal = this.#ordinals.get(file.path) ?? this.all.push(file) - 1;
      this.#ordinals.set(file.path, ordinal);
      return ordinal;
    });
  }
}
