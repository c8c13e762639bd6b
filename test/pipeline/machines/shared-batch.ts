import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { type BatchOptions, runBatch } from '../../../pipeline/machines/coordinate.ts';
import { openQueue } from '../../../pipeline/machines/queue.ts';
import { runShard } from '../../../pipeline/machines/shard-run.ts';
import type { ShardStore } from '../../../pipeline/machines/state.ts';
import type { RunResult } from '../../../pipeline/run/recorded.ts';
import type { SharedDesk } from '../commands/shared-desk.ts';
import { asOf } from '../desk.ts';
import { furnishedShard } from './furnished-shard.ts';

/**
 * Runs a batch of a desk's source from a data directory that coordinates. Shards are computed in
 * this process. With a database address, its jobs are removed as the queue of a real batch does.
 */
export const runSharedBatch = (
  { desk, shared, machine }: SharedDesk,
  shards: ShardStore,
  dataDir: DataDirectory,
  options: Partial<BatchOptions> = {},
  databaseUrl?: string,
): Promise<RunResult> =>
  runBatch({
    dataDir,
    shared,
    shards,
    asOf,
    clock: () => asOf,
    log: silentLog,
    threads: 1,
    sources: [desk.source],
    registry: { accounts: async () => desk.registered },
    async openQueue() {
      const checkStore = async () => null;
      const queue =
        databaseUrl === undefined ? null : await openQueue(databaseUrl, silentLog, { checkStore });
      return {
        async compute(input) {
          const worker = machine(`worker-${input.shard}`);
          return runShard(JSON.parse(JSON.stringify(await furnishedShard(input, worker))), {
            store: shared.store,
            clock: () => asOf,
            log: silentLog,
            threads: 1,
            dataDir: worker,
          });
        },
        close: async () => queue?.close(),
      };
    },
    ...options,
  });

/** Splits without a machine that computes: the parts stay and wait. */
export async function splitOnly(
  world: SharedDesk,
  shards: ShardStore,
  dataDir: DataDirectory,
): Promise<void> {
  const message = 'no machine is there';
  const openQueue = async () => {
    throw new Error(message);
  };
  const said = await runSharedBatch(world, shards, dataDir, { openQueue }).then(
    () => 'it was published',
    (error: Error) => error.message,
  );
  if (said !== message) throw new Error(said);
}
