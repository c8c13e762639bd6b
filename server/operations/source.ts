import { copyDirectory, type DataDirectory } from '../../pipeline/base/data-directory.ts';
import type { Log } from '../../pipeline/base/log.ts';
import { createCalendarReplica } from '../../pipeline/calendar/stored.ts';
import {
  createReplica,
  publishedHere,
  type Replica,
} from '../../pipeline/publish/snapshot/replica.ts';
import type { Shared } from '../../pipeline/publish/snapshot/shared.ts';
import { ownRuns, type RunsHolder, sharedRuns } from './runs-holder.ts';

/** Where what is served comes from: this machine's own runs, or a store that machines share. */
export interface PublishedSource {
  /** The data directory in which versions are read. */
  readonly dataDir: DataDirectory;
  readonly accounts: Replica;
  readonly calendar: Replica;
  readonly runs: RunsHolder;
  /** What has not happened for too long once the figures are too old. */
  readonly missed: string;
}

/** Serves what runs of this machine publish in its data directory. */
export const ownSource = (dataDir: DataDirectory, clock: () => Date): PublishedSource => ({
  dataDir,
  accounts: publishedHere(dataDir.current),
  calendar: publishedHere(dataDir.calendar.current),
  runs: ownRuns(dataDir, clock),
  missed: 'no run has published',
});

/** Serves a copy of what machines share. */
export function sharedSource(shared: Shared, own: DataDirectory, log: Log): PublishedSource {
  const dataDir = copyDirectory(own);
  const accounts = createReplica(shared, dataDir, log);
  return {
    dataDir,
    accounts,
    calendar: createCalendarReplica(shared, dataDir, log),
    runs: sharedRuns(shared.pointer.runs, accounts, log),
    missed: 'what this server has was not confirmed by a run',
  };
}
