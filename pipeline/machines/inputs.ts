import type { Publication } from '../publish/store/pointer.ts';
import type { Content } from '../publish/store/store.ts';
import type { RegistryAccount } from '../registry/schema.ts';
import type { ShardInput } from './batch.ts';
import type { ShardRegister } from './state.ts';

/** Values that all shards of a batch share. */
export interface BatchFacts {
  readonly asOf: string;
  readonly versionNo: number;
  /** Accounts of the registry when the sources were split. */
  readonly registered: readonly RegistryAccount[];
  /** Accounts, portfolios and owners that were deleted and still have data. */
  readonly deleted: readonly string[];
  readonly calendar: Content | null;
  readonly chain: Content | null;
  readonly before: Publication | null;
}

/** Makes the input of every shard, each with only its own accounts and portfolios. */
export function shardInputs(
  { map, states, slices, departures }: ShardRegister,
  { registered, ...common }: BatchFacts,
): ShardInput[] {
  return states.map((state) => {
    const { shard, loadedTo, departedTo } = state;
    return {
      shard,
      shards: map.shards,
      ...common,
      state,
      slices: slices
        .filter((slice) => slice.shard === shard && slice.sequence > loadedTo)
        .map(({ shard: _, ...slice }) => slice),
      departed: departures
        .filter((departure) => departure.shard === shard && departure.sequence > departedTo)
        .map(({ shard: _, ...departure }) => departure),
      registered: registered.filter(({ owner }) => map.owners.get(owner) === shard),
    };
  });
}
