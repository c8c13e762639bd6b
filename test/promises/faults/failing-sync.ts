import fs, { readlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Runs `work` on a disk that confirms the names in a folder so many times, then never again.
 * Returns what it threw, or null if it ended well.
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

/** In every module that has imported it already, too. */
function replace(fsyncSync: (file: number) => void): void {
  Object.assign(fs, { fsyncSync });
  syncBuiltinESMExports();
}
