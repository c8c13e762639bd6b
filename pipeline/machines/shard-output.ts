import type { EnteredAccount } from '../publish/snapshot/assemble.ts';
import { partFiles } from '../publish/snapshot/entries.ts';
import { emptyId, type FileEntry, type Manifest, portfolioId } from '../publish/snapshot/layout.ts';
import type { ShardInput, ShardResult, ShardState } from './batch.ts';
import { idleOf } from './idle.ts';
import type { ShardMap } from './shard-map.ts';
import { accountsOf, type StoredVersion } from './stored-version.ts';

/** Result of a shard, computed or reused. */
type Result = Omit<ShardResult, 'manifest' | 'state'>;

/** Shard with its accounts for the next version. */
export interface ShardOutput {
  readonly input: ShardInput;
  readonly result: Result;
  /** Returns the state after the batch, with the name of the new version. */
  stateIn(version: string): ShardState;
  /** Accounts whose files have ordinals of the combined version. */
  readonly accounts: readonly EnteredAccount[];
}

/** Makes the output of a shard that a machine has computed. */
export const computedShard = (
  input: ShardInput,
  { manifest: _, ...result }: ShardResult,
  accounts: Iterable<EnteredAccount>,
): ShardOutput => ({
  input,
  result,
  accounts: [...accounts],
  stateIn: (version) => ({ ...result.state, idle: idleOf(input, result, version) }),
});

/** Makes the output of idle shards from their accounts in the version in service. */
export function idleShards(
  inputs: readonly ShardInput[],
  map: ShardMap,
  inService: StoredVersion | null,
): ShardOutput[] {
  if (inService === null || inputs.length === 0) return [];
  const accounts = new Map<number, EnteredAccount[]>(inputs.map(({ shard }) => [shard, []]));
  const portfolios = new Map(
    inputs.flatMap(({ shard, registered }) =>
      registered.map(({ slug }) => [portfolioId(slug), shard] as const),
    ),
  );
  for (const account of accountsOf(inService)) {
    const { id } = account.identity;
    const shard = map.accounts.get(id) ?? portfolios.get(id) ?? -1;
    const homes = id === emptyId ? [...accounts.values()] : [accounts.get(shard)];
    for (const home of homes) home?.push(account);
  }
  return inputs.flatMap((input) => idleShard(input, accounts.get(input.shard) ?? []));
}

function idleShard(input: ShardInput, accounts: readonly EnteredAccount[]): ShardOutput[] {
  const { shard, asOf, state } = input;
  const { idle } = state;
  if (idle === null) return [];
  const { form, subjects, heldBack, warnings } = idle;
  const result: Result = {
    shard,
    form,
    asOf,
    subjects,
    idle,
    accountsComputed: 0,
    heldBack: [...heldBack],
    isPurging: false,
    warnings: [...warnings],
    restated: {},
    sources: {},
    rows: { dropped: [], added: [] },
  };
  const stateIn = (version: string) => ({ ...state, idle: { ...idle, version } });
  return [{ input, result, stateIn, accounts }];
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
