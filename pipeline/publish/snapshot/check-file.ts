import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FileEntry } from './layout.ts';

/** Faults of one file against its line in the manifest, every byte read. */
export async function checkFile(snapshots: string, file: FileEntry): Promise<string[]> {
  const faults = checkSize(snapshots, file);
  if (faults.length > 0) return faults;
  const path = join(snapshots, file.path);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) hash.update(chunk);
  return hash.digest('hex') === file.sha256
    ? []
    : [`${path}: its SHA-256 is not the one in the manifest`];
}

/** Faults of one file that show without reading it. */
export function checkSize(snapshots: string, file: FileEntry): string[] {
  const path = join(snapshots, file.path);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return [`${path}: missing`];
  return found.size === file.bytes
    ? []
    : [`${path}: ${found.size} bytes, the manifest says ${file.bytes}`];
}
