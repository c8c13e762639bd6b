import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { statusCommand } from '../../../pipeline/commands/status.ts';
import { readConfig } from '../../../pipeline/config/config.ts';
import { chainEnd } from '../../../pipeline/publish/snapshot/chain.ts';
import { recordRun } from '../../../pipeline/run/run-log.ts';
import { account, asOf, calendarEvent, type Desk, idOf, trade, withDesk } from '../desk.ts';
import { refusal } from '../registry/world.ts';
import { createTerminal } from './terminal.ts';

const command = suite('status command');

async function status({ dataDir }: Desk, json = false): Promise<string[]> {
  const { io, stdout, stderr } = createTerminal(asOf);
  const code = await statusCommand(readConfig({ TRACKRECORD_DATA: dataDir.path }), { json }, io);
  assert.equal([code, stderr], [0, []]);
  return stdout;
}

/** A clock that moves on by a second and a half whenever it is read. */
function ticking(from: Date): () => Date {
  let now = from.getTime() - 1500;
  return () => {
    now += 1500;
    return new Date(now);
  };
}

command('before the first run says what to do', () =>
  withDesk(async (desk) => {
    assert.equal(await status(desk), ['published: nothing yet; start with `trackrecord run`']);
    assert.equal(await status(desk, true), [
      '{"version":null,"chain":null,"calendar":null,"held_back":[],"waiting":[],"unreconciled":[],"shared":null,"runs":[]}',
    ]);
  }),
);

command('tells the last runs, newest first, failed ones too', () =>
  withDesk(async (desk) => {
    desk.write('accounts.csv', [account('a')]);
    desk.write('trades.csv', [trade('a', 1), trade('a', 2, { side: 'up' })]);
    await desk.run({ clock: ticking(asOf) });
    const { version } = desk.manifest();
    const later = new Date('2024-06-12T13:00:00Z');
    await refusal(desk.run({ sources: ['/nowhere'], clock: ticking(later) }));
    assert.equal(await status(desk), [
      `published: ${version}`,
      `chain: ${chainEnd(desk.dataDir)?.sha256}`,
      '2024-06-12T13:00:00.000Z  failed  1.5 s  source /nowhere is not a directory; name one that exists with --source',
      `2024-06-12T12:00:00.000Z  published  1.5 s  2 rows loaded, 1 rejected, 1 account computed, version ${version}`,
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
            version,
            error: null,
            duration_seconds: 1.5,
          },
        ],
      },
    );
  }),
);

command('tells which accounts do not reconcile, as every run does', () =>
  withDesk(async (desk) => {
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
    desk.write(
      'trades.csv',
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name, at) =>
        trade(name, at, { profit: 50, commission: 0, swap: 0 }),
      ),
    );
    const lines = [
      `${idOf('b')} does not reconcile: its platform printed 1087.5 USD, its bookings add up to 1050, a gap of -37.5`,
      `${idOf('a')} does not reconcile: its platform printed 1035.7 USD, its bookings add up to 1050, a gap of 14.3`,
      `${idOf('f')} does not reconcile: the rows of its statement contradict what it prints of Closed Trade P/L`,
      `${idOf('g')} does not reconcile: the rows of its statement contradict what it prints of Gross Profit, Gross Loss`,
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
  }),
);

command('names accounts whose data waits, and the signal that ended a run', () =>
  withDesk(async (desk) => {
    const { dataDir } = desk;
    const reason = 'position 7 has more deals than can be paired';
    const waiting = { id: 'MT5:7', reason, since: '2024-06-11T10:00:00Z', is_for_owner: true };
    const times = (minute: number) => {
      const instant = `2024-06-12T12:0${minute}:00.000Z`;
      return { run_id: instant, started_at: instant, ended_at: instant };
    };
    const good = { outcome: 'published', accounts_waiting: 3, waiting: [waiting] } as const;
    recordRun(dataDir, times(0), { ...good, version: 'v' });
    recordRun(dataDir, times(1), { error: 'ended by SIGABRT', signal: 'SIGABRT' });
    assert.equal((await status(desk)).slice(1), [
      `MT5:7 waits since 2024-06-11T10:00:00Z: ${reason}`,
      '2 more wait',
      '2024-06-12T12:01:00.000Z  failed  0 s  ended by SIGABRT',
      '2024-06-12T12:00:00.000Z  published  0 s  0 rows loaded, 0 rejected, 0 accounts computed, version v',
    ]);
    const [json = ''] = await status(desk, true);
    const { waiting: named, runs } = JSON.parse(json);
    assert.equal(named, [waiting]);
    assert.equal([runs[0].signal, runs[1].accounts_waiting], ['SIGABRT', 3]);
  }),
);

command('tells the version of the calendar where there is one', () =>
  withDesk(async (desk) => {
    desk.write('calendar_events.csv', [calendarEvent]);
    const { calendar } = await desk.run();
    assert.is((await status(desk))[2], `calendar: ${calendar}`);
    assert.is(JSON.parse((await status(desk, true))[0] ?? '').calendar, calendar);
  }),
);

command.run();
