import { join } from 'node:path';
import type { FileEntry } from './layout.ts';
import type { Parts } from './parts.ts';

/** Small files a version may name before they are put together. */
const maxFiles = 64;
const smallBytes = 64 * 1024 * 1024;

/** A file, and how many of its bytes are in use. */
type Usage = readonly [file: FileEntry, used: number];

/**
 * Keeps the number of files of a version small, since the server opens them all. Past `max` files
 * it repacks the small packs and those less than half in use. A pack that is larger than all
 * smaller ones of its kind together stays, because all entries of its accounts would change.
 */
export async function compact(
  parts: Parts,
  snapshots: string,
  max: number = maxFiles,
): Promise<void> {
  if (parts.fileCount <= max) return;
  const worth = [...parts.usage()].filter(
    ([{ bytes }, used]) => bytes < smallBytes || used < bytes / 2,
  );
  if (worth.length <= max) return;
  const kinds = parts.kinds();
  const smaller = [...new Set(kinds.values())].flatMap((kind) =>
    withoutLargest(worth.filter(([file]) => kinds.get(file) === kind)),
  );
  const moved = smaller.length > max / 2 ? smaller : worth;
  await gatherFrom(parts, snapshots, new Set(moved.map(([file]) => file)));
}

/** Leaves out packs that are each larger than all smaller ones together. */
function withoutLargest(packs: readonly Usage[]): readonly Usage[] {
  const [largest, ...smaller] = packs.toSorted(([, first], [, second]) => second - first);
  if (!largest) return [];
  const [{ bytes }, used] = largest;
  const sum = smaller.reduce((total, [, each]) => total + each, 0);
  return used > sum && used >= bytes / 2 ? withoutLargest(smaller) : packs;
}

/** Purges: leaves no byte in the packs of a version that is no part of it. */
export async function purge(parts: Parts, snapshots: string): Promise<void> {
  const loose = [...parts.usage()].filter(([{ bytes }, used]) => used < bytes);
  await gatherFrom(parts, snapshots, new Set(loose.map(([file]) => file)));
}

async function gatherFrom(
  parts: Parts,
  snapshots: string,
  files: ReadonlySet<FileEntry>,
): Promise<void> {
  await parts.gather(files, ({ path }) => join(snapshots, path));
  await parts.seal();
}
