import type { DataDirectory } from '../base/data-directory.ts';
import type { Log } from '../base/log.ts';
import { makeReason } from '../base/reasons/reason.ts';
import type { Machines } from './machines.ts';
import { recordRun } from './run-log.ts';

/** Notes when a job begins; the answer records it if a signal ends it. */
export type NoteKilled = (job: string) => (signal: string) => Promise<void>;

/**
 * Records runs that a signal ended, which can't record themselves, such as those that ran out of
 * memory. `share` tells all machines.
 */
export const killedRuns =
  (
    dataDir: DataDirectory,
    clock: () => Date,
    share: Machines['share'],
    log: Pick<Log, 'error'>,
  ): NoteKilled =>
  (job) => {
    const begun = clock().toISOString();
    return async (signal) => {
      if (job !== 'accounts') return;
      try {
        const run = { run_id: begun, started_at: begun, ended_at: clock().toISOString() };
        await share(
          dataDir,
          recordRun(dataDir, run, { error: makeReason('run_ended_by', { signal }), signal }),
        );
      } catch (error) {
        log.error('run could not be recorded', { reason: String(error) });
      }
    };
  };
