import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix } from 'node:path';
import packageJson from './package.json' with { type: 'json' };
import { inPackage } from './pipeline/base/package-root.ts';
import { buildSite } from './server/site/build.ts';

// Second part of `npm run build`, after the compiler (build.js):
//
// - removes files from dist/ whose source is gone, so that they are not run or packed;
// - bundles packages of many modules into few files;
// - builds the scripts and styles of the site.

const compiled = /\.js(?:\.map)?$/;
const made = /^(?:site|node_modules)\//;

const files = readdirSync(inPackage('dist'), { recursive: true, encoding: 'utf8' });
for (const file of files.filter((name) => compiled.test(name) && !made.test(name))) {
  if (!existsSync(inPackage(file.replace(compiled, '.ts')))) rmSync(inPackage(`dist/${file}`));
}

/**
 * Packages of many modules without packages below them, and the imported entry points. Finding the
 * modules takes a command half a second. Bundles under dist/ are found before the installed
 * packages.
 */
const bundled = {
  '@duckdb/node-api': ['.'],
  kysely: ['.'],
  typebox: ['.', './compile', './error', './schema', './system', './value'],
} as const;

for (const [name, entries] of Object.entries(bundled)) await bundle(name, entries);
await buildSite();
const always = ['dist', 'package.json', 'LICENSE', 'README.md', ...Object.values(packageJson.bin)];
for (const path of [...always, ...packageJson.files.filter((name) => !name.startsWith('dist/'))]) {
  // Patterns with an exclamation mark are left out. An image is built without the clients.
  const [place = ''] = path.split('/**');
  if (existsSync(inPackage(place))) letAllRead(place);
}

/** Bundles a package into a few files, unless the installed version is bundled already. */
async function bundle(name: string, entries: readonly string[]): Promise<void> {
  const installed = inPackage(`node_modules/${name}`);
  const place = inPackage(`dist/node_modules/${name}`);
  const { version, license, type } = JSON.parse(
    readFileSync(join(installed, 'package.json'), 'utf8'),
  );
  const fileOf = (entry: string) => `${entry.replace(/^\.\/?/, '') || 'index'}.js`;
  const exports = Object.fromEntries(entries.map((entry) => [entry, `./${fileOf(entry)}`]));
  const manifest = JSON.stringify({ name, version, license, type: 'module', exports });
  const known = join(place, 'package.json');
  if (existsSync(known) && readFileSync(known, 'utf8') === manifest) return;
  console.error(`  2 of 3: bundling ${name}`);
  // Imports from here on find the installed package.
  rmSync(place, { recursive: true, force: true });
  mkdirSync(dirname(place), { recursive: true });
  const outDir = mkdtempSync(`${place}-`);
  const sources = join(outDir, 'sources');
  mkdirSync(sources);
  for (const entry of entries) {
    const from = posix.join(name, entry);
    // Other forms of export are only known after loading the package.
    const names = Object.keys(await import(from)).filter(
      (key) =>
        /^\w+$/.test(key) && key !== '__esModule' && (key !== 'default' || type === 'module'),
    );
    writeFileSync(join(sources, fileOf(entry)), `export { ${names.join(', ')} } from '${from}';`);
  }
  await bundleModules(sources, outDir);
  rmSync(sources, { recursive: true });
  for (const words of readdirSync(installed).filter((file) => /^licen[cs]e/i.test(file))) {
    copyFileSync(join(installed, words), join(outDir, words));
  }
  writeFileSync(join(outDir, 'package.json'), manifest);
  renameSync(outDir, place);
}

async function bundleModules(sources: string, outDir: string): Promise<void> {
  // Imported only here: loading it takes longer than finding that there is nothing to build.
  const { build } = await import('vite');
  await build({
    root: sources,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, external: ['@duckdb/node-bindings'] },
    build: {
      outDir,
      emptyOutDir: false,
      ssr: true,
      minify: false,
      target: 'node20',
      rollupOptions: {
        input: readdirSync(sources).map((file) => join(sources, file)),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}

/**
 * Lets every user read the installed files at a path of the package, and enter the folders on the
 * way. A service runs as another user than the one who built, whose umask may exclude all others.
 */
function letAllRead(place: string): void {
  for (let folder = posix.dirname(place); folder !== '.'; folder = posix.dirname(folder)) {
    addModes(inPackage(folder));
  }
  addModes(inPackage(place));
  if (!statSync(inPackage(place)).isDirectory()) return;
  for (const name of readdirSync(inPackage(place), { recursive: true, encoding: 'utf8' })) {
    addModes(inPackage(`${place}/${name}`));
  }
}

function addModes(path: string): void {
  const { mode } = statSync(path);
  // Everybody who may read a folder may enter it. A file that its owner may run, all may run.
  const wanted = mode | 0o444 | ((mode & 0o100) === 0 ? 0 : 0o111);
  if (wanted !== mode) chmodSync(path, wanted);
}
