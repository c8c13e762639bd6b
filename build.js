import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// `npm run build`: compiles the sources, then runs dist/build.js. One build at a time in a
// checkout: every npm command builds first, and two would overwrite each other's files. The
// system releases the lock when this process ends, however it ends.

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const compiler = here('node_modules/typescript/bin/tsc');
const longestWait = 30 * 60_000;

if (existsSync(compiler)) {
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
  if (!existsSync(here('dist/.tsbuildinfo'))) {
    console.error('Building trackrecord. The first build takes about half a minute.');
    console.error('  1 of 3: compiling');
  }
  const { status } = spawnSync(process.execPath, [compiler, '-b', here('tsconfig.build.json')], {
    stdio: 'inherit',
  });
  if (status === 0) await import(here('dist/build.js'));
  else process.exitCode = status ?? 1;
}
