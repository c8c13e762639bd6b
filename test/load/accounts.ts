import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { inPackage } from '../../pipeline/base/package-root.ts';

// node dist/test/load/accounts.js --accounts 200: the tests of imports that write random accounts and
// read them again, with so many of each form of each format.

const { values } = parseArgs({ options: { accounts: { type: 'string', default: '200' } } });

const tests = [
  'mt4-made',
  'mt4-older',
  'mt5-made',
  'lists-made',
  'table',
  'openapi',
  'tradelocker',
];
const { status } = spawnSync(
  process.execPath,
  ['dist/test/run.js', ...tests.map((name) => `test/pipeline/import/${name}.test.ts`)],
  {
    cwd: inPackage(''),
    env: { ...process.env, ACCOUNTS: values.accounts },
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
