import type { DataDirectory } from '../base/data-directory.ts';
import type { Log } from '../base/log.ts';
import type { Progress } from '../base/stages.ts';
import type { Feeds } from '../calendar/feeds.ts';
import type { Shared } from '../publish/snapshot/shared.ts';
import type { Registry } from '../registry/registry.ts';

/** Options of a run. */
export interface RunOptions {
  dataDir: DataDirectory;
  sources: readonly string[];
  /** Addresses of calendar feeds, besides the sources. */
  feeds?: Feeds;
  /** Store and pointer of several machines. Unset or null on one machine. */
  shared?: Shared | null;
  registry: Pick<Registry, 'accounts'> & Partial<Pick<Registry, 'noteOperatorAccounts'>>;
  /** Computes every account anew, whatever changed. */
  full?: boolean;
  /** Makes every database anew, from the sources or else from those of the ledger. */
  rebuild?: boolean;
  /** Publishes with a registry that is empty, also where what is in service came of one that was not. */
  emptyRegistry?: boolean;
  /** Any refused row or file fails the run before anything is published. */
  strict?: boolean;
  /** The instant that the current periods are taken at. */
  asOf: Date;
  clock: () => Date;
  log: Log;
  /** Hears of the stages; a line of the log each when unset. */
  progress?: Progress;
  memoryLimit?: string | undefined;
  threads?: number | undefined;
  keepVersions?: number;
  /** Trades that are computed together; a million, or fewer where the memory limit is small, when unset. */
  chunkTrades?: number;
}
