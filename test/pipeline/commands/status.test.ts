import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeReason, quotedReason } from '../../../pipeline/base/reasons/reason.ts';
import { withInstallation } from '../../../pipeline/commands/installation.ts';
import { statusCommand } from '../../../pipeline/commands/status.ts';
import { readConfig } from '../../../pipeline/config/config.ts';
import { openSqlite } from '../../../pipeline/deliveries/sqlite.ts';
import { chainEnd } from '../../../pipeline/publish/snapshot/chain.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { openRegistry, type Registry } from '../../../pipeline/registry/registry.ts';
import { type RunRecord, recordRun } from '../../../pipeline/run/run-log.ts';
import { withHandle } from '../../support/sqlite.ts';
import { within } from '../../support/within.ts';
import {
  account,
  asOf,
  calendarEvent,
  type Desk,
  idOf,
  registeredAccount,
  trade,
  withDesk,
} from '../desk.ts';
import { refusal } from '../registry/world.ts';
import { createTerminal } from './terminal.ts';

const command = suite('status command');
const atDesk = within(command, withDesk);

async function withRegistryAt(
  { dataDir }: Desk,
  work: (registry: Registry) => Promise<unknown>,
): Promise<void> {
  const registry = await openRegistry({ dataDir, clock: () => asOf });
  await work(registry).finally(() => registry.close());
}

async function status({ dataDir }: Desk, json = false): Promise<string[]> {
  const { io, stdout, stderr } = createTerminal(asOf);
  const code = await statusCommand(readConfig({ TRACKRECORD_DATA: dataDir.path }), { json }, io);
  assert.equal([code, stderr], [0, []]);
  return stdout;
}

/** Makes a clock that shows an instant when it is first read, and from then on 1.5 s more. */
function ticking(from: Date): () => Date {
  const later = new Date(from.getTime() + 1500);
  const instants = [from];
  return () => instants.pop() ?? later;
}

atDesk('before the first run says what to do', async (desk) => {
  assert.equal(await status(desk), ['published: nothing yet; start with `trackrecord run`']);
  assert.equal(await status(desk, true), [
    '{"version":null,"chain":null,"calendar":null,"held_back":[],"waiting":[],"unreconciled":[],"warnings":[],"use":[],"shared":null,"runs":[]}',
  ]);
});

atDesk(
  'says that the registry in PostgreSQL is out of reach, though nobody sent anything',
  async ({ dataDir }) => {
    const { io, stderr } = createTerminal(asOf);
    const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none';
    const config = readConfig({ TRACKRECORD_DATA: dataDir.path, DATABASE_URL });
    assert.is(await statusCommand(config, {}, io), 1);
    assert.is(stderr.length, 1);
    assert.match(stderr[0] ?? '', /DATABASE_URL.*nothing listens.*127\.0\.0\.1:1/);
  },
);

atDesk('says that the pointer to the published version is damaged', async (desk) => {
  desk.write('accounts.csv', [account('a')]);
  desk.registered.push(registeredAccount('a'));
  await desk.run();
  const { dataDir } = desk;
  writeFileSync(dataDir.current, 'x');
  const { io, stdout, stderr } = createTerminal(asOf);
  assert.is(await statusCommand(readConfig({ TRACKRECORD_DATA: dataDir.path }), {}, io), 1);
  assert.equal(stderr, [`${dataDir.current}: names no version; run the pipeline again`]);
  assert.is(stdout[0], 'published: unknown');
  // So do commands that read what is published.
  const config = readConfig({ TRACKRECORD_DATA: dataDir.path });
  const refused = await withInstallation(config, ({ readPart }) =>
    readPart(registeredAccount('a'), 'restatements'),
  ).catch(String);
  assert.match(String(refused), /current: names no version; run the pipeline again$/);
});

