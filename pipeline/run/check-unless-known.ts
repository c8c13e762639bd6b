import { join } from 'node:path';
import { type KnownFiles, stateOf } from '../load/known-files.ts';
import { checkFile, checkSize } from '../publish/snapshot/check-file.ts';
import type { FileEntry } from '../publish/snapshot/layout.ts';

/** Bytes of a file that takes longer to read than to note. Nearly all runs write a smaller one. */
const largeBytes = 4 * 1024 * 1024;

/**
 * Returns the faults of a published file, as `checkFile` does. A large file is read once, and again
 * only if it was written since.
 */
export async function checkUnlessKnown(
  snapshots: string,
  file: FileEntry,
  known: Pick<KnownFiles, 'find' | 'note'>,
): Promise<string[]> {
  const missing = checkSize(snapshots, file);
  if (missing.length > 0) return missing;
  if (file.bytes < largeBytes) return checkFile(snapshots, file);
  const path = join(snapshots, file.path);
  const state = stateOf(path);
  if (known.find(path, state) === file.sha256) return [];
  const faults = await checkFile(snapshots, file);
  if (faults.length === 0) known.note(path, state, file.sha256);
  return faults;
}
