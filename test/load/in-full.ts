import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { inPackage } from '../../pipeline/base/package-root.ts';

// Runs the tests of which `npm test` runs a part, all of each:
//
//     node dist/test/load/in-full.js

const files = readdirSync(inPackage('test'), { recursive: true, encoding: 'utf8' })
  .map((file) => `test/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) => readFileSync(inPackage(file), 'utf8').includes('isInFull'));
const { status } = spawnSync(process.execPath, ['dist/test/run.js', ...files], {
  cwd: inPackage(''),
  env: { ...process.env, TESTS_IN_FULL: '1' },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
