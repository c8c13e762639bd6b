import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type DataDirectory, dataDirectory } from '../base/data-directory.ts';
import { keptName } from './shard-state.ts';

/** Reads the names of the databases of shards that this machine keeps. */
export const keptNames = (dataDir: Pick<DataDirectory, 'shards'>): string[] =>
  copiesIn(dataDir).flatMap((name) => keptName(dataDirectory(join(dataDir.shards, name))) ?? []);

const copiesIn = ({ shards }: Pick<DataDirectory, 'shards'>): string[] =>
  existsSync(shards) ? readdirSync(shards) : [];

/**
 * Removes copies of shards in `shards/` of a data directory that are not as the last batch left
 * them, except those in use. They may hold accounts that were deleted since. `working` has the name
 * of each shard's database.
 */
export function removeOldCopies(
  dataDir: Pick<DataDirectory, 'shards'>,
  working: ReadonlyMap<number, string | null>,
  isInUse: (shard: number) => boolean,
): void {
  for (const name of copiesIn(dataDir)) {
    const shard = Number(name);
    const place = join(dataDir.shards, name);
    const expected = working.get(shard) ?? null;
    if (isInUse(shard) || (expected !== null && keptName(dataDirectory(place)) === expected))
      continue;
    rmSync(place, { recursive: true, force: true });
  }
}
