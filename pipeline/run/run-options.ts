import type { DataDirectory } from '../base/data-directory.ts';
import type { Log } from '../base/log.ts';
import type { Partition } from '../base/partition.ts';
import type { Progress } from '../base/stages.ts';
import type { Feeds } from '../calendar/feeds.ts';
import type { Registry } from '../registry/registry.ts';
import type { Machines } from './machines.ts';

/** Options of a run. */
export interface RunOptions {
  /** Accounts, portfolios and owners whose data this run removes, since they were deleted. */
  readonly deleted?: readonly string[];
  dataDir: DataDirectory;
  sources: readonly string[];
  /** Part of the owners to publish. Unset for all. */
  partition?: Partition | null;
  /** Addresses of calendar feeds, besides the sources. */
  feeds?: Feeds;
  /** Unset on one machine. */
  machines?: Machines;
  registry: Pick<Registry, 'accounts'> &
    Partial<
      Pick<
        Registry,
        | 'state'
        | 'hasAccounts'
        | 'ownerNames'
        | 'noteOperatorAccounts'
        | 'noteAccountsWithData'
        | 'settleMarks'
        | 'notePublications'
        | 'markTrail'
        | 'deletions'
      >
    > & {
      /** Reads the accounts of all partitions, if `accounts` reads those of one. */
      readonly everyAccount?: Registry['accounts'];
    };
  /** Computes every account, changed or not. */
  full?: boolean;
  /** Rebuilds every database from the sources. Without sources, the ledger names them. */
  rebuild?: boolean;
  /** Publishes with an empty registry even if the version in service has accounts of it. */
  emptyRegistry?: boolean;
  /** Fails the run, before it publishes, if a row or file is refused. */
  strict?: boolean;
  /** Instant that decides the current day, week, month and year. */
  asOf: Date;
  clock: () => Date;
  log: Log;
  /** Receives the progress of stages. If unset, each stage is a line of the log. */
  progress?: Progress;
  memoryLimit?: string | undefined;
  threads?: number | undefined;
  keepVersions?: number;
  /** Lowers the priority of the process. Called once much data is due to be loaded or computed. */
  giveWay?: () => void;
  /** Most trades of a chunk. If unset, 600,000, or fewer with a small memory limit. */
  chunkTrades?: number;
}
