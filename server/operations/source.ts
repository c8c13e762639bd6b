import { copyDirectory, type DataDirectory } from '../../pipeline/base/data-directory.ts';
import type { Log } from '../../pipeline/base/log.ts';
import { type Partition, wholePartition } from '../../pipeline/base/partition.ts';
import { createCalendarReplica } from '../../pipeline/calendar/replica.ts';
import { publishedHere, type Replica } from '../../pipeline/publish/snapshot/replica.ts';
import {
  createReplicaSet,
  type LatePartition,
} from '../../pipeline/publish/snapshot/replica-set.ts';
import {
  openShared,
  type Shared,
  type SharedSettings,
} from '../../pipeline/publish/snapshot/shared.ts';
import { ownRuns, type RunsHolder, sharedRuns } from './runs-holder.ts';

/** Source of the published data: runs of this machine, or a store that machines share. */
export interface PublishedSource {
  /** Data directory with the published versions. */
  readonly dataDir: DataDirectory;
  readonly accounts: Replica;
  readonly calendar: Replica;
  readonly runs: RunsHolder;
  /** Partitions that are served. Without partitions it is one. */
  readonly inService: () => readonly Partition[];
  /** Ages of partitions; empty without partitions. */
  readonly partitions: () => readonly LatePartition[];
  /** Start of the sentence that says why figures are too old, such as `no run has published`. */
  readonly staleReason: string;
  close(): Promise<void>;
}

/** Creates the source for data that runs of this machine publish. */
export const ownSource = (dataDir: DataDirectory, clock: () => Date): PublishedSource => ({
  dataDir,
  accounts: publishedHere(dataDir.current),
  calendar: publishedHere(dataDir.calendar.current),
  runs: ownRuns(dataDir, clock),
  inService: () => [wholePartition],
  partitions: () => [],
  staleReason: 'no run has published',
  close: async () => {},
});

/** Creates the source that the settings name. */
export async function openSource(
  config: SharedSettings & { readonly dataDir: DataDirectory },
  clock: () => Date,
  log: Log,
): Promise<PublishedSource> {
  const shared = await openShared(config);
  return shared === null
    ? ownSource(config.dataDir, clock)
    : sharedSource(shared, config.dataDir, log);
}

/** Creates the source for a copy of data that machines share. */
function sharedSource(shared: Shared, own: DataDirectory, log: Log): PublishedSource {
  const dataDir = copyDirectory(own);
  const accounts = createReplicaSet(shared, dataDir, log);
  return {
    dataDir,
    accounts,
    calendar: createCalendarReplica(shared, dataDir, log),
    runs: sharedRuns(shared.pointer.runs, accounts, log),
    inService: accounts.partitions,
    partitions: accounts.ages,
    staleReason: 'no run has confirmed the figures of this server',
    close: () => shared.close(),
  };
}
