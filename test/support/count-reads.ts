import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Bytes that `work` reads of open files, such as parts of a snapshot. */
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