atDesk('warns of a damaged line of the chain, also once runs went on from it', async (desk) => {
  desk.write('accounts.csv', [account('a')]);
  desk.registered.push(registeredAccount('a'));
  await desk.run();
  const { chain } = desk.dataDir;
  writeFileSync(chain, readFileSync(chain, 'utf8').replace('{', '['));
  const warningOf = async () => (await status(desk)).filter((line) => line.includes(chain));
  const warned = `${chain}: line 1 is not as it was written; verify --chain names all faults`;
  assert.equal(await warningOf(), [warned]);
  desk.write('trades.csv', [trade('a', 1)]);
  await desk.run();
  assert.equal(await warningOf(), [warned]);
});

atDesk('lists the last runs, newest first, failed ones too', async (desk) => {
  desk.write('accounts.csv', [account('a')]);
  desk.write('trades.csv', [trade('a', 1), trade('a', 2, { side: 'up' })]);
  desk.registered.push(registeredAccount('a'));
  await desk.run({ clock: ticking(asOf) });
  const { version } = desk.manifest();
  const later = new Date('2024-06-12T13:00:00Z');
  await refusal(desk.run({ sources: ['/nowhere'], clock: ticking(later) }));
  assert.equal(await status(desk), [
    `published: ${version}`,
    `chain: ${chainEnd(desk.dataDir)?.sha256}`,
    '2024-06-12T13:00:00Z  failed     1.5 s  source /nowhere is not a directory; name one that exists with --source',
    `2024-06-12T12:00:00Z  published  1.5 s  2 rows loaded, 1 rejected  1 account computed  version ${version}`,
  ]);
  const [json, ...rest] = await status(desk, true);
  assert.equal(rest, []);
  const { runs, ...published } = JSON.parse(json ?? '');
  for (const { stages } of runs) {
    assert.equal(Object.keys(stages), ['load', 'statistics', 'write', 'publish', 'warehouse']);
  }
  const withoutStages = runs.map(({ stages: _, ...run }: { stages: object }) => run);
  assert.equal(
    { ...published, runs: withoutStages },
    {
      version,
      chain: chainEnd(desk.dataDir)?.sha256,
      calendar: null,
      held_back: [],
      waiting: [],
      unreconciled: [],
      warnings: [],
      use: [],
      shared: null,
      runs: [
        {
          run_id: '2024-06-12T13:00:00.000Z',
          started_at: '2024-06-12T13:00:00.000Z',
          ended_at: '2024-06-12T13:00:01.500Z',
          outcome: 'failed',
          rows_loaded: 0,
          rows_rejected: 0,
          files_failed: 0,
          accounts_computed: 0,
          accounts_held_back: 0,
          held_back: [],
          accounts_waiting: 0,
          waiting: [],
          warnings: [],
          version: null,
          error: 'source /nowhere is not a directory; name one that exists with --source',
          duration_seconds: 1.5,
        },
        {
          run_id: '2024-06-12T12:00:00.000Z',
          started_at: '2024-06-12T12:00:00.000Z',
          ended_at: '2024-06-12T12:00:01.500Z',
          outcome: 'published',
          rows_loaded: 2,
          rows_rejected: 1,
          files_failed: 0,
          accounts_computed: 1,
          accounts_held_back: 0,
          held_back: [],
          accounts_waiting: 0,
          waiting: [],
          warnings: [],
          version,
          error: null,
          duration_seconds: 1.5,
        },
      ],
    },
  );
});

atDesk(
  'and a run name loaded accounts without an entry, and entries without data',
  async (desk) => {
    desk.write('accounts.csv', [account('a'), account('mine')]);
    desk.write('trades.csv', [trade('a', 1), trade('mine', 2), trade('waits', 3)]);
    const mistyped = registeredAccount('mine', { account_id: 'MT5:mien@Desk-Live' });
    desk.registered.push(registeredAccount('a'), mistyped, registeredAccount('waits'));
    const lines = [
      `${idOf('waits')}: no row of the table accounts describes it; its data waits until one arrives`,
      `${idOf('mine')}: was loaded, but no entry of the registry has this account_id, so nobody sees it; add an entry, or correct the one that mistypes it`,
      'entry mine: no data of account_id MT5:mien@Desk-Live was ever loaded; correct the account_id if it is mistyped',
    ];
    assert.equal((await desk.run()).warnings, lines);
    assert.equal((await status(desk)).slice(2, 5), lines);
    desk.registered.splice(1, 1, registeredAccount('mine'));
    assert.equal((await desk.run()).warnings, lines.slice(0, 1));
    // An entry can also come before its data, and data before its entry.
    desk.registered.push(registeredAccount('later'));
    desk.write('accounts-2.csv', [account('later')]);
    assert.equal((await desk.run()).warnings, lines.slice(0, 1));
    desk.registered.pop();
    assert.match((await desk.run()).warnings.join('\n'), `${idOf('later')}: was loaded, but`);
  },
);

