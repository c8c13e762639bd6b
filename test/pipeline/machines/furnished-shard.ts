import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import type { ShardInput } from '../../../pipeline/machines/batch.ts';
import { contentOf } from '../../../pipeline/machines/intake.ts';
import { objects } from '../../../pipeline/machines/objects.ts';
import type { Store } from '../../../pipeline/publish/store/store.ts';
import { withDirectory } from '../../support/directory.ts';
import { furnish } from '../../support/furnish.ts';

/**
 * Gives a shard that was never computed databases without a row, which its first run would take
 * longer to declare than to compute a few accounts. Those of `coordinate.test.ts` declare their own.
 */
export async function furnishShard(input: ShardInput, store: Store): Promise<ShardInput> {
  if (input.state.working !== null || input.state.setAside !== null) return input;
  return withDirectory(async (directory) => {
    const dataDir = dataDirectory(join(directory, 'data'));
    mkdirSync(dataDir.path);
    await furnish(dataDir);
    const working = contentOf(dataDir.working);
    const setAside = contentOf(dataDir.setAside);
    await store.put(objects.working(working), working, dataDir.working);
    await store.put(objects.setAside(setAside), setAside, dataDir.setAside);
    return { ...input, state: { ...input.state, working, setAside } };
  });
}
