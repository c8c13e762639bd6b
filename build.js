import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

// `npm run build`: compiles the sources, then runs dist/build.js. One build at a time in a
// checkout: every npm command builds first, and two would overwrite each other's files. The
// system releases the lock when this process ends, however it ends.
//
// Types are removed file by file, which takes a tenth of the compiler's time; `npm run check`
// checks them.

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const longestWait = 30 * 60_000;
/** `using` is newer than the target: its code comes from @oxc-project/runtime. */
const options = {
  target: 'es2023',
  sourcemap: true,
  typescript: { rewriteImportExtensions: 'rewrite', onlyRemoveTypeImports: true },
};
/** Files that sources import as they are. */
const copied = ['package.json', 'server/language/en.json', 'server/openapi/section-examples.json'];

if (existsSync(here('node_modules/vite/package.json'))) {
  mkdirSync(here('dist'), { recursive: true });
  const { default: Database } = await import('libsql');
  const lock = await takeLock(Database, here('dist/.build.lock'));
  await build();
  lock.close();
} else {
  console.error('the packages that a build needs are not installed: npm ci installs them');
  process.exitCode = 1;
}

async function takeLock(Database, path) {
  for (const timeout of [0, longestWait]) {
    const lock = new Database(path, { timeout });
    try {
      lock.exec('begin exclusive');
      return lock;
    } catch (error) {
      lock.close();
      if (error.code !== 'SQLITE_BUSY' || timeout > 0) throw error;
      console.error('Another command is building here; waiting for it.');
    }
  }
}

async function build() {
  const compiledBy = here('dist/.compiled-by');
  const compiler = `${readFileSync(here('node_modules/vite/package.json'))}${readFileSync(here('build.js'))}`;
  if (!existsSync(compiledBy)) {
    console.error('Building trackrecord. The first build takes about half a minute.');
    console.error('  1 of 3: compiling');
  }
  const isSame = existsSync(compiledBy) && readFileSync(compiledBy, 'utf8') === compiler;
  try {
    await compile(sources().filter((path) => !isSame || isChanged(path)));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
    return;
  }
  writeFileSync(compiledBy, compiler);
  await import(here('dist/build.js'));
}

/** Returns the paths of all sources: those whose types are checked. */
function sources() {
  const { include, exclude } = JSON.parse(readFileSync(here('tsconfig.json'), 'utf8'));
  const paths = include
    .filter((path) => existsSync(here(path)))
    .flatMap((path) =>
      statSync(here(path)).isFile()
        ? [path]
        : readdirSync(here(path), { recursive: true }).map((file) => `${path}/${file}`),
    )
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .filter((path) => !exclude.some((folder) => path.startsWith(`${folder}/`)));
  return [...paths, ...copied.filter((path) => existsSync(here(path)))];
}

function outputOf(path) {
  return here(`dist/${path.replace(/\.ts$/, '.js')}`);
}

/** Returns true if there is no output from a source as it is: both have the same time. */
function isChanged(path) {
  const output = statSync(outputOf(path), { throwIfNoEntry: false });
  return output === undefined || Math.abs(output.mtimeMs - statSync(here(path)).mtimeMs) > 1;
}

/** Throws with one message for all sources that cannot be read, once the others are compiled. */
async function compile(paths) {
  if (paths.length === 0) return;
  // Imported only here: loading it takes longer than finding that nothing changed.
  const { transformWithOxc } = await import('vite');
  const compiled = await Promise.allSettled(paths.map((path) => write(path, transformWithOxc)));
  const faults = compiled.flatMap(({ reason }, at) =>
    reason === undefined ? [] : [`${paths[at]}: ${reason.message}`],
  );
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/** Writes the output of a source, with its time. */
async function write(path, transform) {
  const [source, output] = [here(path), outputOf(path)];
  const { mtime } = statSync(source);
  mkdirSync(dirname(output), { recursive: true });
  if (copied.includes(path)) copyFileSync(source, output);
  else {
    const { code, map } = await transform(readFileSync(source, 'utf8'), source, options);
    map.sources = [relative(dirname(output), source)];
    map.sourcesContent = undefined;
    writeFileSync(`${output}.map`, JSON.stringify(map));
    writeFileSync(output, `${code}//# sourceMappingURL=${basename(output)}.map\n`);
  }
  utimesSync(output, mtime, mtime);
}
