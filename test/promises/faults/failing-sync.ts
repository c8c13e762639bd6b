import fs, { readlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Calls `work` on a disk whose fsync of folders succeeds this many times, then always fails.
 * Returns the error, or null if it ended well.
 */
export async function failureOf(
  { folder, after }: { folder: string; after: number },
  work: () => Promise<unknown>,
): Promise<unknown> {
  const { fsyncSync } = fs;
  let met = 0;
  const failing = (file: number): void => {
    if (readlinkSync(`/proc/self/fd/${file}`) === folder) {
      met += 1;
      if (met > after) throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
    }
    fsyncSync(file);
  };
  replace(failing);
  try {
    await work();
    return null;
  } catch (error) {
    return error;
  } finally {
    replace(fsyncSync);
  }
}

/** Changes it in modules that have imported it already, too. */
function replace(fsyncSync: (file: number) => void): void {
  Object.assign(fs, { fsyncSync });
  syncBuiltinESMExports();
}
