import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { madeExports } from '../../../fixtures/statements/exports.ts';
import { CommandError } from '../../../pipeline/base/errors.ts';
import { importFormats } from '../../../pipeline/platforms/index.ts';
import { withDirectory } from '../../support/directory.ts';
import { within } from '../../support/within.ts';
import { runImport } from '../platforms/run-import.ts';
import { bookingRow, statementHtml } from '../platforms/statement-html.ts';

const command = suite('import command');
const inDirectory = within(command, withDirectory);

const deposit = bookingRow('1', '2024.04.30 10:00:00', 'Deposit', '1 000.00');
const sound = statementHtml({ closed: [deposit], deposits: '1 000.00', balance: '1 000.00' });
const unsound = statementHtml({
  closed: [deposit],
  deposits: '1 000.00',
  balance: '1 001.00',
  equity: '1 000.00',
});

/** Part of an export's file name after the account. */
const ofExport = /-\d{8}-[0-9a-f]{12}\.csv/;

async function run(directory: string, html: string | Uint8Array, changes = {}) {
  const file = join(directory, 'statement.htm');
  await writeFile(file, html);
  const out = join(directory, 'source');
  const options = { format: 'mt4', file, accountId: 'MT4:1', out, tz: 'NY+7', ...changes };
  const ran = await runImport(options);
  const files = (await readdir(out)).map((name) => name.replace(ofExport, '.csv')).sort();
  return { ...ran, out, files };
}

inDirectory('writes the six tables, lists them, and exits with 0', async (directory) => {
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
  const lines = stdout.map((line) => line.replace(ofExport, '.csv'));
  assert.ok(lines.includes(`${join(out, 'cash_flows-MT4_3a1.csv')}: 1 row`));
  assert.match(stdout.join('\n'), /^MT4:1: statement from .*: \d+ figures agree, 0 do not, /m);
});

inDirectory('tells on stderr that times were taken as UTC', async (directory) => {
  const { code, stderr } = await run(directory, sound, { tz: undefined });
  assert.is(code, 0);
  assert.is(stderr.length, 1);
  assert.match(stderr[0] ?? '', 'UTC');
});

inDirectory(
  'writes the files and exits with 3 if the statement does not add up',
  async (directory) => {
    const { code, stdout, stderr, files } = await run(directory, unsound);
    assert.is(code, 3);
    assert.is(files.length, 7);
    assert.is(stderr.length, 1);
    assert.match(stderr[0] ?? '', /prints other figures than its rows give: Balance$/);
    assert.match(stdout.join('\n'), /^ {2}Balance +1001 +1000 +-1 +no/m);
  },
);

