import { once } from 'node:events';
import { Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { copyDirectory } from '../../pipeline/base/data-directory.ts';
import { exitCodes, UsageError } from '../../pipeline/base/errors.ts';
import { createLog } from '../../pipeline/base/log.ts';
import type { CommandIo } from '../../pipeline/commands/io.ts';
import { baseUrlOf, type Config } from '../../pipeline/config/config.ts';
import { openRegistry } from '../../pipeline/registry/registry.ts';
import { untilStopped } from '../../pipeline/schedule/stop-signal.ts';
import { siteAt } from '../accounts/attribution.ts';
import { createMoments } from '../accounts/moment.ts';
import { createSnapshotHolder } from '../accounts/open-version.ts';
import { createCalendarBodies } from '../calendar/bodies.ts';
import { createCalendarHolder } from '../calendar/holder.ts';
import { type Caller, identify } from '../callers/callers.ts';
import { createKeyUses, flushEveryMinute } from '../callers/key-uses.ts';
import { createLiveRegistry } from '../callers/live-registry.ts';
import { createBodyCache } from '../http/body.ts';
import { ApiError } from '../http/errors.ts';
import { unmark } from '../mcp/exact-numbers.ts';
import { createMcpServer } from '../mcp/server.ts';
import { partOfRevision } from '../mcp/session.ts';

export interface McpOptions {
  readonly answers?: string;
}

const cachedBytes = 16 * 1024 * 1024;

/**
 * Serves MCP on stdin and stdout with the data directory's figures, until stdin ends or a signal
 * comes.
 */
export async function mcpCommand(
  config: Config,
  { answers = 'data' }: McpOptions,
  { clock, env }: CommandIo,
): Promise<number> {
  if (answers !== 'data' && answers !== 'text') {
    throw new UsageError('--answers must be data or text');
  }
  const log = createLog(config);
  const { dataDir, databaseUrl } = config;
  const registry = await openRegistry({ dataDir, databaseUrl, clock });
  const copy = config.store === null ? dataDir : copyDirectory(dataDir);
  const snapshots = createSnapshotHolder({ dataDir: copy, clock, log });
  const events = createCalendarHolder({ dataDir: copy, clock, log });
  const liveRegistry = createLiveRegistry(registry);
  const keyUses = createKeyUses(registry, log);
  const address = siteAt(baseUrlOf(config), config);
  const site = () => address;
  const services = {
    moments: createMoments({ liveRegistry, snapshots, site }),
    bodies: createBodyCache(cachedBytes),
    calendar: createCalendarBodies({ calendar: events, site, clock }),
    site,
    log,
  };
  const key = env.TRACKRECORD_KEY ?? '';
  const session = {
    caller: () => callerWith(key, { liveRegistry, keyUses }),
    count: () => undefined,
    partToRead: (revision: string | undefined) =>
      answers === 'text' ? answers : partOfRevision(revision),
  };
  const watches = [snapshots.watch(), events.watch()];
  const stopFlushing = flushEveryMinute(keyUses);
  try {
    // Check the key now, so that the command ends with an error if the key is wrong.
    await session.caller().catch(asUsage);
    await Promise.all([snapshots.refresh(), events.refresh()]);
    const transport = new StdioServerTransport(process.stdin, exactOutput(process.stdout));
    const served = serveStdio(() => createMcpServer(session, services), {
      transport,
      onerror: ({ message }) => log.warn('could not answer a message', { reason: message }),
    });
    await Promise.race([untilStopped(), once(process.stdin, 'close'), once(process.stdin, 'end')]);
    await served.close();
  } finally {
    for (const stop of watches) stop();
    snapshots.close();
    events.close();
    await stopFlushing();
    await registry.close();
  }
  return exitCodes.done;
}

/** Returns the caller of the key, checked now; an anonymous caller without a key. */
async function callerWith(key: string, services: Parameters<typeof identify>[1]): Promise<Caller> {
  if (key === '') return { kind: 'anonymous' };
  const caller = await identify(key, services);
  if (caller.kind === 'refused') throw new ApiError('invalid_token');
  if (caller.kind === 'unverified') throw caller.error;
  return caller;
}

function asUsage(error: unknown): never {
  const isBad = error instanceof ApiError && error.status === 401;
  throw isBad
    ? new UsageError(
        'TRACKRECORD_KEY is not a valid key; set it to a key that "keys create" printed, or unset it',
      )
    : error;
}

/** Writes messages with exact large integers. */
const exactOutput = (stdout: NodeJS.WriteStream) =>
  new Writable({
    write: (message, _encoding, done) => void stdout.write(unmark(String(message)), done),
  });
