import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Counts the bytes that `work` reads from open files, such as parts of a version. */
export async function bytesRead(work: () => Promise<unknown>): Promise<number> {
  const { readSync } = fs;
  let bytes = 0;
  const counting = (...asked: Parameters<typeof readSync>): number => {
    const count = readSync(...asked);
    bytes += count;
    return count;
  };
  const replace = (with_: unknown): void => {
    Object.assign(fs, { readSync: with_ });
    syncBuiltinESMExports();
  };
  replace(counting);
  try {
    await work();
  } finally {
    replace(readSync);
  }
  return bytes;
}
