import type { ShardInput } from './batch.ts';
import type { ShardRegister } from './state.ts';

/** Values that all shards of a batch share. */
export type CommonInput = Pick<
  ShardInput,
  'asOf' | 'versionNo' | 'registered' | 'deleted' | 'calendar' | 'chain' | 'before'
>;

/** Makes the input of every shard, each with only its own accounts and portfolios. */
export function shardInputs(
  { map, states, slices, departures }: ShardRegister,
  { registered, ...common }: CommonInput,
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
