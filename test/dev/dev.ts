import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { extname } from 'node:path';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { testsOf } from './mirrored.ts';

// npm run dev: serves the demo. Whenever a source changes, it compiles and starts the demo again.
// Then it runs the tests of the changed files. Scripts and styles of pages are bundled only if one
// of them changed. Arguments go to `trackrecord demo`.

const rooms = ['sql', 'pipeline', 'server', 'fixtures', 'test'];
const sources = new Set(['.ts', '.sql', '.css', '.json']);
/** Milliseconds without a change after which work begins: editors save several files at once. */
const quiet = 200;

let demo: ChildProcess | null = null;
let timer: NodeJS.Timeout | undefined;
const changed = new Set<string>();

for (const room of rooms) {
  watch(inPackage(room), { recursive: true }, (_, name) => {
    if (name === null || !sources.has(extname(name))) return;
    changed.add(`${room}/${name.replaceAll('\\', '/')}`);
    clearTimeout(timer);
    timer = setTimeout(workOff, quiet);
  });
}
process.once('SIGINT', () => {
  demo?.kill();
  process.exit();
});
startDemo();

function workOff(): void {
  const files = [...changed];
  changed.clear();
  console.log(`changed: ${files.join(', ')}`);
  if (!run('build.js')) return;
  if (files.some((file) => !file.startsWith('test/'))) startDemo();
  const tests = new Set(files.map(testsOf).filter((test) => test !== null));
  if (tests.size > 0) run('dist/test/run.js', ...tests);
}

function startDemo(): void {
  demo?.kill();
  demo = spawn(process.execPath, ['trackrecord.js', 'demo', ...process.argv.slice(2)], {
    cwd: inPackage(''),
    stdio: 'inherit',
  });
}

const run = (script: string, ...args: readonly string[]): boolean =>
  spawnSync(process.execPath, [script, ...args], { cwd: inPackage(''), stdio: 'inherit' })
    .status === 0;
