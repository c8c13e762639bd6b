import { join } from 'node:path';
import type { FileEntry } from './layout.ts';
import type { Parts } from './parts.ts';

/** Small files a version may name before they are put together. */
const maxFiles = 64;
const smallBytes = 64 * 1024 * 1024;

/**
 * Keeps the number of files of a version small, since the server opens them all. Past `max` files
 * it repacks the small packs and those less than half in use.
 */
export async function compact(
  parts: Parts,
  snapshots: string,
  max: number = maxFiles,
): Promise<void> {
  if (parts.fileCount <= max) return;
  const usage = parts.usage();
  const worth = [...usage].filter(([{ bytes }, used]) => bytes < smallBytes || used < bytes / 2);
  if (worth.length <= max) return;
  await gatherFrom(parts, snapshots, new Set(worth.map(([file]) => file)));
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