atDesk('lists the accounts that do not reconcile', async (desk) => {
  const off = { opening_balance: 1000, reported_balance: 1035.7, contradicted: '' };
  desk.write('accounts.csv', [
    account('a', off),
    account('b', { ...off, reported_balance: 1087.5 }),
    account('c', { ...off, reported_balance: 1050 }),
    account('d', { opening_balance: '', reported_balance: 7 }),
    account('e', { opening_balance: 1000 }),
    account('f', { ...off, reported_balance: 1050, contradicted: 'Closed Trade P/L' }),
    account('g', { contradicted: 'Gross Profit, Gross Loss' }),
  ]);
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  desk.write(
    'trades.csv',
    names.map((name, at) => trade(name, at, { profit: 50, commission: 0, swap: 0 })),
  );
  desk.registered.push(...names.map((name) => registeredAccount(name)));
  const lines = [
    `${idOf('b')} does not reconcile: its platform printed 1087.5 USD, its trades and deposits add up to 1050, a gap of -37.5`,
    `${idOf('a')} does not reconcile: its platform printed 1035.7 USD, its trades and deposits add up to 1050, a gap of 14.3`,
    `${idOf('f')} does not reconcile: the statement's rows contradict what it prints as Closed Trade P/L`,
    `${idOf('g')} does not reconcile: the statement's rows contradict what it prints as Gross Profit, Gross Loss`,
  ];
  assert.equal((await desk.run()).warnings, lines);
  const quiet = await desk.run();
  assert.equal([quiet.warnings, quiet.accountsComputed], [lines, 0]);
  assert.equal((await status(desk)).slice(2, 6), lines);
  const [json] = await status(desk, true);
  const [widest] = JSON.parse(json ?? '').unreconciled;
  assert.equal(widest, {
    account_id: idOf('b'),
    currency: 'USD',
    reported_balance: 1087.5,
    balance: 1050,
    gap: -37.5,
    contradicted: null,
    figures: [],
  });
});

atDesk('names accounts whose data waits, and the signal that ended a run', async (desk) => {
  const { dataDir } = desk;
  const reason = 'position 7 has more deals than can be paired';
  const coded = quotedReason(reason);
  const waiting = {
    id: 'MT5:7',
    reason: coded,
    since: '2024-06-11T10:00:00Z',
    is_for_owner: true,
  };
  const times = (minute: number) => {
    const instant = `2024-06-12T12:0${minute}:00.000Z`;
    return { run_id: instant, started_at: instant, ended_at: instant };
  };
  const good = { outcome: 'published', accounts_waiting: 3, waiting: [waiting] } as const;
  recordRun(dataDir, times(0), { ...good, version: 'v' });
  recordRun(dataDir, times(1), {
    error: makeReason('run_ended_by', { signal: 'SIGABRT' }),
    signal: 'SIGABRT',
  });
  assert.equal((await status(desk)).slice(1), [
    `MT5:7 has waited since 2024-06-11T10:00:00Z: ${reason}`,
    '2 more accounts waiting',
    '2024-06-12T12:01:00Z  failed     0 s  ended by SIGABRT',
    '2024-06-12T12:00:00Z  published  0 s  0 rows loaded, 0 rejected  0 accounts computed  version v',
  ]);
  const [json = ''] = await status(desk, true);
  const { waiting: named, runs } = JSON.parse(json);
  assert.equal(named, [{ ...waiting, reason }]);
  assert.equal([runs[0].signal, runs[1].accounts_waiting], ['SIGABRT', 3]);
  recordRun(dataDir, times(2), { ...good, accounts_waiting: 2, version: 'w' });
  assert.is((await status(desk))[2], '1 more account waiting');
});

