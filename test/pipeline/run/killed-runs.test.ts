import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { makeReason } from '../../../pipeline/base/reasons/reason.ts';
import { killedRuns } from '../../../pipeline/run/killed-runs.ts';
import { lastRuns, type RunRecord } from '../../../pipeline/run/run-log.ts';
import { executeWith } from '../../../pipeline/schedule/execution.ts';
import type { Job } from '../../../pipeline/schedule/jobs.ts';
import { startSchedule } from '../../../pipeline/schedule/schedule.ts';
import { withDirectory } from '../../support/directory.ts';

const killed = suite('scheduled runs that a signal ends');
const instants = ['2026-06-27T12:00:00.000Z', '2026-06-27T12:01:00.000Z'];

for (const signal of ['SIGKILL', 'SIGABRT'] as const) {
  killed(`are in the log of runs: ${signal}`, () =>
    withDirectory(async (directory) => {
      const dataDir = dataDirectory(directory);
      mkdirSync(dataDir.path, { recursive: true });
      const times = [...instants];
      const shared: [DataDirectory, RunRecord][] = [];
      const recorded = new EventTarget();
      const share = async (...run: [DataDirectory, RunRecord]) => {
        shared.push(run);
        recorded.dispatchEvent(new Event('recorded'));
      };
      const clock = () => new Date(times.shift() ?? '');
      const job: Job = { name: 'accounts', crons: ['0 0 1 1 *'], args: [] };
      const script = `process.on('message', () => process.kill(process.pid, '${signal}'))`;
      const done = once(recorded, 'recorded');
      const schedule = startSchedule(
        [job],
        executeWith([process.execPath, '--eval', script], process.env),
        silentLog,
        () => () => {},
        killedRuns(dataDir, clock, share, silentLog),
      );
      await done;
      await schedule.stop();
      const [run, ...others] = lastRuns(dataDir, 10);
      assert.equal(others, []);
      assert.equal(
        [run?.outcome, run?.started_at, run?.ended_at, run?.error, run?.signal],
        ['failed', ...instants, makeReason('run_ended_by', { signal }), signal],
      );
      assert.equal(shared, [[dataDir, run]]);
    }),
  );
}

killed.run();
