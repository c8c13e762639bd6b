import type { ShardInput } from '../../../pipeline/machines/batch.ts';
import { contentOf } from '../../../pipeline/machines/intake.ts';
import { objects } from '../../../pipeline/machines/objects.ts';
import type { Store } from '../../../pipeline/publish/store/store.ts';
import { furnishedData } from '../../support/furnish.ts';

/**
 * Gives a new shard copies of databases that have everything but rows. Making them takes as long as
 * computing a few accounts. `queue.test.ts` computes shards from nothing.
 */
export async function furnishedShard(input: ShardInput, store: Store): Promise<ShardInput> {
  if (input.state.working !== null) return input;
  const furnished = await furnishedData();
  const [working, archive] = [contentOf(furnished.working), contentOf(furnished.archive)];
  await store.put(objects.working(working), working, furnished.working);
  await store.put(objects.archive(archive), archive, furnished.archive);
  return { ...input, state: { ...input.state, working, archive } };
}
