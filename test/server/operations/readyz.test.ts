import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { makeReason } from '../../../pipeline/base/reasons/reason.ts';
import { publishCalendar } from '../../../pipeline/calendar/snapshot.ts';
import { recordRun } from '../../../pipeline/run/run-log.ts';
import { temporaryDirectory } from '../../support/directory.ts';
import { within } from '../../support/within.ts';
import { openServer } from '../open-server.ts';
import { lendWorld, now, publishFacts, type WorldOptions, withWorld } from '../world.ts';

const readyz = suite('readyz');
const inWorld = within(readyz, withWorld);

const minute = 60_000;
const at = (milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString();

/** Records a run that ended this many minutes ago. */
function noteRun(
  dataDir: DataDirectory,
  minutes: number,
  outcome: 'published' | 'failed',
  accounts_held_back = 0,
): void {
  const ended_at = at(-minutes * minute);
  const run = { run_id: ended_at, started_at: ended_at, ended_at };
  recordRun(dataDir, run, { outcome, accounts_held_back });
}

const withAge = (maxAge: number | null, options: WorldOptions = {}) => ({ ...options, maxAge });

inWorld(
  'is a 200 with the age of the last run that published, and nothing of accounts',
  withAge(601),
  async ({ app, dataDir }) => {
    noteRun(dataDir, 10, 'published', 2);
    noteRun(dataDir, 5, 'failed');
    const response = await app.inject('/readyz');
    assert.is(response.statusCode, 200);
    assert.is(response.headers['cache-control'], 'no-store');
    assert.equal(response.json(), {
      status: 'ready',
      reasons: [],
      notes: [],
      age_seconds: 600,
    });
  },
);

readyz('is a 503 once that is too old, or no run is known', async () => {
  await withWorld(async ({ app, dataDir }) => {
    noteRun(dataDir, 10, 'published');
    const response = await app.inject('/readyz');
    assert.is(response.statusCode, 503);
    assert.equal(response.json().reasons, ['no run has published for 600 s']);
  }, withAge(599));
  await withWorld(async ({ app }) => {
    const response = await app.inject('/readyz');
    assert.is(response.statusCode, 503);
    assert.equal(response.json(), {
      status: 'not ready',
      reasons: ['no run has published for as long as is known'],
      notes: [],
      age_seconds: null,
    });
  }, withAge(599));
});

inWorld('tells which signal ended the last run', async ({ app, dataDir }) => {
  noteRun(dataDir, 10, 'published');
  const run = { run_id: at(0), started_at: at(0), ended_at: at(0) };
  recordRun(dataDir, run, {
    error: makeReason('run_ended_by', { signal: 'SIGKILL' }),
    signal: 'SIGKILL',
  });
  const response = await app.inject('/readyz');
  assert.is(response.statusCode, 200);
  assert.equal(response.json().notes, ['the last run was ended by SIGKILL']);
});

readyz('stays ready, and notes what the calendar lacks', async () => {
  const dataDir = dataDirectory(temporaryDirectory());
  const old = { time: '2020-01-01T00:00:00Z', ts: 1_577_836_800, currency: 'USD', impact: 'high' };
  const values = { title: 'CPI m/m', forecast: '', previous: '', actual: '' };
  publishCalendar(dataDir, [{ ...old, ...values }], now, 3);
  await publishFacts(dataDir);
  const server = await openServer({ dataDir, clock: () => now, log: silentLog });
  try {
    const response = await server.app.inject('/readyz');
    assert.is(response.statusCode, 200);
    assert.equal(response.json().notes, [
      'the calendar has no event in the coming 7 days; docs/calendar.md names sources',
      'no past event of the calendar has an actual value; docs/calendar.md names sources of them',
    ]);
  } finally {
    await server.close();
    rmSync(dataDir.path, { recursive: true, force: true });
  }
});

readyz('ignores the age if no limit is set', () =>
  lendWorld(async ({ app }) => {
    assert.is((await app.inject('/readyz')).statusCode, 200);
  }),
);

inWorld('is a 503 that says so before the first version', { facts: null }, async ({ app }) => {
  const response = await app.inject('/readyz');
  assert.equal([response.statusCode, response.headers['retry-after']], [503, '10']);
  assert.equal(response.json().reasons, ['no run has published anything yet']);
});

inWorld(
  'says that no version can be read, and not that an earlier one is served, if none is',
  { facts: null },
  async ({ app, dataDir, snapshots }) => {
    const version = await publishFacts(dataDir);
    writeFileSync(dataDir.manifest(version), 'damaged');
    await snapshots.refresh();
    const response = await app.inject('/readyz');
    assert.equal(response.json().reasons, ['no published version can be read']);
  },
);

inWorld(
  'says that the pointer is damaged, before a version is in service and after',
  { facts: null },
  async ({ app, dataDir, snapshots }) => {
    const version = await publishFacts(dataDir);
    const damaged = ['snapshots/current names no version; run the pipeline again'];
    const refreshed = async (content: string) => {
      writeFileSync(dataDir.current, content);
      await snapshots.refresh();
      return app.inject('/readyz');
    };
    assert.equal((await refreshed('x')).json().reasons, damaged);
    const account = await app.inject('/api/v1/accounts/north-eurusd');
    assert.match(account.json().detail, /^The data cannot be read at the moment/);
    assert.is((await refreshed(version)).statusCode, 200);
    assert.equal((await refreshed('x')).json().reasons, damaged);
    assert.is((await app.inject('/healthz')).json().status, 'behind');
  },
);

readyz('says that no calendar can be read where its pointer is damaged', async () => {
  const dataDir = dataDirectory(temporaryDirectory());
  publishCalendar(dataDir, [], now, 3);
  writeFileSync(dataDir.calendar.current, 'x');
  await publishFacts(dataDir);
  const server = await openServer({ dataDir, clock: () => now, log: silentLog });
  try {
    const response = await server.app.inject('/readyz');
    assert.equal(response.json().reasons, ['no published calendar can be read']);
  } finally {
    await server.close();
    rmSync(dataDir.path, { recursive: true, force: true });
  }
});

inWorld('is a 503 without the registry', async ({ app, dataDir }) => {
  rmSync(join(dataDir.path, 'registry.db'));
  const response = await app.inject('/readyz');
  assert.is(response.statusCode, 503);
  assert.equal(response.json().reasons, ['the registry is not available']);
});

readyz.run();
