import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import type { RunResult } from '../../../pipeline/run/recorded.ts';
import { runAt } from '../../support/run-at.ts';
import { whileOpen } from '../../support/while-open.ts';
import { type Step, steps, writeFiles } from './steps.ts';

/** A data directory and its source. */
export interface Place {
  readonly root: string;
  readonly dataDir: DataDirectory;
  readonly source: string;
}

export const placeAt = (root: string): Place => ({
  root,
  dataDir: dataDirectory(join(root, 'data')),
  source: join(root, 'source'),
});

/** Calls the work with an empty place, and removes it afterwards. */
export async function withPlace<Result>(
  work: (place: Place) => Promise<Result>,
  parent: string = tmpdir(),
): Promise<Result> {
  const root = mkdtempSync(join(parent, 'trackrecord-faults-'));
  try {
    return await work(placeAt(root));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Copies a place in its state at some moment, without open files. */
export function copyPlace(from: Place, to: Place): void {
  for (const part of [({ dataDir }: Place) => dataDir.path, ({ source }: Place) => source]) {
    rmSync(part(to), { recursive: true, force: true });
    cpSync(part(from), part(to), { recursive: true });
  }
}

/** Adds the files of a step and the owners' decisions up to it. */
export async function prepare({ dataDir, source }: Place, step: Step): Promise<void> {
  writeFiles(source, step);
  await whileOpen(openRegistry({ dataDir, clock: () => new Date(step.asOf) }), async (registry) => {
    await applyRegistry(registry, step.decisions);
  });
}

/** Does the run of a step in this process. */
export async function runHere({ dataDir, source }: Place, step: Step): Promise<RunResult> {
  const clock = () => new Date(step.asOf);
  return whileOpen(openRegistry({ dataDir, clock }), async (registry) => {
    return await runAt(clock(), { dataDir, registry }, { sources: [source], full: step.isFull });
  });
}

/** Returns the command line of the run. */
export const commandOf = ({ dataDir, source }: Place, step: Step): string[] => [
  ...['run', '--data', dataDir.path, '--threads', '1', '--log-level', 'silent'],
  ...['--source', source, '--as-of', step.asOf, ...(step.isFull ? ['--full'] : [])],
];

/** Returns the step with this number. Throws if the number is unknown. */
export function stepAt(number: number): Step {
  const step = steps[number];
  if (!step) throw new Error(`there is no step ${number}`);
  return step;
}
