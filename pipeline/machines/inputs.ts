import type { ShardInput } from './batch.ts';
import type { ShardRegister } from './state.ts';

/** Values that all shards of a batch share. */
export type CommonInput = Pick<
  ShardInput,
  'asOf' | 'versionNo' | 'registered' | 'deleted' | 'calendar' | 'chain' | 'lost' | 'before'
>;

/** Makes the input of every shard, each with only its own accounts and portfolios. */
export function shardInputs(
  { map, states, slices, departures }: ShardRegister,
  { registered, ...common }: CommonInput,
): ShardInput[] {
  const registeredIn = byShard(registered, ({ owner }) => map.owners.get(owner));
  const slicesOf = byShard(slices, ({ shard }) => shard);
  const departuresOf = byShard(departures, ({ shard }) => shard);
  return states.map((state) => {
    const { shard, loadedTo, departedTo } = state;
    const ofShard = slicesOf(shard).map(({ shard: _, ...slice }) => slice);
    return {
      shard,
      shards: map.shards,
      ...common,
      state,
      rows: ofShard.filter(({ sequence }) => sequence <= loadedTo),
      slices: ofShard.filter(({ sequence }) => sequence > loadedTo),
      departed: departuresOf(shard)
        .filter(({ sequence }) => sequence > departedTo)
        .map(({ shard: _, ...departure }) => departure),
      registered: registeredIn(shard),
      continues: null,
    };
  });
}

/** Divides items in one pass. Returns a function that finds those of a shard, in their order. */
function byShard<Item>(
  items: readonly Item[],
  shardOf: (item: Item) => number | undefined,
): (shard: number) => readonly Item[] {
  const found = new Map<number | undefined, Item[]>();
  for (const item of items) {
    const shard = shardOf(item);
    const listed = found.get(shard);
    if (listed) listed.push(item);
    else found.set(shard, [item]);
  }
  return (shard) => found.get(shard) ?? [];
}
