import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inPackage } from '../../../pipeline/base/package-root.ts';

export const root = inPackage('');

/** A file of server/deploy. */
export const deployFile = (path: string): string =>
  readFileSync(join(root, 'server/deploy', path), 'utf8');

/** Lends a directory that is removed afterwards. */
export async function withDirectory(work: (directory: string) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'trackrecord-deploy-'));
  try {
    await work(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Gives a directory the packages that the lockfile has for production, and no other. */
export function installProduction(directory: string): void {
  const lock: { packages: Record<string, { dev?: boolean }> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  for (const [path, { dev }] of Object.entries(lock.packages)) {
    const isNested = path.lastIndexOf('node_modules/') > 0;
    if (path === '' || dev || isNested || !existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    symlinkSync(join(root, path), join(directory, path));
  }
}
