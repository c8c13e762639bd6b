import { spawnSync } from 'node:child_process';
import { inPackage } from '../../pipeline/base/package-root.ts';

// Runs the tests of the benches, which run each bench at a small size:
//
//     node dist/test/load/benches.js

const { status } = spawnSync(process.execPath, ['dist/test/run.js', 'test/bench/'], {
  cwd: inPackage(''),
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
