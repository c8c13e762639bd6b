import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Log } from '../../pipeline/base/log.ts';
import { inPackage } from '../../pipeline/base/package-root.ts';

const sources = inPackage('server/site/browser');
const shared = [inPackage('server/site/format.ts'), inPackage('package.json')];
const builds = inPackage('dist/site');

/** Scripts and styles that pages ask for by name. */
export const entries = [
  'style.css',
  'widget.css',
  'theme.ts',
  'account.ts',
  'calendar.ts',
] as const;

/**
 * The directory of the assets that belong to the present sources, built where it is not there
 * yet; null where there is nothing to build with, and pages do without.
 */
export async function builtAssets(log: Log): Promise<string | null> {
  try {
    const directory = join(builds, fingerprint());
    if (!existsSync(directory)) await build(directory);
    return directory;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn('pages go without styles and charts: npm run build', { reason });
    return null;
  }
}

/** Of everything that the build reads, so that other sources have another directory. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const own = readdirSync(sources)
    .sort()
    .map((name) => join(sources, name));
  for (const file of [...own, ...shared]) hash.update(basename(file)).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

async function build(directory: string): Promise<void> {
  // Loaded here alone: where only a server runs, vite may be absent.
  const { build } = await import('vite');
  await mkdir(builds, { recursive: true });
  const unfinished = await mkdtemp(join(builds, 'new-'));
  try {
    await build({
      root: sources,
      configFile: false,
      logLevel: 'silent',
      publicDir: false,
      build: {
        outDir: unfinished,
        emptyOutDir: false,
        manifest: 'manifest.json',
        assetsInlineLimit: 0,
        modulePreload: false,
        rollupOptions: { input: entries.map((entry) => join(sources, entry)) },
      },
    });
    await compress(join(unfinished, 'assets'));
    await takePlace(unfinished, directory);
    await removeOld();
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

const kept = 8;

/** Leaves the newest builds alone: servers that started with them still read them. */
async function removeOld(): Promise<void> {
  const names = await readdir(builds);
  const ages = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(builds, name))).mtimeMs })),
  );
  const old = ages.sort((one, other) => other.at - one.at).slice(kept);
  for (const { name } of old) await rm(join(builds, name), { recursive: true, force: true });
}

/** Another process may have built the same meanwhile. */
async function takePlace(unfinished: string, directory: string): Promise<void> {
  try {
    await rename(unfinished, directory);
  } catch (error) {
    if (!existsSync(directory)) throw error;
  }
}

async function compress(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const bytes = await readFile(join(directory, name));
    await writeFile(join(directory, `${name}.br`), await promisify(brotliCompress)(bytes));
    await writeFile(join(directory, `${name}.gz`), await promisify(gzip)(bytes));
  }
}
