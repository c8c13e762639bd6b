import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileEntry, layoutPaths } from '../../pipeline/snapshot/layout.ts';

const chunkBytes = 256 * 1024;

/** Remembers the files that were found whole; packs never change, so once is enough. */
export type VerifiedFiles = Set<string>;

/** Reads every file that was not verified before; throws at the first that is not as published. */
export async function verifyFiles(
  dataDir: string,
  files: readonly FileEntry[],
  verified: VerifiedFiles,
): Promise<void> {
  const { snapshots } = layoutPaths(dataDir);
  for (const file of files) {
    const path = join(snapshots, file.path);
    const { size } = await stat(path);
    if (size !== file.bytes) {
      throw new Error(`${file.path} has ${size} bytes instead of ${file.bytes}`);
    }
    const identity = `${file.path} ${file.sha256}`;
    if (verified.has(identity)) continue;
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
      hash.update(chunk);
    }
    if (hash.digest('hex') !== file.sha256) {
      throw new Error(`${file.path} does not have the content that was published`);
    }
    verified.add(identity);
  }
}
