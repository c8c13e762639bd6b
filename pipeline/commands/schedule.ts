import { exitCodes } from '../base/errors.ts';
import { createLog } from '../base/log.ts';
import type { Config } from '../config/config.ts';
import { openRegistry } from '../registry/registry.ts';
import { killedRuns } from '../run/killed-runs.ts';
import type { Machines } from '../run/machines.ts';
import { ownAmong } from '../run/own-accounts.ts';
import { executeWith } from '../schedule/execution.ts';
import { jobsOf } from '../schedule/jobs.ts';
import { withArrivals } from '../schedule/on-arrival.ts';
import { startSchedule } from '../schedule/schedule.ts';
import { untilStopped } from '../schedule/stop-signal.ts';
import { withInstallation } from './installation.ts';
import type { CommandIo } from './io.ts';

interface ScheduleOptions {
  readonly source?: readonly string[];
}

/** Runs the accounts and the calendar whenever they are due, until stopped. */
export async function scheduleCommand(
  config: Config,
  { source = [] }: ScheduleOptions,
  io: CommandIo,
): Promise<number> {
  const log = createLog(config);
  const stopped = untilStopped();
  const jobs = jobsOf(config, source);
  const share: Machines['share'] = (...run) =>
    withInstallation(config, (installation) => installation.share(...run));
  const noteKilled = killedRuns(config.dataDir, io.clock, share, log);
  const { clock } = io;
  const registry = isDivided(config) ? await openRegistry({ ...config, clock }) : null;
  const schedule = withArrivals(
    startSchedule(jobs, executeWith(io.program, io.env), log, undefined, noteKilled),
    jobs,
    config,
    log,
    registry && ownAmong(config.partition, registry),
  );
  log.info('stopping', { signal: await stopped });
  await schedule.stop();
  await registry?.close();
  return exitCodes.done;
}

const isDivided = ({ partition }: Config): boolean => partition !== null && partition.count > 1;
