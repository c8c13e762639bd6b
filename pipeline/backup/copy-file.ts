import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isAbsent, makeFolder } from '../base/files.ts';
import { fingerprint } from '../load/ledger.ts';
import type { BackupFile } from './manifest.ts';

/** Copies a file durably and returns its size and SHA-256. The copy must not exist. */
export async function copyFile(
  from: string,
  to: string,
): Promise<Pick<BackupFile, 'bytes' | 'sha256'>> {
  makeFolder(dirname(to));
  const hash = createHash('sha256');
  let bytes = 0;
  const copy = await open(to, 'wx');
  try {
    for await (const chunk of createReadStream(from, { highWaterMark: 1 << 20 })) {
      hash.update(chunk);
      // Unlike write, it goes on after a short write.
      await copy.writeFile(chunk);
      bytes += chunk.length;
    }
    await copy.sync();
  } finally {
    await copy.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Computes size and SHA-256 of a file. */
export const describeFile = (path: string): Pick<BackupFile, 'bytes' | 'sha256'> => ({
  bytes: statSync(path).size,
  sha256: fingerprint(path),
});

/** Lists the files at or below a path, relative to `root`. A missing path has none. */
export function filesBelow(root: string, path: string): string[] {
  try {
    if (!statSync(join(root, path)).isDirectory()) return [path];
    return readdirSync(join(root, path))
      .sort()
      .flatMap((name) => filesBelow(root, join(path, name)));
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}
