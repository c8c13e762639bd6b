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

// npm run build, once the compiler is done: what has lost its source goes from dist/, so that
// nothing is run or packed that there is no more, packages of many files are made few, and the
// site's scripts and styles come.

const compiled = /\.js(?:\.map)?$/;
const made = /^(?:site|node_modules)\//;

const files = readdirSync(inPackage('dist'), { recursive: true, encoding: 'utf8' });
for (const file of files.filter((name) => compiled.test(name) && !made.test(name))) {
  if (!existsSync(inPackage(file.replace(compiled, '.ts')))) rmSync(inPackage(`dist/${file}`));
}

/**
 * Packages of many modules and no package below them, which take a command half a second to find,
 * and what of each is imported. Under dist/ they are found before those that are installed.
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
  // What starts with an exclamation mark is left out; an image is built without the clients.
  const [place = ''] = path.split('/**');
  if (existsSync(inPackage(place))) letAllRead(place);
}

/** Makes a package a few files, unless that was done of the version that is installed. */
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
  // What is imported from here on is what is installed.
  rmSync(place, { recursive: true, force: true });
  mkdirSync(dirname(place), { recursive: true });
  const outDir = mkdtempSync(`${place}-`);
  const sources = join(outDir, 'sources');
  mkdirSync(sources);
  for (const entry of entries) {
    const from = posix.join(name, entry);
    // What is exported otherwise can only be told by loading it.
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
  // Loaded here alone: it takes longer than to see that there is nothing to build.
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
 * Lets every user read what is installed at a path of the package, and enter the folders on the way
 * to it. A service does not run as the user who built, whose umask may keep all others out.
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
  // Whoever may read a folder may enter it; the same of a file that its user may run.
  const wanted = mode | 0o444 | ((mode & 0o100) === 0 ? 0 : 0o111);
  if (wanted !== mode) chmodSync(path, wanted);
}