atDesk('shows consecutive runs without changes as one line', async (desk) => {
  const record = (at: string, outcome: Partial<RunRecord>) => {
    const instant = `2024-06-12T${at}:00.000Z`;
    const times = { run_id: instant, started_at: instant, ended_at: instant };
    recordRun(desk.dataDir, times, { outcome: 'published', version: 'v', ...outcome });
  };
  record('06:00', { rows_loaded: 1, accounts_computed: 1 });
  for (let minute = 10; minute < 22; minute += 1) record(`07:${minute}`, {});
  record('08:00', { version: 'w' });
  record('08:10', { version: 'w' });
  record('08:20', { version: null, outcome: 'failed', error: quotedReason('no room') });
  record('08:30', { version: 'w' });
  record('08:40', { version: 'w' });
  record('08:50', { version: 'w', accounts_held_back: 1 });
  record('09:00', { version: 'w', accounts_held_back: 1, rows_rejected: 2 });
  record('09:10', { version: 'w', accounts_held_back: 1, files_failed: 1 });
  record('09:20', { version: 'w', accounts_held_back: 1 });
  const nothing = '0 rows loaded, 0 rejected  0 accounts computed';
  const columns = (await status(desk)).slice(1).map((line) => line.replaceAll(/ {2,}/g, '  '));
  assert.equal(columns, [
    `2024-06-12T09:20:00Z  published  0 s  ${nothing}, 1 held back  version w`,
    '2024-06-12T09:10:00Z  published  0 s  0 rows loaded, 0 rejected, 1 file not read  0 accounts computed, 1 held back  version w',
    '2024-06-12T09:00:00Z  published  0 s  0 rows loaded, 2 rejected  0 accounts computed, 1 held back  version w',
    `2024-06-12T08:50:00Z  published  0 s  ${nothing}, 1 held back  version w`,
    '2024-06-12T08:40:00Z  2 runs with nothing new since 2024-06-12T08:30:00Z',
    '2024-06-12T08:20:00Z  failed  0 s  no room',
    `2024-06-12T08:10:00Z  published  0 s  ${nothing}  version w`,
    `2024-06-12T08:00:00Z  published  0 s  ${nothing}  version w`,
    '2024-06-12T07:21:00Z  12 runs with nothing new since 2024-06-12T07:10:00Z',
    '2024-06-12T06:00:00Z  published  0 s  1 row loaded, 0 rejected  1 account computed  version v',
  ]);
  assert.is(JSON.parse((await status(desk, true))[0] ?? '').runs.length, 10);
  record('09:30', { outcome: 'failed', version: null, error: quotedReason('full') });
  const lines = (await status(desk)).slice(1);
  assert.equal([lines.length, lines.at(-1)?.slice(0, 31)], [10, '2024-06-12T07:21:00Z  12 runs w']);
});

