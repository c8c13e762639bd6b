import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type DataDirectory, dataDirectory } from '../base/data-directory.ts';
import { fingerprint } from '../load/ledger.ts';

/** Removes old copies of shards from this machine. */
export interface OldCopies {
  /**
   * Removes copies of shards that are not as the last batch left them, except those in use. They
   * may hold accounts that were deleted since. `working` has the SHA-256 of each shard's database.
   */
  remove(working: ReadonlyMap<number, string | null>, isInUse: (shard: number) => boolean): void;
}

/** Watches the copies in `shards/` of a data directory. A copy is read again only if it changed. */
export function openOldCopies({ shards: folder }: Pick<DataDirectory, 'shards'>): OldCopies {
  /** Hash of each database, with the time and size for which it holds. */
  const known = new Map<string, { readonly at: string; readonly sha256: string }>();

  const hashOf = (path: string): string | null => {
    if (!existsSync(path)) return null;
    const { mtimeMs, size } = statSync(path);
    const at = `${mtimeMs} ${size}`;
    const before = known.get(path);
    if (before?.at === at) return before.sha256;
    const sha256 = fingerprint(path);
    known.set(path, { at, sha256 });
    return sha256;
  };

  return {
    remove(working, isInUse) {
      for (const name of existsSync(folder) ? readdirSync(folder) : []) {
        const shard = Number(name);
        const expected = working.get(shard) ?? null;
        if (isInUse(shard)) continue;
        const place = join(folder, name);
        if (expected !== null && hashOf(dataDirectory(place).working) === expected) continue;
        rmSync(place, { recursive: true, force: true });
        known.delete(dataDirectory(place).working);
      }
    },
  };
}
