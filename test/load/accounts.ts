import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { inPackage } from '../../pipeline/base/package-root.ts';

// Runs the tests that write random accounts in each format and import them, with so many accounts:
//
//     node dist/test/load/accounts.js --accounts 200

const { values } = parseArgs({ options: { accounts: { type: 'string', default: '200' } } });

const tests = [
  'platforms/mt4/mt4-made',
  'platforms/mt4/mt4-older',
  'platforms/mt5/mt5-made',
  'platforms/lists-made',
  'platforms/import-table',
  'platforms/ctrader/import-openapi',
  'platforms/tradelocker/tradelocker',
];
const { status } = spawnSync(
  process.execPath,
  ['dist/test/run.js', ...tests.map((name) => `test/pipeline/${name}.test.ts`)],
  {
    cwd: inPackage(''),
    env: { ...process.env, ACCOUNTS: values.accounts },
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
