import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { markdownTable } from './figures.ts';

/** A figure that a bench measured, as texts. */
export interface Result {
  readonly bench: string;
  readonly figure: string;
  readonly measured: string;
  /** The most that it should be, or the least; empty if there is no goal. */
  readonly goal: string;
  /** Day on which it was measured, such as 2026-11-30. */
  readonly date: string;
  readonly machine: string;
}

const columns = ['bench', 'figure', 'measured', 'goal', 'date', 'machine'] as const;
const [begin, end] = ['<!-- results -->', '<!-- /results -->'];
/** Days after which somebody should run a bench again. */
const freshDays = 31;

/** Reads the results that a folder has, in the order in which they were first measured. */
export function readResults(docs: string): Result[] {
  const path = join(docs, 'results.csv');
  return existsSync(path) ? parse(readFileSync(path), { columns: true }) : [];
}

/**
 * Writes results into the table of a folder, and into its README between the `results` comments.
 * A result replaces an earlier one of the same bench and figure.
 */
export function writeResults(docs: string, measured: readonly Result[]): void {
  const keyOf = ({ bench, figure }: Result) => `${bench}\n${figure}`;
  const all = new Map([...readResults(docs), ...measured].map((result) => [keyOf(result), result]));
  const results = [...all.values()];
  const readme = join(docs, 'README.md');
  const [before, , after] = readFileSync(readme, 'utf8').split(new RegExp(`${begin}|${end}`));
  if (before === undefined || after === undefined) {
    throw new Error(`${readme} has no ${begin} before a ${end}`);
  }
  writeFileSync(
    join(docs, 'results.csv'),
    stringify(results, { header: true, columns: [...columns] }),
  );
  writeFileSync(readme, `${before}${begin}\n${resultsTable(results)}\n${end}${after}`);
}

/** Formats results as a Markdown table. Machines are numbered below it. */
export function resultsTable(results: readonly Result[]): string {
  const machines = [...new Set(results.map(({ machine }) => machine))];
  const rows = results.map(({ machine, ...result }) => [
    result.bench,
    result.figure,
    result.measured,
    result.goal,
    result.date,
    `${machines.indexOf(machine) + 1}`,
  ]);
  return [
    markdownTable([['bench', 'figure', 'measured', 'goal', 'date', 'machine'], ...rows]),
    '',
    ...machines.map((machine, at) => `${at + 1}. ${machine}`),
  ].join('\n');
}

/** Names the benches of which no result is younger than a month, with the day of their last. */
export function staleBenches(
  results: readonly Result[],
  benches: readonly string[],
  now: Date,
): string[] {
  const oldest = new Date(now.getTime() - freshDays * 24 * 60 * 60 * 1000).toISOString();
  const lastOf = (name: string) =>
    results.reduce((last, { bench, date }) => (bench === name && date > last ? date : last), '');
  return benches
    .filter((name) => lastOf(name) < oldest.slice(0, 10))
    .map((name) => `${name}: ${lastOf(name) || 'never'}`);
}
