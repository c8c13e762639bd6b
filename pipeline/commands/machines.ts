import { CommandError, exitCodes } from '../base/errors.ts';
import { createLog } from '../base/log.ts';
import type { Config } from '../config/config.ts';
import { runBatch } from '../machines/coordinate.ts';
import { openQueue } from '../machines/queue.ts';
import { openShards } from '../machines/state.ts';
import { startWork } from '../machines/worker.ts';
import { machineOf } from '../publish/snapshot/shared.ts';
import { checkStore } from '../publish/store/probe.ts';
import { untilStopped } from '../schedule/stop-signal.ts';
import { withInstallation } from './installation.ts';
import type { CommandIo } from './io.ts';
import { isWatched, withStages } from './progress.ts';
import { feedsOf, reportRun } from './run.ts';
import { foldersOf } from './sources.ts';
import { withRegistry } from './with-registry.ts';

interface CoordinateOptions {
  readonly source?: readonly string[];
  readonly shards?: string;
  readonly strict?: boolean;
  readonly emptyRegistry?: boolean;
}

interface WorkCommandOptions {
  readonly concurrency?: string;
}

/** Runs one batch whose accounts are computed by whatever machines work; 3 as `run` has it. */
export async function coordinateCommand(
  config: Config,
  { source = [], shards, strict = false, emptyRegistry = false }: CoordinateOptions,
  io: CommandIo,
): Promise<number> {
  const result = await withInstallation(config, async (installation) => {
    const shared = installation.shared(needsShared('coordinate'));
    const count = shards === undefined ? null : wholeNumber('--shards', shards, 1024);
    const sources = await foldersOf(source, config, createLog(config));
    return withRegistry(config, io, async (registry) => {
      const store = await openShards(shared.databaseUrl, count);
      try {
        return await withStages(createLog(config), isWatched(config, io), (log, progress) =>
          runBatch({
            dataDir: config.dataDir,
            shared,
            shards: store,
            sources,
            strict,
            log,
            progress,
            emptyRegistry,
            registry,
            feeds: feedsOf(config),
            asOf: io.clock(),
            clock: io.clock,
            memoryLimit: config.memoryLimit ?? undefined,
            threads: config.threads ?? undefined,
            keepVersions: config.keepVersions,
            openQueue: () =>
              openQueue(shared.databaseUrl, log, {
                checkStore: () => checkStore(shared.store, machineOf(config.dataDir)),
              }),
          }),
        );
      } finally {
        await store.close();
      }
    });
  });
  return reportRun(result, io);
}

/** Computes shards until it is stopped, and finishes those it has begun. */
export async function workCommand(
  config: Config,
  { concurrency = '1' }: WorkCommandOptions,
): Promise<number> {
  const { databaseUrl, store: address } = config;
  if (address === null || databaseUrl === null) {
    throw new CommandError(needsShared('work'), exitCodes.usage);
  }
  const log = createLog(config);
  const stopped = untilStopped();
  const work = await startWork({
    databaseUrl,
    dataDir: config.dataDir,
    log,
    logSettings: { logLevel: config.logLevel, logFormat: config.logFormat },
    store: { address, endpoint: config.storeEndpoint, region: config.storeRegion },
    concurrency: wholeNumber('--concurrency', concurrency, 64),
    memoryLimit: config.memoryLimit ?? undefined,
    threads: config.threads ?? undefined,
  });
  log.info('working', { concurrency: Number(concurrency) });
  log.info('stopping', { signal: await stopped });
  await work.close();
  return exitCodes.done;
}

const needsShared = (command: string): string =>
  `${command}: needs TRACKRECORD_STORE and DATABASE_URL, which all machines share; on one machine use \`trackrecord run\``;

function wholeNumber(option: string, text: string, limit: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= limit) return number;
  throw new CommandError(
    `${option} ${text}: not a whole number from 1 to ${limit}`,
    exitCodes.usage,
  );
}
