import { dataDirectory } from '../base/data-directory.ts';
import { CommandError, exitCodes } from '../base/errors.ts';
import { createLog, type LogSettings } from '../base/log.ts';
import { openStore, type StoreAddress } from '../publish/store/open.ts';
import { StoreError } from '../publish/store/store.ts';
import type { ShardInput, ShardResult } from './batch.ts';
import { runShard } from './shard-run.ts';

// Process started by shard-child.ts. It computes the shards that it is sent, one after another.

export interface ShardTask {
  readonly input: ShardInput;
  /** The data directory of the shard. */
  readonly place: string;
  readonly store: StoreAddress;
  readonly memoryLimit: string | undefined;
  readonly threads: number | undefined;
  readonly logSettings: LogSettings;
}

/** Outcome of a shard: a result, or a fault and whether a retry would fail too. */
export type ShardAnswer =
  | {
      readonly result: ShardResult;
      /** Memory that the process holds afterwards. */
      readonly heldBytes?: number;
      readonly fault?: undefined;
      readonly isFinal?: undefined;
    }
  | { readonly result?: undefined; readonly fault: string; readonly isFinal: boolean };

// Without its parent, another machine will compute the shard.
process.once('disconnect', () => process.exit(1));

process.on('message', async ({ input, place, logSettings, ...task }: ShardTask) => {
  const store = await openStore(task.store);
  const answer = await runShard(input, {
    ...task,
    store,
    dataDir: dataDirectory(place),
    clock: () => new Date(),
    log: createLog(logSettings),
  }).then((result): ShardAnswer => ({ result, heldBytes: process.memoryUsage.rss() }), faultOf);
  store.close();
  process.send?.(answer);
});

/**
 * Describes an error. Our own errors would recur, except for a lock and for a store that does not
 * answer.
 */
function faultOf(error: unknown): ShardAnswer {
  const fault = error instanceof Error ? error.message : String(error);
  const isKnown = error instanceof CommandError && !(error instanceof StoreError);
  return { fault, isFinal: isKnown && error.exitCode !== exitCodes.locked };
}
