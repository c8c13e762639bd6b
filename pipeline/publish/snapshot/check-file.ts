import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DataDirectory } from '../../base/data-directory.ts';
import { bucketFile, type FileEntry, objectFile } from './layout.ts';
import { openSnapshot } from './reader.ts';

/** Faults of one file of a version, every byte read. */
export async function checkFile(snapshots: string, file: FileEntry): Promise<string[]> {
  const path = join(snapshots, file.path);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return [`${path}: missing`];
  if (found.size !== file.bytes) return [`${path}: ${found.size} bytes instead of ${file.bytes}`];
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) hash.update(chunk);
  return hash.digest('hex') === file.sha256 ? [] : [`${path}: its SHA-256 is not its name`];
}

/** As `checkFile`, but a file that nobody wrote to since that time is not read. */
export const checkSince = async (
  snapshots: string,
  file: FileEntry,
  milliseconds: number,
): Promise<string[]> => {
  const found = statSync(join(snapshots, file.path), { throwIfNoEntry: false });
  const isOld = found?.size === file.bytes && found.mtimeMs <= milliseconds;
  return isOld ? [] : checkFile(snapshots, file);
};

/** Files of a version that were checked, and those that are not as they were published. */
export interface CheckedFiles {
  readonly files: number;
  readonly bytes: number;
  readonly faulty: ReadonlyMap<FileEntry, string>;
}

/**
 * Checks every file of a version, whose manifest must be as it was written. Those that a damaged
 * bucket names are left out.
 */
export async function checkFiles(
  dataDir: DataDirectory,
  version: string,
  check: (snapshots: string, file: FileEntry) => Promise<string[]> = checkFile,
): Promise<CheckedFiles> {
  const entries = openSnapshot(dataDir, version);
  const faulty = new Map<FileEntry, string>();
  const seen = new Set<string>();
  let bytes = 0;
  const isWhole = async (file: FileEntry): Promise<boolean> => {
    if (seen.has(file.path)) return true;
    seen.add(file.path);
    bytes += file.bytes;
    const [fault] = await check(dataDir.snapshots, file);
    if (fault !== undefined) faulty.set(file, fault);
    return fault === undefined;
  };
  try {
    for (const number of entries.buckets()) {
      const index = entries.manifest.buckets[number];
      if (!index || !(await isWhole(bucketFile(index)))) continue;
      for (const subject of entries.bucket(number).values()) await isWhole(objectFile(subject));
    }
  } finally {
    entries.close();
  }
  return { files: seen.size, bytes, faulty };
}
