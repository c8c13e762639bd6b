import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'uvu';

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

/** Makes an empty directory that is removed after the tests of a suite. */
export function directoryDuring<Context>(tested: Test<Context>): string {
  const directory = temporaryDirectory();
  tested.after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
