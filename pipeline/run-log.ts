import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAbsent } from './files.ts';

/** What is kept of a run for `status`. */
export interface RunRecord {
  run_id: string;
  started_at: string;
  ended_at: string;
  outcome: 'published' | 'failed';
  rows_loaded: number;
  rows_rejected: number;
  files_failed: number;
  accounts_computed: number;
  version: string | null;
  error: string | null;
}

const fileName = 'runs.ndjson';

/** Adds a run to the log of runs. */
export function recordRun(
  dataDir: string,
  run: Pick<RunRecord, 'run_id' | 'started_at' | 'ended_at'>,
  outcome: Partial<RunRecord>,
): void {
  const record: RunRecord = {
    ...run,
    outcome: 'failed',
    rows_loaded: 0,
    rows_rejected: 0,
    files_failed: 0,
    accounts_computed: 0,
    version: null,
    error: null,
    ...outcome,
  };
  appendFileSync(join(dataDir, fileName), `${JSON.stringify(record)}\n`);
}

/** The last runs, newest first. */
export function lastRuns(dataDir: string, count: number): RunRecord[] {
  try {
    const lines = readFileSync(join(dataDir, fileName), 'utf8').split('\n').filter(isWhole);
    return lines
      .slice(-count)
      .reverse()
      .map((line): RunRecord => JSON.parse(line));
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

/** A process killed while it wrote leaves half a line. */
const isWhole = (line: string): boolean => line.startsWith('{') && line.endsWith('}');
