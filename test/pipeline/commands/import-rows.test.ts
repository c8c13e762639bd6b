import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { madeExports } from '../../../fixtures/statements/exports.ts';
import { inEnglish } from '../../../pipeline/base/reasons/reason.ts';
import { importCommand } from '../../../pipeline/commands/import.ts';
import { describeRows, rowCount } from '../../../pipeline/platforms/source/row-count.ts';
import { withDirectory } from '../../support/directory.ts';
import { within } from '../../support/within.ts';

// Each row of an export is imported, or the import says what became of it.
const rows = suite('rows in and rows out of imports');
const inDirectory = within(rows, withDirectory);

async function run(folder: string, format: string, text: string | Uint8Array) {
  const file = join(folder, 'export');
  const out = join(folder, 'source');
  writeFileSync(file, text);
  const said: string[] = [];
  const take = (line: string) => said.push(line);
  const isCalendar = format.startsWith('forexfactory') || format === 'table';
  const ofAccount = { accountId: 'MT5:1', currency: 'USD', platform: 'MT5' };
  const zone = format === 'table' ? { tz: 'UTC' } : {};
  const options = { format, file, out, ...(!isCalendar && ofAccount), ...zone };
  const code = await importCommand({}, options, { stdout: take, stderr: take });
  return { code, said, out };
}

const counted = /^[\d,]+ rows read/;

for (const [format, make] of Object.entries(madeExports)) {
  inDirectory(`${format}: every row is accounted for`, async (folder) => {
    const { said } = await run(folder, format, make());
    assert.is(said.filter((line) => counted.test(line)).length, 1, said.join('\n'));
    assert.not.match(said.join('\n'), 'rows are missing');
  });
}

const heading = 'Time;Type;Volume;Symbol;Price;S/L;T/P;Time;Price;Commission;Swap;Profit;Comment';
const signal = [
  heading,
  '2024.04.18 00:27:53;Buy;0.10;GBPUSD;1.24;;;2024.04.18 09:00:00;1.241;-0.70;-0.20;10.00;',
  '2024.04.18 00:27:53;Buy;0.10;GBPUSD;1.24;;;2024.04.18 09:00:00;1.241;-0.70;-0.20;10.00;',
  '2024.04.17 00:00:00;Buy Limit;0.10;GBPUSD;1.2;;;;;;;;',
  '2024.04.16 00:00:00;Buy;0.10;GBPUSD;1.24;;;2024.04.16 09:00:00;oops;;;-90.00;',
  '2023.03.01 00:00:00;Balance;;;;;;;;;;1000.00;Deposit',
  '',
].join('\n');

inDirectory('say what became of each, and refused ones contradict the account', async (folder) => {
  const { code, said, out } = await run(folder, 'mql5', signal);
  assert.ok(
    said.includes(
      '5 rows read: 2 trades, 1 deposit, withdrawal or other booking, 1 pending, cancelled or left out, 1 refused',
    ),
    said.join('\n'),
  );
  assert.is(code, 3);
  const file = readdirSync(out).find((name) => name.startsWith('accounts-')) ?? '';
  assert.match(readFileSync(join(out, file), 'utf8'), ',refused rows,');
});

rows('that a load would keep one of only are missing by name, and end with 3', () => {
  const keys = { trades: 1, cash_flows: 0, positions: 0, calendar_events: 0 };
  const loaded = { keys, again: ['trades ticket `EURUSD-1`'], refused: 0 };
  const { finding, warnings } = describeRows(rowCount({ read: 3 }), [loaded]);
  assert.is(inEnglish(finding), '3 rows read: 1 trade');
  assert.equal(warnings.map(inEnglish), [
    'rows are missing: 3 were read, and 1 are accounted for. Of rows with the same id the last one counts: trades ticket `EURUSD-1`',
  ]);
  const named = describeRows(rowCount({ read: 3, repeated: 2 }), [loaded]);
  assert.equal(named.warnings, []);
  const unknown = describeRows(rowCount({ read: 2 }), [{ ...loaded, again: [] }]);
  assert.match(unknown.warnings.map(inEnglish).join(), /^rows are missing: 2 were read/);
});

rows.run();
