import { removeUnneededObjects } from '../publish/snapshot/collect.ts';
import type { NeededObject } from '../publish/snapshot/verify-store.ts';
import type { Content, Store } from '../publish/store/store.ts';
import { objects } from './objects.ts';
import type { ShardRegister } from './state.ts';

const folders = ['slices/', 'intake/', 'events/', 'chains/'];

/**
 * Removes batch objects that nothing needs, at once. Only this batch, or one that failed, uses
 * them. The caller must hold the lease.
 */
export async function collectObjects(
  store: Store,
  register: Pick<ShardRegister, 'intake' | 'slices'>,
  holdsLease: () => Promise<boolean>,
): Promise<void> {
  const needed = neededBy(register).map(({ name }) => name);
  const stored = (await Promise.all(folders.map((folder) => store.list(folder)))).flat();
  await removeUnneededObjects({
    store,
    there: stored,
    needed: new Set(needed),
    isPurge: true,
    holdsLease,
  });
}

/** Returns the objects that the next batch continues from. */
export const neededBy = ({
  intake,
  slices,
}: Pick<ShardRegister, 'intake' | 'slices'>): NeededObject[] => [
  ...named(objects.intake, [intake]),
  ...named(objects.slice, slices),
];

const named = (
  nameOf: (content: Content) => string,
  contents: readonly (Content | null)[],
): NeededObject[] =>
  contents.flatMap((content) => (content === null ? [] : [{ name: nameOf(content), content }]));
