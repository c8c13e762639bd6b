import type { CommandIo } from '../../pipeline/commands/io.ts';
import type { Config } from '../../pipeline/config.ts';
import { exitCodes } from '../../pipeline/errors.ts';
import { createLog } from '../../pipeline/log.ts';
import { startServer } from '../main.ts';
import { untilStopped } from '../stop-signal.ts';

/** Serves until it is told to stop; one JSON line on stdout says where. */
export async function serveCommand(
  config: Config,
  _options: object,
  io: CommandIo,
): Promise<number> {
  const log = createLog(config.logLevel);
  const stopped = untilStopped();
  const server = await startServer(config, io.clock, log);
  io.stdout(JSON.stringify({ url: server.url, calendar_url: server.calendarUrl }));
  log.info('stopping', { signal: await stopped });
  await server.close();
  log.info('stopped');
  return exitCodes.done;
}
