import { currentCalendar } from '../calendar/snapshot.ts';
import type { Config } from '../config.ts';
import { exitCodes } from '../errors.ts';
import { lastRuns, type RunRecord } from '../run-log.ts';
import { currentVersion } from '../snapshot/publish.ts';
import type { CommandIo } from './io.ts';

export interface StatusOptions {
  readonly json?: boolean;
}

const shownRuns = 10;

/** Tells the published versions and the last runs, newest first. */
export async function statusCommand(
  { dataDir }: Config,
  { json }: StatusOptions,
  io: CommandIo,
): Promise<number> {
  const version = currentVersion(dataDir);
  const calendar = currentCalendar(dataDir);
  const runs = lastRuns(dataDir, shownRuns).map(withDuration);
  if (json) {
    io.stdout(JSON.stringify({ version, calendar, runs }));
    return exitCodes.done;
  }
  io.stdout(`published: ${version ?? 'nothing yet; start with `trackrecord run`'}`);
  if (calendar !== null) io.stdout(`calendar: ${calendar}`);
  for (const run of runs) io.stdout(line(run));
  return exitCodes.done;
}

const withDuration = (run: RunRecord) => ({
  ...run,
  duration_seconds: (Date.parse(run.ended_at) - Date.parse(run.started_at)) / 1000,
});

function line(run: ReturnType<typeof withDuration>): string {
  const start = `${run.started_at}  ${run.outcome}  ${run.duration_seconds} s`;
  if (run.outcome === 'failed') return `${start}  ${run.error ?? ''}`;
  const rows = `${run.rows_loaded} rows loaded, ${run.rows_rejected} rejected`;
  return `${start}  ${rows}, ${run.accounts_computed} accounts computed, version ${run.version}`;
}
