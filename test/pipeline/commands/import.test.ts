import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandError } from '../../../pipeline/base/errors.ts';
import { importCommand } from '../../../pipeline/commands/import.ts';
import { bookingRow, statementHtml } from '../import/statement-html.ts';

const command = suite<{ directory: string }>('import command');

command.before.each(async (context) => {
  context.directory = await mkdtemp(join(tmpdir(), 'trackrecord-import-'));
});

command.after.each(async ({ directory }) => {
  await rm(directory, { recursive: true, force: true });
});

const deposit = bookingRow('1', '2024.04.30 10:00:00', 'Deposit', '1 000.00');
const sound = statementHtml({ closed: [deposit], deposits: '1 000.00', balance: '1 000.00' });
const unsound = statementHtml({
  closed: [deposit],
  deposits: '1 000.00',
  balance: '1 001.00',
  equity: '1 000.00',
});

async function run(directory: string, html: string, changes = {}) {
  const file = join(directory, 'statement.htm');
  await writeFile(file, html);
  const out = join(directory, 'source');
  const stdout: string[] = [];
  const stderr: string[] = [];
  const code = await importCommand(
    {},
    { format: 'mt4', file, accountId: 'MT4:1', out, tz: 'NY+7', ...changes },
    { stdout: (line) => stdout.push(line), stderr: (line) => stderr.push(line) },
  );
  return { code, out, stdout, stderr, files: (await readdir(out)).sort() };
}

command('writes the six tables, says so, and gives 0', async ({ directory }) => {
  const { code, out, stdout, stderr, files } = await run(directory, sound);
  assert.is(code, 0);
  assert.equal(stderr, []);
  assert.equal(files, [
    'accounts-MT4_3a1.csv',
    'cash_flows-MT4_3a1.csv',
    'equity-MT4_3a1.csv',
    'position_reports-MT4_3a1.csv',
    'positions-MT4_3a1.csv',
    'printed_figures-MT4_3a1.csv',
    'trades-MT4_3a1.csv',
  ]);
  assert.ok(stdout.includes(`${join(out, 'cash_flows-MT4_3a1.csv')}: 1 rows`));
  assert.match(stdout.join('\n'), 'Balance 1000.00');
});

command('tells on stderr that times were taken as UTC', async ({ directory }) => {
  const { code, stderr } = await run(directory, sound, { tz: undefined });
  assert.is(code, 0);
  assert.is(stderr.length, 1);
  assert.match(stderr[0] ?? '', 'UTC');
});

command('writes and gives 3 where the statement does not add up', async ({ directory }) => {
  const { code, stderr, files } = await run(directory, unsound);
  assert.is(code, 3);
  assert.is(files.length, 7);
  assert.is(stderr.length, 1);
  assert.match(stderr[0] ?? '', /1001\.00.*1000\.00/);
});

for (const [what, changes] of [
  ['an unknown format', { format: 'mt3' }],
  ['an unknown zone', { tz: 'Mars/Base' }],
  ['an empty account id', { accountId: ' ' }],
  ['an account id for a calendar', { format: 'forexfactory-json' }],
] as const) {
  command(`refuses ${what} as a usage error before writing anything`, async ({ directory }) => {
    try {
      await run(directory, sound, changes);
      assert.unreachable();
    } catch (error) {
      assert.instance(error, CommandError);
      assert.is(error instanceof CommandError && error.exitCode, 2);
      assert.equal(await readdir(directory), ['statement.htm']);
    }
  });
}

command(
  'makes an account id of platform, number and broker, and says so',
  async ({ directory }) => {
    const { stdout, files } = await run(directory, sound, { accountId: undefined });
    assert.is(stdout[0], 'account id MT4:1@Broker-&-Sons, as the file names it');
    assert.ok(files.includes('trades-MT4_3a1_40Broker-_26-Sons.csv'));
  },
);

command('asks for the account id where the file has no number', async ({ directory }) => {
  const html = sound.replace('Account: 1<', 'Account: <');
  const refusal = await run(directory, html, { accountId: undefined }).catch(String);
  assert.match(
    String(refusal),
    /statement\.htm: names no account number; give the id of the account with --account-id$/,
  );
  assert.equal(await readdir(directory), ['statement.htm']);
});

command.run();
