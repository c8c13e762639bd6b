import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { startCommand } from '../commands/process.ts';

export const root = inPackage('');

/** Reads a file in server/deploy. */
export const deployFile = (path: string): string =>
  readFileSync(join(root, 'server/deploy', path), 'utf8');

/** Gives a folder the production packages of the lockfile, and no others. */
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

/** Starts the demo of an installed package with a data directory. Fetches pages and styles. */
export async function tryDemo(directory: string, data: string): Promise<void> {
  for (const name of ['typescript', 'vite']) {
    assert.not(existsSync(join(directory, 'node_modules', name)), name);
  }
  const program = join(directory, 'node_modules', 'trackrecord', 'trackrecord.js');
  const demo = startCommand(['demo'], dataDirectory(data), {}, [program]);
  try {
    const { url } = await demo.answers;
    const page = await (await fetch(url)).text();
    const style = /<link rel="stylesheet" href="([^"]+)"/.exec(page)?.[1] ?? '';
    assert.is((await fetch(new URL(style, url))).status, 200, style);
    for (const path of ['/docs', '/numbers', '/widget/north-eurusd.png']) {
      assert.is((await fetch(url + path)).status, 200, path);
    }
  } finally {
    demo.child.kill('SIGTERM');
  }
  assert.is(await demo.ended, 0);
}