atDesk('lists what each owner stores, largest first, and who is near a limit', async (desk) => {
  const { dataDir } = desk;
  await withRegistryAt(desk, (registry) =>
    applyRegistry(registry, {
      owners: [
        { slug: 'near' },
        { slug: 'lapsed', plan: 'pro', plan_until: '2024-06-01T00:00:00Z' },
        { slug: 'below', plan: 'pro' },
        { slug: 'silent' },
      ],
    }),
  );
  await (await openSqlite(dataDir.inbox.database)).close();
  const before = '2024-06-11';
  const today = '2024-06-12';
  withHandle(dataDir.inbox.database, (inbox) => {
    inbox.exec(`
        insert into delivery_accounts (account_id, owner, rows, bytes) values
          ('a', 'near', 1000000, 1000), ('e', 'near', 800000, 24),
          ('b', 'lapsed', 10, 1610612736), ('c', 'below', 17999999, 1024),
          ('d', 'gone', 99000000, 1);
        insert into received_days values ('near', '${before}', 67108864), ('near', '${today}', 500),
          ('below', '${today}', 604000000)`);
  });
  const [json = ''] = await status(desk, true);
  assert.equal(JSON.parse(json).use, [
    {
      owner: 'lapsed',
      plan: 'free',
      rows: 10,
      bytes: 1_610_612_736,
      bytes_today: 0,
      near: [{ limit: 'bytes', percent: 300 }],
    },
    {
      owner: 'below',
      plan: 'pro',
      rows: 17_999_999,
      bytes: 1024,
      bytes_today: 604_000_000,
      near: [{ limit: 'bytes_a_day', percent: 90 }],
    },
    {
      owner: 'near',
      plan: 'free',
      rows: 1_800_000,
      bytes: 1024,
      bytes_today: 500,
      near: [{ limit: 'rows', percent: 90 }],
    },
    {
      owner: 'gone',
      plan: null,
      rows: 99_000_000,
      bytes: 1,
      bytes_today: 0,
      near: [],
    },
  ]);
  const advice = (owner: string) =>
    `; give a larger plan at /operator/owners/${owner} or with \`registry apply\``;
  assert.equal((await status(desk)).slice(1), [
    `lapsed is at 300 % of a limit: the free plan allows 512 MiB of data (limit: bytes). Anything above it is refused${advice('lapsed')}`,
    `below is at 90 % of a limit: the pro plan allows 640 MiB of data received a day (limit: bytes_a_day). Anything above it is refused until midnight UTC${advice('below')}`,
    `near is at 90 % of a limit: the free plan allows 2,000,000 rows of data (limit: rows). Anything above it is refused${advice('near')}`,
  ]);
});

atDesk(
  "fails with one line, and still prints the rest, if deliveries can't be read",
  async (desk) => {
    mkdirSync(dirname(desk.dataDir.inbox.database), { recursive: true });
    writeFileSync(
      desk.dataDir.inbox.database,
      'no database, although it is long enough'.repeat(99),
    );
    const { io, stdout, stderr } = createTerminal(asOf);
    const config = readConfig({ TRACKRECORD_DATA: desk.dataDir.path });
    assert.is(await statusCommand(config, { json: true }, io), 1);
    const { use, runs } = JSON.parse(stdout[0] ?? '');
    assert.equal([use, runs], [null, []]);
    assert.is(stderr.length, 1);
    assert.match(stderr[0] ?? '', /^deliveries: .*inbox\.db is damaged; restore it from a backup/);
  },
);

atDesk('shows the version of the calendar, if there is one', async (desk) => {
  desk.write('calendar_events.csv', [calendarEvent]);
  const { calendar } = await desk.run();
  assert.is((await status(desk))[2], `calendar: ${calendar}`);
  assert.is(JSON.parse((await status(desk, true))[0] ?? '').calendar, calendar);
});

atDesk('warns of a calendar without coming events or actual values', async (desk) => {
  const noneComing = 'the calendar has no event in the coming 7 days';
  const noActual = 'no past event of the calendar has an actual value';
  for (const [time, actual, expected] of [
    ['2024-06-12T12:30:00Z', '', []],
    ['2024-06-11T12:30:00Z', '0.1%', [noneComing]],
    ['2024-06-11T12:30:00Z', '', [noneComing, noActual]],
  ] as const) {
    desk.write('calendar_events.csv', [{ ...calendarEvent, time, actual }]);
    rmSync(desk.dataDir.calendar.database, { force: true });
    await desk.run();
    const lines = (await status(desk)).filter((line) => line.includes('the calendar '));
    const { warnings } = JSON.parse((await status(desk, true))[0] ?? '');
    for (const shown of [lines, warnings]) {
      assert.equal(
        shown.map((line: string) => line.split('; ')[0]),
        expected,
      );
    }
  }
});

command.run();
