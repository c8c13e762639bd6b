import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Log, type LogFields, silentLog } from '../../../pipeline/base/log.ts';
import { readConfig } from '../../../pipeline/config/config.ts';
import type { Execution } from '../../../pipeline/schedule/execution.ts';
import { type Job, jobsOf } from '../../../pipeline/schedule/jobs.ts';
import { createClockWatch, startSchedule } from '../../../pipeline/schedule/schedule.ts';
import { fieldOf } from '../../support/fields.ts';

const schedule = suite('schedule');
const hour = 3_600_000;

interface Begun {
  readonly args: string;
  end(code: number | string, lastLine?: string): Promise<void>;
  isStopped: boolean;
}

/** Executions of jobs that end when a test says so, and the log. */
function createStage() {
  const begun: Begun[] = [];
  const lines: string[] = [];
  const note =
    (level: string) =>
    (message: string, fields: LogFields = {}): void =>
      void lines.push([level, message, ...Object.values(fields)].join(' | '));
  const log: Log = { ...silentLog, info: note('info'), warn: note('warn'), error: note('error') };
  const execute = (args: readonly string[]): Execution => {
    let resolve: (end: Awaited<Execution['ended']>) => void = () => {};
    const ended: Execution['ended'] = new Promise((resolveIt) => {
      resolve = resolveIt;
    });
    const execution: Begun = {
      args: args.join(' '),
      isStopped: false,
      async end(code, lastLine = '') {
        resolve({ code, lastLine });
        await new Promise(setImmediate);
      },
    };
    begun.push(execution);
    return {
      ended,
      stop() {
        execution.isStopped = true;
        void execution.end('SIGTERM');
      },
    };
  };
  return { begun, lines, log, execute };
}

const never = '0 0 1 1 *';
const accounts: Job = { name: 'accounts', crons: [never], args: ['run'] };
const calendar: Job = { name: 'calendar', crons: [never], args: ['run', '--calendar'] };

schedule('has the accounts run in their rhythm and at midnight, the calendar in its own', () => {
  const config = readConfig({ TRACKRECORD_CRON: '0 6 * * *' });
  assert.equal(jobsOf(config, ['/a', '/b']), [
    {
      name: 'accounts',
      crons: ['0 6 * * *', '0 0 * * *'],
      args: ['run', '--source', '/a', '--source', '/b'],
    },
    {
      name: 'calendar',
      crons: ['* * * * *'],
      args: ['run', '--calendar', '--source', '/a', '--source', '/b'],
    },
  ]);
});

schedule('reads accounts from brokers only with a key for their sign-ins', () => {
  const jobIn = (env: Readonly<Record<string, string>>) =>
    jobsOf(readConfig(env), ['/a']).find(({ name }) => name === 'sync');
  assert.is(jobIn({}), undefined);
  const key = { TRACKRECORD_SECRET_KEY: Buffer.alloc(32).toString('base64') };
  assert.equal(jobIn(key), { name: 'sync', crons: ['*/15 * * * *'], args: ['sync'] });
  const often = { ...key, TRACKRECORD_SYNC_CRON: '*/5 * * * *' };
  assert.equal(jobIn(often)?.crons, ['*/5 * * * *']);
});

schedule('starts every job at once, and none a second time while it runs', async () => {
  const { begun, lines, log, execute } = createStage();
  const running = startSchedule([accounts, calendar], execute, log);
  assert.equal(fieldOf(begun, 'args'), ['run', 'run --calendar']);
  running.begin(accounts);
  assert.is(begun.length, 2);
  assert.equal(lines, ['info | job skipped, the last one is still running | accounts']);
  await begun[0]?.end(0, 'version 1');
  running.begin(accounts);
  assert.is(begun.length, 3);
  await running.stop();
});

schedule('says how each execution ended', async () => {
  const { begun, lines, log, execute } = createStage();
  const running = startSchedule([accounts], execute, log);
  const ends: [number | string, string][] = [
    [0, 'info | job done | accounts | version 1'],
    [3, 'warn | job done, some input was refused or held back | accounts | version 1'],
    [75, 'info | job skipped, another run is under way | accounts'],
    [1, 'error | job failed | accounts | 1 | version 1'],
    ['SIGKILL', 'error | job failed | accounts | SIGKILL | version 1'],
  ];
  for (const [code, line] of ends) {
    await begun.at(-1)?.end(code, 'version 1');
    assert.is(lines.at(-1), line);
    running.begin(accounts);
  }
  await running.stop();
});

schedule("continues when a job can't be started", async () => {
  const { lines, log } = createStage();
  const running = startSchedule(
    [accounts],
    () => {
      throw new Error('no such program');
    },
    log,
  );
  await new Promise(setImmediate);
  assert.equal(lines, ['error | job could not be started | accounts | Error: no such program']);
  await running.stop();
});

schedule('begins a job when it is due', async () => {
  const { begun, log, execute } = createStage();
  const everySecond = { ...accounts, crons: ['* * * * * *'] };
  await new Promise<void>((resolve) => {
    const running = startSchedule(
      [everySecond],
      (args) => {
        const execution = execute(args);
        if (begun.length === 2) resolve(running.stop());
        else void begun[0]?.end(0);
        return execution;
      },
      log,
    );
  });
  assert.is(begun.length, 2);
});

schedule('ends what is under way when it is stopped, and begins nothing any more', async () => {
  const { begun, lines, log, execute } = createStage();
  const running = startSchedule([accounts, calendar], execute, log);
  await running.stop();
  assert.equal(fieldOf(begun, 'isStopped'), [true, true]);
  assert.equal(lines, ['info | job stopped | accounts', 'info | job stopped | calendar']);
});

schedule(
  'catches up when the clock was set, as what was due meanwhile is passed over',
  async () => {
    const { begun, lines, log, execute } = createStage();
    let set = (): void => {};
    const running = startSchedule([accounts, calendar], execute, log, (onJump) => {
      set = onJump;
      return () => {};
    });
    await begun[0]?.end(0);
    set();
    assert.equal(
      fieldOf(begun, 'args'),
      ['run', 'run --calendar', 'run'],
      'the calendar is under way still',
    );
    assert.ok(lines.includes('warn | the system clock was changed, the schedule starts again'));
    await running.stop();
  },
);

schedule('tells when the clock was set, forward or back, and not while it runs', () => {
  let wall = 10 * hour;
  let steady = 0;
  let jumps = 0;
  const look = createClockWatch(
    () => {
      jumps += 1;
    },
    () => wall,
    () => steady,
  );
  const pass = (wallMilliseconds: number, steadyMilliseconds: number): number => {
    wall += wallMilliseconds;
    steady += steadyMilliseconds;
    look();
    return jumps;
  };
  assert.is(pass(5_000, 5_000), 0);
  assert.is(pass(24 * hour, 24 * hour), 0);
  assert.is(pass(5_400, 5_000), 0, 'slewed');
  assert.is(pass(-hour, 5_000), 1, 'an hour back');
  assert.is(pass(5_000, 5_000), 1);
  assert.is(pass(hour, 5_000), 2, 'an hour forward');
  assert.is(pass(5_000, 5_000), 2);
});

schedule.run();
