import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { InlineConfig } from 'vite';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { builtSite, entries } from './assets.ts';

const sources = inPackage('server/site/browser');
const shared = [
  inPackage('server/site/build.ts'),
  inPackage('server/accounts/escape-html.ts'),
  inPackage('server/site/calendar-events.ts'),
  inPackage('server/site/calendar-table.ts'),
  inPackage('server/site/html.ts'),
  inPackage('server/site/language/format.ts'),
  inPackage('server/site/charts/columns.ts'),
  inPackage('server/site/charts/guesses.ts'),
  inPackage('server/site/charts/rebase.ts'),
  inPackage('server/site/charts/scale.ts'),
  inPackage('package.json'),
];
const builtFrom = join(builtSite, 'built-from');

/**
 * Builds the scripts and styles of pages, unless the existing build has the same sources. Files of
 * earlier builds stay, for servers that started with them.
 */
export async function buildSite(): Promise<void> {
  const sourcesHash = fingerprint();
  if (existsSync(builtFrom) && readFileSync(builtFrom, 'utf8') === sourcesHash) return;
  console.error('  3 of 3: bundling scripts and styles of the pages');
  await mkdir(join(builtSite, 'assets'), { recursive: true });
  const unfinished = await mkdtemp(join(builtSite, 'new-'));
  try {
    await bundle(unfinished);
    await compress(join(unfinished, 'assets'));
    for (const name of await readdir(join(unfinished, 'assets'))) {
      await rename(join(unfinished, 'assets', name), join(builtSite, 'assets', name));
    }
    await rename(join(unfinished, 'manifest.json'), join(builtSite, 'manifest.json'));
    await writeFile(builtFrom, sourcesHash);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Returns a hash of all files that the build reads. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const browserFiles = readdirSync(sources)
    .sort()
    .map((name) => join(sources, name));
  for (const file of [...browserFiles, ...shared])
    hash.update(basename(file)).update(readFileSync(file));
  return hash.digest('hex');
}

/** Builds each entry by itself. A file shared by several entries would cost one more request. */
async function bundle(directory: string): Promise<void> {
  // Imported only when needed: loading vite takes longer than the check for changes.
  const { build } = await import('vite');
  const manifest = join(directory, 'manifest.json');
  const built: object[] = [];
  for (const entry of entries) {
    await build(optionsOf(entry, directory));
    built.push(JSON.parse(await readFile(manifest, 'utf8')));
  }
  await writeFile(manifest, JSON.stringify(Object.assign({}, ...built)));
}

const optionsOf = (entry: string, directory: string): InlineConfig => ({
  root: sources,
  configFile: false,
  logLevel: 'silent',
  publicDir: false,
  build: {
    outDir: directory,
    emptyOutDir: false,
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: false,
    rollupOptions: { input: join(sources, entry) },
  },
});

async function compress(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const bytes = await readFile(join(directory, name));
    await writeFile(join(directory, `${name}.br`), await promisify(brotliCompress)(bytes));
    await writeFile(join(directory, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }));
  }
}
