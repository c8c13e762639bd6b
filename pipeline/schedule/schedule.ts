import cron from 'node-cron';
import { exitCodes } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { NoteKilled } from '../run/killed-runs.ts';
import type { Execution } from './execution.ts';
import type { Job } from './jobs.ts';

export interface Schedule {
  /** Begins a job now unless it is under way. */
  begin(job: Job): void;
  isUnderWay(job: Job): boolean;
  /** Begins nothing any more and ends what is under way. */
  stop(): Promise<void>;
}

/**
 * Begins every job at once, to catch up with missed times, and then whenever it is due. After the
 * clock was set, it begins them again. A job under way is not begun twice. A job that a signal
 * ended is logged, unless `stop` sent the signal.
 */
export function startSchedule(
  jobs: readonly Job[],
  execute: (args: readonly string[]) => Execution,
  log: Log,
  watch: (onJump: () => void) => () => void = watchClock,
  noteKilled: NoteKilled = () => async () => {},
): Schedule {
  const underWay = new Map<string, Execution>();
  let isStopping = false;

  const begin = async (job: Job): Promise<void> => {
    const { name, args } = job;
    if (underWay.has(name)) {
      log.info('job skipped, the last one is still running', { job: name });
      return;
    }
    try {
      const note = noteKilled(name);
      const execution = execute(args);
      underWay.set(name, execution);
      const { code, lastLine } = await execution.ended;
      if (isStopping && code === 'SIGTERM') log.info('job stopped', { job: name });
      else {
        report(log, name, code, lastLine);
        if (typeof code === 'string') await note(code);
      }
    } catch (error) {
      log.error('job could not be started', { job: name, reason: String(error) });
    } finally {
      underWay.delete(name);
    }
  };

  const tasks = jobs.flatMap((job) =>
    job.crons.map((expression) => {
      const task = cron.createTask(expression, () => begin(job), {
        timezone: 'UTC',
        suppressMissedWarning: true,
      });
      task.on('execution:missed', () => void begin(job));
      return task;
    }),
  );
  const start = () => {
    for (const task of tasks) task.start();
    for (const job of jobs) void begin(job);
  };
  const stopWatching = watch(() => {
    log.warn('the system clock was changed, the schedule starts again');
    for (const task of tasks) task.stop();
    start();
  });
  start();

  return {
    begin: (job) => void begin(job),
    isUnderWay: ({ name }) => underWay.has(name),
    async stop() {
      isStopping = true;
      stopWatching();
      await Promise.all(tasks.map((task) => task.destroy()));
      const executions = [...underWay.values()];
      for (const execution of executions) execution.stop();
      await Promise.allSettled(executions.map(({ ended }) => ended));
    },
  };
}

function report(log: Log, job: string, code: number | string, lastLine: string): void {
  if (code === exitCodes.done) log.info('job done', { job, last_line: lastLine });
  else if (code === exitCodes.locked) log.info('job skipped, another run is under way', { job });
  else if (code === exitCodes.partly)
    log.warn('job done, some input was refused or held back', { job, last_line: lastLine });
  else log.error('job failed', { job, code, last_line: lastLine });
}

const intervalMilliseconds = 5_000;
const jumpMilliseconds = 2_000;

/**
 * Calls `onJump` after the wall clock was set, and returns the function that stops watching. A
 * timer for a time of day would otherwise wait through the hour that was set back.
 */
function watchClock(onJump: () => void): () => void {
  const look = createClockWatch(onJump, Date.now, () => performance.now());
  const timer = setInterval(look, intervalMilliseconds).unref();
  return () => clearInterval(timer);
}

/** Looks, at every call, whether the wall clock went another way than the steady one since. */
export function createClockWatch(
  onJump: () => void,
  wall: () => number,
  steady: () => number,
): () => void {
  let offset = wall() - steady();
  return () => {
    const now = wall() - steady();
    const isSet = Math.abs(now - offset) > jumpMilliseconds;
    offset = now;
    if (isSet) onJump();
  };
}
