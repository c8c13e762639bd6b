import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
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
 * Packages of hundreds of modules, which take a command half a second to find, and what of each is
 * imported. Under dist/ they are found before those that are installed.
 */
const bundled = {
  kysely: ['.'],
  typebox: ['.', './compile', './error', './schema', './value'],
} as const;

for (const [name, entries] of Object.entries(bundled)) await bundle(name, entries);
await buildSite();

/** Makes a package a few files, unless that was done of the version that is installed. */
async function bundle(name: string, entries: readonly string[]): Promise<void> {
  const installed = inPackage(`node_modules/${name}`);
  const place = inPackage(`dist/node_modules/${name}`);
  const { version, license } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const fileOf = (entry: string) => entry.replace(/^\.\/?/, '') || 'index';
  const exports = Object.fromEntries(entries.map((entry) => [entry, `./${fileOf(entry)}.js`]));
  const manifest = JSON.stringify({ name, version, license, type: 'module', exports });
  const known = join(place, 'package.json');
  if (existsSync(known) && readFileSync(known, 'utf8') === manifest) return;
  mkdirSync(inPackage('dist/node_modules'), { recursive: true });
  const outDir = mkdtempSync(`${place}-`);
  // Loaded here alone: it takes longer than to see that there is nothing to build.
  const { build } = await import('vite');
  await build({
    root: inPackage(''),
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      outDir,
      ssr: true,
      minify: false,
      target: 'node20',
      rollupOptions: {
        input: Object.fromEntries(
          entries.map((entry) => [fileOf(entry), join(name, entry).replaceAll('\\', '/')]),
        ),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  for (const words of readdirSync(installed).filter((file) => /^licen[cs]e/i.test(file))) {
    copyFileSync(join(installed, words), join(outDir, words));
  }
  writeFileSync(join(outDir, 'package.json'), manifest);
  rmSync(place, { recursive: true, force: true });
  renameSync(outDir, place);
}
