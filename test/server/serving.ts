import { type Log, silentLog } from '../../pipeline/base/log.ts';
import { readConfig } from '../../pipeline/config/config.ts';
import { type Running, type ServerOptions, startServer } from '../../server/main.ts';
import { noLimits } from './open-server.ts';
import { now, type World, withWorld } from './world.ts';

export interface ServingOptions extends ServerOptions {
  readonly log?: Log;
  /** Settings that differ from those of every test. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Calls `work` with both ports of a server over a small registry and version. */
export async function withServing(
  work: (server: Running, world: World) => Promise<void>,
  { log = silentLog, settings: own = {}, ...options }: ServingOptions = {},
): Promise<void> {
  await withWorld(async (world) => {
    const settings = {
      TRACKRECORD_DATA: world.dataDir.path,
      PORT: '0',
      CALENDAR_PORT: '0',
      ...own,
    };
    const server = await startServer(readConfig(settings), () => now, log, options);
    try {
      await work(server, world);
    } finally {
      await server.close();
    }
  });
}

/** Calls `work` with such a server and a function that reads its metrics. */
export function withMetrics(
  work: (server: Running, world: World, readMetrics: () => Promise<string>) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  let address = '';
  const log: Log = {
    ...silentLog,
    info: (_message, fields) => {
      if (typeof fields?.url === 'string') address = fields.url;
    },
  };
  const readMetrics = async () => (await fetch(address)).text();
  return withServing((server, world) => work(server, world, readMetrics), {
    log,
    limits: noLimits,
    settings: { METRICS_PORT: '0', ...settings },
  });
}
