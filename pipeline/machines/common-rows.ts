import { accountTables, tables } from '../load/columns.ts';
import type { ShardRegister, ShardSlice } from './state.ts';

/** Tables whose rows belong to no account, such as exchange rates. Each shard has all of them. */
const commonTables = new Set(
  tables
    .map(({ name }) => name)
    .filter((name) => !accountTables.includes(name) && name !== 'calendar_events'),
);

/**
 * Returns slices for new shards with the rows that belong to no account. They are those of the
 * first shard, stored and waiting ones. Nothing if there are no new shards.
 */
export function commonSlices(
  { map, slices }: Pick<ShardRegister, 'map' | 'slices'>,
  shards: number,
): Omit<ShardSlice, 'sequence'>[] {
  const added = Array.from({ length: shards }, (_, shard) => shard).slice(map.shards);
  return slices
    .filter(({ shard, table }) => shard === 0 && commonTables.has(table))
    .flatMap(({ sequence: _, ...slice }) =>
      added.map((shard) => ({ ...slice, shard, bucket: null })),
    );
}
