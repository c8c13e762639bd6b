import { maxObjectBytes } from '../publish/store/store.ts';
import type { ShardState } from './batch.ts';

/** Returns a line if a shard's database has passed half of what a store can hold. */
export function warnLarge(states: readonly Pick<ShardState, 'shard' | 'working'>[]): string[] {
  const sizes = states.map(({ shard, working }) => ({ shard, bytes: working?.bytes ?? 0 }));
  const [largest] = sizes.sort((first, second) => second.bytes - first.bytes);
  if (largest === undefined || largest.bytes <= maxObjectBytes / 2) return [];
  const size = `${(largest.bytes / 1024 ** 3).toFixed(1)} GiB`;
  return [
    `shard ${largest.shard} has a database of ${size}, and a store holds 5 GiB at most; run coordinate --shards ${states.length * 2}`,
  ];
}
