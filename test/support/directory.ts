import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes an empty directory. The caller must remove it. */
export const temporaryDirectory = (): string => mkdtempSync(join(tmpdir(), 'trackrecord-'));

/** Calls the work with an empty directory, and removes it afterwards. */
export async function withDirectory<Result>(
  work: (directory: string) => Promise<Result> | Result,
): Promise<Result> {
  const directory = temporaryDirectory();
  try {
    return await work(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
