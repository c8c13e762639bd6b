import { copyFileSync } from 'node:fs';
import { type DataDirectory, prepareDirectories } from '../../../pipeline/base/data-directory.ts';
import type { ShardInput } from '../../../pipeline/machines/batch.ts';
import { keep } from '../../../pipeline/machines/shard-state.ts';
import { furnishedData } from '../../support/furnish.ts';

/**
 * Gives a new shard databases that have everything but rows. Making them takes as long as computing
 * a few accounts. `queue.test.ts` computes shards from nothing.
 */
export async function furnishedShard(
  input: ShardInput,
  dataDir: DataDirectory,
): Promise<ShardInput> {
  if (input.state.working !== null) return input;
  const furnished = await furnishedData();
  prepareDirectories(dataDir);
  copyFileSync(furnished.working, dataDir.working);
  copyFileSync(furnished.archive, dataDir.archive);
  keep('furnished', dataDir);
  return { ...input, state: { ...input.state, working: 'furnished' } };
}
