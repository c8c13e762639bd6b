import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { inEnglish, quotedReason } from '../../../pipeline/base/reasons/reason.ts';
import { runRecorded } from '../../../pipeline/run/recorded.ts';
import { lastRuns, recordRun } from '../../../pipeline/run/run-log.ts';
import { withDirectory } from '../../support/directory.ts';
import { within } from '../../support/within.ts';

const runLog = suite('run log');
const inDirectory = within(runLog, withDirectory);

const record = (dataDir: DataDirectory, minute: number) =>
  recordRun(
    dataDir,
    { run_id: `run ${minute}`, started_at: `10:0${minute}`, ended_at: `10:0${minute}` },
    { outcome: 'published', rows_loaded: minute, version: 'v' },
  );

const ids = (dataDir: DataDirectory, count = 10) =>
  lastRuns(dataDir, count).map(({ run_id }) => run_id);

inDirectory('keeps every run and gives the last ones, newest first', (directory) => {
  const dataDir = dataDirectory(directory);
  assert.equal(lastRuns(dataDir, 3), []);
  for (const minute of [1, 2, 3]) record(dataDir, minute);
  assert.equal(ids(dataDir, 2), ['run 3', 'run 2']);
  assert.equal(lastRuns(dataDir, 1), [
    {
      run_id: 'run 3',
      started_at: '10:03',
      ended_at: '10:03',
      outcome: 'published',
      rows_loaded: 3,
      rows_rejected: 0,
      files_failed: 0,
      accounts_computed: 0,
      accounts_held_back: 0,
      held_back: [],
      accounts_waiting: 0,
      waiting: [],
      warnings: [],
      version: 'v',
      error: null,
      stages: null,
    },
  ]);
});

inDirectory('says of a failed run what the command said, with its place', async (directory) => {
  const dataDir = dataDirectory(directory);
  const failed = Object.assign(new Error("EACCES: permission denied, scandir 'source'"), {
    code: 'EACCES',
    syscall: 'scandir',
    path: 'source',
  });
  const options = { dataDir, clock: () => new Date(), log: silentLog };
  const outcome = runRecorded(options, () => Promise.reject(failed)).catch((error) => error);
  assert.is(await outcome, failed);
  const [run] = lastRuns(dataDir, 1);
  assert.is(
    run?.error && inEnglish(run.error),
    'source: this user may not read it; allow this user to read it and run again',
  );
});

inDirectory('survives a process killed while it wrote, at any byte', (directory) => {
  const dataDir = dataDirectory(directory);
  record(dataDir, 1);
  const path = join(dataDir.path, 'runs.ndjson');
  const line = readFileSync(path, 'utf8');
  for (let cut = 0; cut < line.length; cut += 1) {
    writeFileSync(path, line + line.slice(0, cut));
    const whole = cut === line.length - 1 ? ['run 1', 'run 1'] : ['run 1'];
    assert.equal(ids(dataDir), whole, `cut at ${cut}`);
    record(dataDir, 2);
    assert.is(ids(dataDir)[0], 'run 2', `cut at ${cut}, then written on`);
  }
});

inDirectory('what is no record is passed over', (directory) => {
  const dataDir = dataDirectory(directory);
  record(dataDir, 1);
  appendFileSync(join(dataDir.path, 'runs.ndjson'), '\n\0\0\0\n{}\nnull\n');
  record(dataDir, 2);
  assert.equal(ids(dataDir), ['run 2', 'run 1']);
});

inDirectory('forgets the older half once it is long, and none of the newer', (directory) => {
  const dataDir = dataDirectory(directory);
  const long = (minute: number) =>
    recordRun(
      dataDir,
      { run_id: `run ${minute}`, started_at: '', ended_at: '' },
      { error: quotedReason('x'.repeat(100_000)) },
    );
  for (let minute = 1; minute <= 30; minute += 1) long(minute);
  const storedIds = ids(dataDir, 100);
  assert.is(storedIds[0], 'run 30');
  assert.ok(storedIds.length >= 10 && storedIds.length <= 20, String(storedIds.length));
  assert.equal(
    storedIds,
    [...Array(storedIds.length).keys()].map((back) => `run ${30 - back}`),
  );
});

runLog.run();
