import type { DataDirectory } from '../base/data-directory.ts';
import type { Log } from '../base/log.ts';
import type { Job } from '../schedule/jobs.ts';
import { machineOf } from '../snapshot/shared.ts';
import { type RunRecord, recordRun } from './run-log.ts';

/** Keeps a record of a job that was begun then, if a signal ends it. */
export type NoteKilled = (job: Job) => (signal: string) => Promise<void>;

/**
 * Records runs that a signal ended, which can't record themselves, such as those that ran out of
 * memory. `share` tells all machines.
 */
export const killedRuns =
  (
    dataDir: DataDirectory,
    clock: () => Date,
    share: (machine: string, record: RunRecord) => Promise<void>,
    log: Pick<Log, 'error'>,
  ): NoteKilled =>
  ({ name }) => {
    const begun = clock().toISOString();
    return async (signal) => {
      if (name !== 'accounts') return;
      try {
        const run = { run_id: begun, started_at: begun, ended_at: clock().toISOString() };
        const record = recordRun(dataDir, run, { error: `ended by ${signal}`, signal });
        await share(machineOf(dataDir), record);
      } catch (error) {
        log.error('run could not be recorded', { reason: String(error) });
      }
    };
  };
