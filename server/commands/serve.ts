import type { CommandIo } from '../../pipeline/commands/io.ts';
import type { Config } from '../../pipeline/config.ts';
import { exitCodes } from '../../pipeline/errors.ts';
import { createLog, type Log } from '../../pipeline/log.ts';
import { type Running, startServer } from '../main.ts';
import { untilStopped } from '../stop-signal.ts';

/** Serves until it is told to stop; one JSON line on stdout says where. */
export async function serveCommand(
  config: Config,
  _options: object,
  io: CommandIo,
): Promise<number> {
  const log = createLog(config.logLevel);
  return serveUntilStopped(await startServer(config, io.clock, log), io, log);
}

/** Says where the server answers and closes it when a signal asks for it. */
export async function serveUntilStopped(server: Running, io: CommandIo, log: Log): Promise<number> {
  const stopped = untilStopped();
  io.stdout(JSON.stringify({ url: server.url, calendar_url: server.calendarUrl }));
  log.info('stopping', { signal: await stopped });
  await server.close();
  log.info('stopped');
  return exitCodes.done;
}
