import type { EnteredAccount } from '../publish/snapshot/assemble.ts';
import { emptyId, type FileEntry, type Manifest, portfolioId } from '../publish/snapshot/layout.ts';
import type { ShardInput, ShardResult, ShardState } from './batch.ts';
import { idleOf } from './idle.ts';
import type { ShardMap } from './shard-map.ts';
import { accountsOf, type StoredVersion } from './stored.ts';

/** Result of a shard, computed or reused. */
type Result = Omit<ShardResult, 'manifest' | 'state'>;

/** A shard with what is to be published of it. */
export interface ShardOutput {
  readonly input: ShardInput;
  readonly result: Result;
  /** As the batch leaves it, in the version of that name. */
  stateIn(version: string): ShardState;
  /** Files by their ordinals in the version of all. */
  readonly accounts: readonly EnteredAccount[];
}

/** A shard that a machine has computed. */
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

/** Shards that no machine has to compute, with what is in service of them. */
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
  };
  const stateIn = (version: string) => ({ ...state, idle: { ...idle, version } });
  return [{ input, result, stateIn, accounts }];
}

/** The files of a version before, and behind them those that others bring. */
export class Files {
  readonly all: FileEntry[];
  readonly #ordinals: Map<string, number>;

  constructor(previous: Manifest | null) {
    this.all = [...(previous?.files ?? [])];
    this.#ordinals = new Map(this.all.map(({ path }, ordinal) => [path, ordinal]));
  }

  /** The ordinals here of the files of a version, by those that it gives them. */
  add({ files }: Manifest): number[] {
    return files.map((file) => {
      const ordinal = this.#ordinals.get(file.path) ?? this.all.push(file) - 1;
      this.#ordinals.set(file.path, ordinal);
      return ordinal;
    });
  }
}
