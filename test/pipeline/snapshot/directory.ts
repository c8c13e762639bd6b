import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Lends an empty directory. */
export async function withDirectory(work: (path: string) => void | Promise<void>): Promise<void> {
  const path = mkdtempSync(join(tmpdir(), 'trackrecord-snapshot-'));
  try {
    await work(path);
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}
