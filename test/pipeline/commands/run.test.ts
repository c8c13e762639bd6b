import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type RunCommandOptions, runCommand } from '../../../pipeline/commands/run.ts';
import { readConfig } from '../../../pipeline/config/config.ts';
import { openSqlite } from '../../../pipeline/deliveries/sqlite.ts';
import { openDatabase } from '../../../pipeline/duckdb/database.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { lastRuns } from '../../../pipeline/run/run-log.ts';
import { trackrecord } from '../../cli/trackrecord.ts';
import { withHandle } from '../../support/sqlite.ts';
import { within } from '../../support/within.ts';
import { account, asOf, calendarEvent, type Desk, idOf, trade, withDesk } from '../desk.ts';
import { refusal } from '../registry/world.ts';
import { createTerminal } from './terminal.ts';

const command = suite('run command');
const atDesk = within(command, withDesk);

const settings = { LOG_LEVEL: 'silent', TRACKRECORD_THREADS: '1' };

async function run({ dataDir, source }: Desk, options: RunCommandOptions = { source: [source] }) {
  const { io, stdout, stderr } = createTerminal(asOf);
  const config = readConfig({ ...settings, TRACKRECORD_DATA: dataDir.path });
  const code = await runCommand(config, options, io);
  return { code, stdout, stderr };
}

function writeOne(desk: Desk): void {
  desk.write('accounts.csv', [account('a')]);
  desk.write('trades.csv', [trade('a', 1), trade('a', 2)]);
}

atDesk('prints one line with its work and the version in service', async (desk) => {
  writeOne(desk);
  const first = await run(desk);
  const { version } = desk.manifest();
  assert.equal(first, {
    code: 0,
    stdout: [
      `version ${version}: 2 files loaded, 0 known already; 3 rows loaded, 0 rejected; 1 account computed`,
    ],
    stderr: [],
  });
  const second = await run(desk);
  assert.equal(second, {
    code: 0,
    stdout: [
      `version ${version} is unchanged: 0 files loaded, 2 known already; 0 rows loaded, 0 rejected; 0 accounts computed`,
    ],
    stderr: [],
  });
  assert.match(
    (await run(desk, { full: true })).stdout[0] ?? '',
    /is unchanged: .* 1 account computed$/,
  );
});

