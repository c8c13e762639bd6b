import { randomAsOf } from '../../oracle/random-world.ts';
import type { WriteOptions } from '../../oracle/write-world.ts';
import { type Changed, changeWorld } from './change-world.ts';
import { hidingWorld } from './hiding-world.ts';
import { type PublishedWorld, publishHiding, publishSeed } from './published-world.ts';
import { randomFrom } from './random.ts';
import { type Ask, ownerAsks, strangerAsks } from './surfaces.ts';

/** Two published worlds. The caller must not see a difference. */
export interface Pair {
  readonly one: PublishedWorld;
  readonly other: PublishedWorld;
  readonly asks: readonly Ask[];
  readonly hits: Changed['hits'];
  remove(): void;
}

export interface PairOptions {
  readonly seed: number;
  readonly accounts?: number;
  /** Kinds of hidden input that differ. */
  readonly kinds: readonly string[];
  /** True if owners are asked, in place of strangers. */
  readonly isForOwners?: boolean;
}

/** True if the files of the second world also differ in form and order. */
const otherwise = (seed: number): WriteOptions => ({ shuffle: seed, parts: 2, format: 'ndjson' });

/** Returns a pair for the options. Calls `publish` if it is not cached. */
export async function publishPair(
  { seed, accounts, kinds, isForOwners = false }: PairOptions,
  publish = publishHiding,
  published: PublishedWorld | null = null,
): Promise<Pair> {
  const world = published?.world ?? hidingWorld(seed, accounts);
  const options = { asOf: randomAsOf, random: randomFrom(seed + 1), kinds };
  const { world: changed, hits } = changeWorld(world, options);
  const isShared = publish === publishHiding && accounts === undefined;
  const before = published ?? (await (isShared ? publishSeed(seed) : publish(world)));
  const after = await publish(changed, otherwise(seed));
  const asks = isForOwners ? ownerAsks(world) : strangerAsks(world, changed);
  return {
    one: before,
    other: after,
    asks,
    hits,
    remove() {
      before.remove();
      after.remove();
    },
  };
}
