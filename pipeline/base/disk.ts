import { statfsSync } from 'node:fs';

const minBytes = 1024 * 1024;

/** Tells whether the disk of a file or folder has no room left to work with. */
export function isDiskFull(path: string): boolean {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize < minBytes;
}