for (const [what, changes] of [
  ['an unknown format', { format: 'mt3' }],
  ['an unknown zone', { tz: 'Mars/Base' }],
  ['an empty account id', { accountId: ' ' }],
  ['an account id for a calendar', { format: 'forexfactory-json' }],
] as const) {
  inDirectory(`refuses ${what} as a usage error before writing anything`, async (directory) => {
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

inDirectory(
  'makes an account id of platform, number and broker, and says so',
  async (directory) => {
    const { stdout, files } = await run(directory, sound, { accountId: undefined });
    assert.is(stdout[0], 'account id MT4:1@Broker-&-Sons, as the file names it');
    const [, entry = ''] = stdout[1]?.split('entry for "accounts" of registry.json: ') ?? [];
    const { slug, account_id } = JSON.parse(entry);
    assert.equal([slug, account_id], ['my-account', 'MT4:1@Broker-&-Sons']);
    assert.ok(files.includes('trades-MT4_3a1_40Broker-_26-Sons.csv'));
  },
);

inDirectory('warns of an id with another number than the file names', async (directory) => {
  const { code, stderr, files } = await run(directory, sound, { accountId: 'MT4:2@Broker' });
  assert.is(code, 3);
  assert.match(
    stderr[0] ?? '',
    /statement\.htm: belongs to account 1 and was imported as MT4:2@Broker because of --account-id; if that is a mistake/,
  );
  assert.ok(files.includes('trades-MT4_3a2_40Broker.csv'));
  const elsewhere = await run(directory, sound, { accountId: 'MT4:1@Elsewhere' });
  assert.equal([elsewhere.code, elsewhere.stderr], [0, []], 'brokers have several names');
  const named = await run(directory, sound, { accountId: 'my-account' });
  assert.is(named.code, 0);
  assert.match(named.stderr[0] ?? '', /belongs to account 1 and was imported as my-account/);
  assert.is(named.stderr.length, 1);
});

/** Formats whose made export prints its account's number. */
const numbered = ['mt4', 'mt5', 'tradelocker', 'fxblue'];

for (const { name: format, holds } of importFormats) {
  if (holds !== 'account' || format === 'table') continue; // The made table is a calendar.
  inDirectory(`${format}: says if the file names another number`, async (directory) => {
    const made = madeExports[format]?.() ?? '';
    const accountId = 'MT5:1234567@Elsewhere';
    // The headings of cTrader's times name their zone.
    const tz = format === 'ctrader' ? undefined : 'NY+7';
    const { code, stderr } = await run(directory, made, { format, accountId, currency: 'USD', tz });
    const lines = stderr.filter((line) => line.includes(`was imported as ${accountId} because`));
    assert.is(lines.length, numbered.includes(format) ? 1 : 0, stderr.join('\n'));
    if (lines.length > 0) assert.is(code, 3);
  });
}

inDirectory('asks for the account id where the file has no number', async (directory) => {
  const html = sound.replace('Account: 1<', 'Account: <');
  const refusal = await run(directory, html, { accountId: undefined }).catch(String);
  assert.match(
    String(refusal),
    /statement\.htm: names no account number; give the id of the account with --account-id$/,
  );
  assert.equal(await readdir(directory), ['statement.htm']);
});

const order =
  '<tr align=right><td>2</td><td class=msdate nowrap>2024.05.01 10:00:00</td><td>buy</td><td class=mspt>0.10</td><td>eurusd</td><td>1.10000</td><td>0.00000</td><td>0.00000</td><td class=msdate nowrap>2024.05.01 12:00:00</td><td>1.10100</td><td>0.00</td><td>0.00</td><td>0.00</td><td class=mspt>10.00</td></tr>';
const traded = statementHtml({
  closed: [deposit, order],
  deposits: '1 000.00',
  balance: '1 010.00',
});
const closedIn = async (out: string): Promise<string> => {
  const [name = '', ...others] = (await readdir(out)).filter((file) => file.startsWith('trades-'));
  assert.equal(others, [], 'another clock replaces the files');
  const text = await readFile(join(out, name), 'utf8');
  return /2024-05-01T[\d:]+Z(?=,10)/.exec(text)?.[0] ?? '';
};

inDirectory(
  'another time zone is shown with its effect, and applies once confirmed',
  async (directory) => {
    const { out } = await run(directory, traded);
    // In May New York is 4 hours behind UTC, so NY+7 is 3 hours ahead.
    const { message, exitCode } = await run(directory, traded, { tz: 'UTC' }).then(
      () => ({ message: 'imported', exitCode: 0 }),
      (error: CommandError) => error,
    );
    assert.match(
      message,
      /: MT4:1 was imported with times on NY\+7; --tz UTC would move 1 trade by 3 hours\. Leave --tz out, or add --confirm to move them$/,
    );
    assert.is(exitCode, 2);
    assert.is(await closedIn(out), '2024-05-01T09:00:00Z');
    await run(directory, traded, { tz: 'UTC', confirm: true });
    assert.is(await closedIn(out), '2024-05-01T12:00:00Z');
    const again = await run(directory, traded, { tz: undefined });
    assert.is(await closedIn(out), '2024-05-01T12:00:00Z');
    assert.match(again.stderr.join('\n'), 'times are on UTC, as in earlier imports of MT4:1');
  },
);

inDirectory('asks what an unknown text is, and reads it as told', async (directory) => {
  const html = statementHtml({
    closed: [deposit, bookingRow('2', '2024.05.01 10:00:00', 'Storage 17', '-3.00')],
  });
  const open = await run(directory, html);
  assert.match(open.stderr.join('\n'), '--text "TEXT=deposit" or --text "TEXT=cost"');
  const answered = await run(directory, html, { text: ['Storage 18=cost'] });
  assert.not.match(answered.stderr.join('\n'), '--text');
  assert.match(answered.stderr.join('\n'), 'counted as results, because you said so: `Storage 17`');
  for (const text of ['Storage', 'Storage=fee', '=cost', 'Storage=constructor']) {
    const fault = await run(directory, html, { text: [text] }).catch((error) => error.message);
    assert.match(String(fault), `--text ${text}: give a text and what it is`);
  }
});

command.run();
