import { Registry } from 'prom-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { WebSocket } from 'ws';
import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { makeReason } from '../../../pipeline/base/reasons/reason.ts';
import { recordRun } from '../../../pipeline/run/run-log.ts';
import { createFreshness } from '../../../server/operations/freshness.ts';
import { registerGauges } from '../../../server/operations/gauges.ts';
import { gaugesOfFreshness } from '../../../server/operations/runs.ts';
import { readDocument } from '../../support/documents.ts';
import { within } from '../../support/within.ts';
import { withMetrics } from '../serving.ts';
import { now } from '../world.ts';

const metrics = suite('metrics');

interface Served {
  readonly url: string;
  readonly calendarUrl: string;
  readonly dataDir: DataDirectory;
  /** Parses samples by name and labels. */
  read(): Promise<ReadonlyMap<string, number>>;
  /** Returns the help text of each of our metrics, by name. */
  help(): Promise<readonly string[]>;
}

const withServed = (work: (served: Served) => Promise<void>): Promise<void> =>
  withMetrics(({ url, calendarUrl }, { dataDir }, readMetrics) =>
    work({
      url,
      calendarUrl,
      dataDir,
      help: async () => (await readMetrics()).match(/(?<=^# HELP )trackrecord_.*/gm) ?? [],
      async read() {
        const lines = (await readMetrics()).split('\n');
        const samples = lines.filter((line) => line !== '' && !line.startsWith('#'));
        return new Map(
          samples.map((line) => {
            const end = line.lastIndexOf(' ');
            return [line.slice(0, end), Number(line.slice(end))];
          }),
        );
      },
    }),
  );
const onMetrics = within(metrics, withServed);

const answersOf = (route: string, status: number, port = 'api') =>
  `trackrecord_http_answers_total{port="${port}",route="${route}",status="${status}"}`;

onMetrics(
  'count answers by the pattern of their address, never by a slug',
  async ({ url, calendarUrl, read }) => {
    for (const slug of ['north-eurusd', 'north-gold', 'nobody', 'north-secret']) {
      await fetch(`${url}/api/v1/accounts/${slug}`);
    }
    await fetch(`${url}/no/such/place`);
    await fetch(`${calendarUrl.replace('ws', 'http')}/api/public/calendar/v1`);
    const samples = await read();
    assert.is(samples.get(answersOf('/api/v1/accounts/:slug', 200)), 2);
    assert.is(samples.get(answersOf('/api/v1/accounts/:slug', 404)), 2);
    assert.is(samples.get(answersOf('none', 404)), 1);
    assert.is(samples.get(answersOf('/api/public/calendar/v1', 200, 'calendar')), 1);
    assert.not([...samples.keys()].some((name) => /north|nobody/.test(name)));
  },
);

onMetrics('say nothing of runs before the first', async ({ read }) => {
  const early = await read();
  assert.not(early.has('trackrecord_snapshot_age_seconds'));
  assert.not(early.has('trackrecord_last_run_published'));
  assert.not(early.has('trackrecord_accounts_held_back'));
});

onMetrics('tell of the last run and of the age of what it published', async ({ dataDir, read }) => {
  const ended_at = new Date(now.getTime() - 90_000).toISOString();
  const started_at = new Date(now.getTime() - 100_000).toISOString();
  const cost = (seconds: number) => ({ seconds, cpuSeconds: 2 * seconds, peakMegabytes: 100 });
  recordRun(
    dataDir,
    { run_id: 'one', started_at, ended_at },
    {
      outcome: 'published',
      rows_loaded: 12,
      rows_rejected: 3,
      accounts_computed: 4,
      accounts_held_back: 2,
      accounts_waiting: 5,
      stages: {
        load: { ...cost(1), rows: 15 },
        statistics: { ...cost(5), rows: 9, accounts: 4, of: 6 },
        write: { ...cost(3), rows: 7, accounts: 2, of: 6 },
        publish: cost(1),
        warehouse: { seconds: 0, cpuSeconds: 0, peakMegabytes: 0 },
      },
    },
  );
  const samples = await read();
  const expected = {
    trackrecord_snapshot_age_seconds: 90,
    trackrecord_last_run_published: 1,
    trackrecord_last_run_seconds: 10,
    'trackrecord_last_run_stage_seconds{stage="statistics"}': 5,
    'trackrecord_last_run_stage_cpu_seconds{stage="statistics"}': 10,
    'trackrecord_last_run_stage_peak_bytes{stage="publish"}': 104_857_600,
    'trackrecord_last_run_stage_rows{stage="load"}': 15,
    'trackrecord_last_run_stage_rows{stage="write"}': 7,
    'trackrecord_last_run_stage_accounts{stage="write"}': 2,
    'trackrecord_last_run_rows{outcome="loaded"}': 12,
    'trackrecord_last_run_rows{outcome="rejected"}': 3,
    trackrecord_last_run_accounts: 4,
    trackrecord_accounts_held_back: 2,
    trackrecord_accounts_waiting: 5,
    trackrecord_snapshot_behind: 0,
  };
  for (const [name, value] of Object.entries(expected)) assert.is(samples.get(name), value, name);
  assert.not(samples.has('trackrecord_last_run_stage_peak_bytes{stage="warehouse"}'));
  assert.not(samples.has('trackrecord_last_run_stage_rows{stage="publish"}'));
});

onMetrics('tell of a run that a signal ended, and of what waits', async ({ dataDir, read }) => {
  const runAt = (seconds: number) => {
    const instant = new Date(now.getTime() - seconds * 1000).toISOString();
    return { run_id: instant, started_at: instant, ended_at: instant };
  };
  recordRun(dataDir, runAt(60), { outcome: 'published', accounts_waiting: 5 });
  recordRun(dataDir, runAt(30), {
    error: makeReason('run_ended_by', { signal: 'SIGABRT' }),
    signal: 'SIGABRT',
  });
  const samples = await read();
  assert.is(samples.get('trackrecord_last_run_published'), 0);
  assert.is(samples.get('trackrecord_last_run_timestamp_seconds'), now.getTime() / 1000 - 30);
  assert.is(samples.get('trackrecord_snapshot_age_seconds'), 60);
  assert.is(samples.get('trackrecord_accounts_waiting'), 5);
});

metrics('tell what the calendar lacks, once there is one', async () => {
  const old = { time: '2020-01-01T00:00:00Z', ts: 1_577_836_800, currency: 'USD', impact: 'high' };
  const event = { ...old, title: 'CPI m/m', forecast: '', previous: '', actual: '1%' };
  let events: readonly (typeof event)[] | null = null;
  const current = () => events && { version: 'v', events };
  const calendar = { current, isBehind: () => false };
  const registry = new Registry();
  const runs = { runs: () => [], lastGood: () => [], ageSeconds: () => null };
  const freshness = createFreshness(runs, calendar, () => now);
  registerGauges(registry, gaugesOfFreshness, () => freshness);
  const read = async () => {
    const text = await registry.metrics();
    return text.match(/^trackrecord_calendar_lacks{.*/gm) ?? [];
  };
  assert.equal(await read(), []);
  events = [event];
  assert.equal(await read(), [
    'trackrecord_calendar_lacks{lack="coming"} 1',
    'trackrecord_calendar_lacks{lack="actual"} 0',
  ]);
});

onMetrics('are those of the table for operators', async ({ help }) => {
  const rows = (await help()).map((line) => line.replace(/^(\w+) (.*)$/, '| `$1` | $2 |'));
  const table = ['| metric | tells |', '|---|---|', ...rows].join('\n');
  assert.ok(readDocument('docs/operators.md').includes(`\n${table}\n`), `should hold:\n${table}`);
});

onMetrics('show the WebSocket connections that are open', async ({ calendarUrl, read }) => {
  const socket = new WebSocket(calendarUrl);
  await new Promise((resolve) => socket.once('open', resolve));
  assert.is((await read()).get('trackrecord_websocket_connections'), 1);
  socket.terminate();
});

onMetrics('are not on the ports that everybody sees', async ({ url, calendarUrl }) => {
  assert.is((await fetch(`${url}/metrics`)).status, 404);
  assert.is((await fetch(`${calendarUrl.replace('ws', 'http')}/metrics`)).status, 404);
});

metrics.run();
