import { exitCodes } from '../../pipeline/base/errors.ts';
import { createLog, type Log } from '../../pipeline/base/log.ts';
import type { CommandIo } from '../../pipeline/commands/io.ts';
import type { Config } from '../../pipeline/config/config.ts';
import { executeWith } from '../../pipeline/schedule/execution.ts';
import { jobsOf } from '../../pipeline/schedule/jobs.ts';
import { withArrivals } from '../../pipeline/schedule/on-arrival.ts';
import { startSchedule } from '../../pipeline/schedule/schedule.ts';
import { untilStopped } from '../../pipeline/schedule/stop-signal.ts';
import { type Running, startServer } from '../main.ts';

export interface ServeOptions {
  readonly withSchedule?: boolean;
  readonly source?: readonly string[];
}

/** Serves until a stop signal comes, with the schedule if requested. */
export async function serveCommand(
  config: Config,
  { withSchedule = false, source = [] }: ServeOptions,
  io: CommandIo,
): Promise<number> {
  const log = createLog(config);
  const server = await startServer(config, io.clock, log);
  if (!withSchedule) return serveUntilStopped(server, io, log);
  const jobs = jobsOf(config, source);
  const schedule = withArrivals(
    startSchedule(jobs, executeWith(io.program, io.env), log),
    jobs,
    config,
    log,
  );
  const close = async () => {
    await Promise.all([server.close(), schedule.stop()]);
  };
  return serveUntilStopped({ ...server, close }, io, log);
}

/**
 * Prints the server's addresses as one JSON line, with `more` that scripts need, and closes the
 * server at a stop signal.
 */
export async function serveUntilStopped(
  server: Running,
  io: CommandIo,
  log: Log,
  more: Readonly<Record<string, string | null>> = {},
): Promise<number> {
  const stopped = untilStopped();
  io.stdout(JSON.stringify({ url: server.url, calendar_url: server.calendarUrl, ...more }));
  log.info('stopping', { signal: await stopped });
  await server.close();
  log.info('stopped');
  return exitCodes.done;
}
