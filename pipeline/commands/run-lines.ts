import { inEnglish } from '../base/reasons/reason.ts';
import { withNoun } from '../base/with-noun.ts';
import { inColumns } from './columns.ts';
import type { ShownRun } from './shared-status.ts';

/** Number of lines about runs, at most. */
const maxLines = 10;

type TimedRun = ShownRun & { readonly duration_seconds: number };

/**
 * Lists runs in aligned columns, newest first. Two or more runs in a row that changed nothing
 * become one line, such as `12 runs with nothing new since 2024-06-12T08:10:00Z`. Takes the newest
 * run first, and expects times in UTC.
 */
export function runLines(runs: readonly TimedRun[]): string[] {
  const groups: TimedRun[][] = [];
  let wasQuiet = false;
  for (const [at, run] of runs.entries()) {
    const isQuiet = isWithoutNews(run, runs.slice(at + 1));
    if (isQuiet && wasQuiet) groups.at(-1)?.push(run);
    else groups.push([run]);
    wasQuiet = isQuiet;
  }
  return inColumns(groups.slice(0, maxLines).map(cellsOf));
}

/**
 * Returns true for a run that loaded, refused and computed nothing, and left accounts as they were.
 */
function isWithoutNews(run: ShownRun, earlier: readonly ShownRun[]): boolean {
  const before = earlier.find(({ outcome }) => outcome === 'published') ?? run;
  return (
    run.outcome === 'published' &&
    [run.rows_loaded, run.rows_rejected, run.files_failed, run.accounts_computed].every(
      (count) => count === 0,
    ) &&
    run.version === before.version &&
    run.accounts_held_back === before.accounts_held_back &&
    run.accounts_waiting === before.accounts_waiting
  );
}

function cellsOf(group: readonly TimedRun[]): string[] {
  const [run, ...others] = group;
  if (run === undefined) return [];
  const start = [...(run.machine === undefined ? [] : [run.machine]), inSeconds(run.started_at)];
  const first = others.at(-1);
  if (first !== undefined) {
    return [...start, `${group.length} runs with nothing new since ${inSeconds(first.started_at)}`];
  }
  const timed = [...start, run.outcome, `${run.duration_seconds} s`];
  if (run.outcome === 'failed') return [...timed, run.error === null ? '' : inEnglish(run.error)];
  const held = run.accounts_held_back ? `, ${run.accounts_held_back} held back` : '';
  const unread = run.files_failed ? `, ${withNoun(run.files_failed, 'file')} not read` : '';
  return [
    ...timed,
    `${withNoun(run.rows_loaded, 'row')} loaded, ${run.rows_rejected} rejected${unread}`,
    `${withNoun(run.accounts_computed, 'account')} computed${held}`,
    `version ${run.version}`,
  ];
}

/** Shortens an instant to whole seconds. */
const inSeconds = (instant: string): string => instant.replace(/\.\d+Z$/, 'Z');
