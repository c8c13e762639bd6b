import { spawnSync } from 'node:child_process';
import { inPackage } from '../../pipeline/base/package-root.ts';

// node dist/test/load/benches.js: the tests of the benches, each of which runs one at a small size.

const { status } = spawnSync(process.execPath, ['dist/test/run.js', 'test/bench/'], {
  cwd: inPackage(''),
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
