import { appendFileSync, readFileSync } from 'node:fs';
import type { DataDirectory } from '../base/data-directory.ts';
import { isAbsent, replaceFile } from '../base/files.ts';
import type { CodedReason } from '../base/reasons/reason.ts';
import type { StageCosts } from '../base/stages.ts';
import type { WaitingAccount } from '../base/waiting-accounts.ts';
import type { WithheldRecord } from './withheld.ts';

/** Record of a run for `status`. */
export interface RunRecord {
  run_id: string;
  started_at: string;
  ended_at: string;
  outcome: 'published' | 'failed';
  rows_loaded: number;
  rows_rejected: number;
  files_failed: number;
  accounts_computed: number;
  accounts_held_back: number;
  /** First withheld accounts, with reasons. */
  held_back: readonly WithheldRecord[];
  /**
   * Number of accounts with a delivery that could not be loaded. `waiting` has the first of them.
   */
  accounts_waiting: number;
  waiting: readonly WaitingAccount[];
  /** Warnings for the operator, one line each, such as accounts that do not reconcile. */
  warnings: readonly string[];
  version: string | null;
  /** Null for a run that published. */
  error: CodedReason | null;
  /** Signal that ended the process, reported by the scheduler. */
  signal?: string;
  /** Work and time of each stage. Null if the run never began. */
  stages: StageCosts | null;
}

/** Most withheld accounts that a record names. */
export const maxNamedWithheld = 20;

/** Most waiting accounts that a record names. Their owners learn of it nowhere else. */
export const maxNamedWaiting = 100;

/**
 * Size at which the older half is removed: about ten days of a run every five minutes, or three if
 * each warns of ten accounts.
 */
const maxCharacters = 2_000_000;

/**
 * Appends a run to the run log as a line of JSON, and returns it. Fields missing in `outcome` are 0
 * or null, and the run counts as failed.
 */
export function recordRun(
  dataDir: DataDirectory,
  run: Pick<RunRecord, 'run_id' | 'started_at' | 'ended_at'>,
  outcome: Partial<RunRecord>,
): RunRecord {
  const record: RunRecord = {
    ...run,
    outcome: 'failed',
    rows_loaded: 0,
    rows_rejected: 0,
    files_failed: 0,
    accounts_computed: 0,
    accounts_held_back: 0,
    held_back: [],
    accounts_waiting: 0,
    waiting: [],
    warnings: [],
    version: null,
    error: null,
    stages: null,
    ...outcome,
  };
  const path = dataDir.runs;
  appendFileSync(path, `${JSON.stringify(record)}\n`);
  const text = readText(path);
  if (text.length > maxCharacters) {
    replaceFile(path, text.slice(text.indexOf('\n', text.length / 2) + 1));
  }
  return record;
}

/**
 * Returns at most `count` of the last runs, newest first. Empty without a log. Incomplete lines are
 * left out.
 */
export function lastRuns(dataDir: DataDirectory, count: number): RunRecord[] {
  const runs: RunRecord[] = [];
  for (const line of readText(dataDir.runs).split('\n').reverse()) {
    if (runs.length === count) break;
    const run = parse(line);
    if (run) runs.push(run);
  }
  return runs;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isAbsent(error)) return '';
    throw error;
  }
}

/**
 * Parses a line of the log, or returns null. A process that was killed while writing leaves half a
 * line, and the next record follows on the same line.
 */
function parse(line: string): RunRecord | null {
  const start = line.lastIndexOf('{"run_id"');
  try {
    return start < 0 ? null : JSON.parse(line.slice(start));
  } catch {
    return null;
  }
}