atDesk('warns of a calendar without coming events', async (desk) => {
  writeOne(desk);
  desk.write('calendar_events.csv', [{ ...calendarEvent, time: '2024-06-11T12:30:00Z' }]);
  const { code, stderr } = await run(desk);
  assert.is(code, 0);
  assert.match(stderr.join('\n'), /^the calendar has no event in the coming 7 days; docs\//);
});

atDesk(
  'exits with 3 while a delivery waits, names its account, and publishes the rest',
  async (desk) => {
    writeOne(desk);
    const { database } = desk.dataDir.inbox;
    await (await openSqlite(database)).close();
    withHandle(database, (inbox) =>
      inbox.exec(`insert into deliveries
          (receipt, key_id, account_id, source, digest, received_at, state, accepted, rejected,
            rejected_count, has_positions, content, has_content, rows, bytes)
        values ('rcp', 'key', 'MT5:7', 'terminal', '', '2024-06-12T08:00:00.000Z', 'received', 1,
          '[]', 0, 0, '{"lines": {}, "terminal": {"account": 7}}', 1, 1, 1)`),
    );
    const { code, stdout, stderr } = await run(desk);
    assert.is(code, 3);
    assert.match(stdout[0] ?? '', /3 rows loaded, 0 rejected; 1 account computed$/);
    assert.is(stderr.length, 1);
    assert.match(stderr[0] ?? '', /^MT5:7 has waited since 2024-06-12T08:00:00.000Z: \S/);
    const [last] = lastRuns(desk.dataDir, 1);
    assert.is(last?.accounts_waiting, 1);
    assert.equal([last?.waiting?.[0]?.id, last?.waiting?.[0]?.is_for_owner], ['MT5:7', false]);
  },
);

atDesk(
  'exits with 3 if something was refused, and publishes the rest as of --as-of',
  async (desk) => {
    writeOne(desk);
    desk.write('trades-2.csv', [trade('a', 3), trade('a', 4, { volume: 0 })]);
    writeFileSync(join(desk.source, 'equity.csv'), 'account_id,at\n');
    const at = { source: [desk.source], asOf: '2024-06-03T23:00:00+02:00' };
    const { code, stdout, stderr } = await run(desk, at);
    assert.is(code, 3);
    assert.match(
      stdout[0] ?? '',
      /^version 000001-\w+: 3 files loaded, .*; 4 rows loaded, 1 rejected;/,
    );
    assert.is(stderr.length, 2);
    assert.match(stderr[0] ?? '', join(desk.source, 'equity.csv: '));
    assert.is(stderr[1], '1 row rejected: see the table rejects of warehouse.duckdb');
    assert.is(desk.part(idOf('a'), 'advanced').total_trades, 3);
    assert.is(desk.part(idOf('a'), 'monthly').period_returns.today.trades_count, 3);
    assert.is(desk.manifest().as_of, '2024-06-03T21:00:00.000Z');
    for (const wrong of ['yesterday', '', '2024-02-30T00:00:00Z', '2024-06-03 10:00', '1e12']) {
      const error = await refusal(run(desk, { asOf: wrong }));
      assert.is(error.exitCode, 2);
      assert.is(
        error.message,
        `--as-of ${wrong}: not an instant; give one such as 2027-01-01T00:00:00Z`,
      );
    }

    writeFileSync(join(desk.source, 'trades-3.csv'), '');
    const strict = await refusal(run(desk, { source: [desk.source], strict: true }));
    assert.is(strict.exitCode, 1);
    assert.match(strict.message, /^strict: 0 rows and 2 files refused, first /);
  },
);

atDesk('names the database that keeps the refused rows of a calendar run alone', async (desk) => {
  desk.write('calendar_events.csv', [calendarEvent, { ...calendarEvent, currency: 'SEK' }]);
  const { code, stderr } = await run(desk, { source: [desk.source], calendar: true });
  assert.is(code, 3);
  assert.equal(stderr, ['1 row rejected: see the table rejects of calendar.duckdb']);
  const storedDatabase = await openDatabase(join(desk.dataDir.path, 'calendar.duckdb'));
  assert.is((await storedDatabase.rows('from rejects')).length, 1);
  storedDatabase.close();
});

atDesk('exits with 3 if accounts are withheld, with a line for each', async (desk) => {
  desk.write('accounts.csv', [account('a', { currency: 'EUR' })]);
  desk.write('trades.csv', [trade('a', 1)]);
  const registry = await openRegistry({ dataDir: desk.dataDir, clock: () => asOf });
  await applyRegistry(registry, {
    owners: [{ slug: 'desk', name: 'Desk' }],
    accounts: [
      { slug: 'a', type: 'account', account_id: idOf('a'), owner: 'desk', name: 'A' },
      {
        slug: 'all',
        type: 'portfolio',
        owner: 'desk',
        name: 'All',
        currency: 'USD',
        members: ['a'],
      },
    ],
  });
  await registry.close();
  const { code, stdout, stderr } = await run(desk);
  assert.is(code, 3);
  assert.match(stdout[0] ?? '', /0 rejected; 1 account computed, 1 held back$/);
  assert.equal(stderr, [
    'portfolio:all is held back by missing_rates (no rate EUR to USD on or before 2024-06-03); it stays unpublished',
  ]);
});

atDesk(
  'as a process: one line on stdout, one on stderr when it fails, and the exit code',
  async (desk) => {
    writeOne(desk);
    const env = { ...settings, TRACKRECORD_DATA: desk.dataDir.path };
    const done = await trackrecord(
      ['run', '--source', desk.source, '--as-of', asOf.toISOString()],
      env,
    );
    assert.equal([done.code, done.stderr], [0, '']);
    assert.match(done.stdout, /^version 000001-[0-9a-f]{12}: [^\n]*\n$/);
    const missing = await trackrecord(['run', '--source', `${desk.source}/none`], env);
    assert.equal([missing.code, missing.stdout], [2, '']);
    assert.match(
      missing.stderr,
      /^source [^\n]* is not a directory; name one that exists [^\n]*\n$/,
    );
  },
);

command.run();
