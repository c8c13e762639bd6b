import { rmSync } from 'node:fs';
import { asFileFault } from '../base/errors.ts';
import { reasonOf } from '../base/reasons/reason.ts';
import { logStages, type StageCosts, Stages } from '../base/stages.ts';
import type { WaitingAccount } from '../base/waiting-accounts.ts';
import type { LoadReport } from '../load/report.ts';
import { tidy } from './after-run.ts';
import { oneMachine } from './machines.ts';
import { maxNamedWaiting, maxNamedWithheld, type RunRecord, recordRun } from './run-log.ts';
import type { RunOptions } from './run-options.ts';
import { type Withheld, withheldRecord } from './withheld.ts';

/** Result of a run that published. */
export interface RunResult {
  version: string;
  /** Version of the calendar. Null if no calendar was ever loaded. */
  calendar: string | null;
  /** False if the published version already had this content. */
  isNew: boolean;
  load: LoadReport;
  accountsComputed: number;
  /** Number of accounts and portfolios whose published figures were restated. */
  restated: number;
  /** Accounts and portfolios whose newest data is not published. */
  heldBack: Withheld[];
  /** Accounts with a delivery that could not be loaded. */
  waiting: readonly WaitingAccount[];
  /** Warnings for the operator, one line each. */
  warnings: string[];
  costs: StageCosts;
}

/**
 * Runs `work`, records its outcome in the run log, and removes temporary files. Throws before
 * `work` if the shared store cannot be written.
 */
export async function runRecorded(
  options: Pick<RunOptions, 'dataDir' | 'machines' | 'clock' | 'log' | 'progress'>,
  work: (runId: string, stages: Stages) => Promise<RunResult>,
): Promise<RunResult> {
  const { dataDir, machines = oneMachine, clock, log } = options;
  const runId = clock().toISOString();
  const record = async (outcome: Partial<RunRecord>): Promise<void> => {
    const run = { run_id: runId, started_at: runId, ended_at: clock().toISOString() };
    try {
      await machines.share(dataDir, recordRun(dataDir, run, outcome));
    } catch (error) {
      log.error('run could not be recorded', { reason: String(error) });
    }
  };
  const stages = new Stages(options.progress ?? logStages(log));
  try {
    await machines.probe(dataDir);
    const result = await work(runId, stages);
    await record({
      outcome: 'published',
      rows_loaded: result.load.rowsLoaded,
      rows_rejected: result.load.rowsRejected,
      files_failed: result.load.failures.length,
      accounts_computed: result.accountsComputed,
      accounts_held_back: result.heldBack.length,
      held_back: result.heldBack.slice(0, maxNamedWithheld).map(withheldRecord),
      accounts_waiting: result.waiting.length,
      waiting: result.waiting.slice(0, maxNamedWaiting),
      warnings: result.warnings,
      version: result.version,
      stages: result.costs,
    });
    return result;
  } catch (error) {
    stages.fail(error);
    await record({
      outcome: 'failed',
      error: reasonOf(asFileFault(error, dataDir.path)),
      stages: stages.costs,
    });
    throw error;
  } finally {
    await tidy('temporary files are not deleted', log, () =>
      rmSync(dataDir.temporary, { recursive: true, force: true }),
    );
    log.info('run ended', { run_id: runId });
  }
}
