import { whileOpen } from '../../support/while-open.ts';
import type { Ended } from './commands.ts';
import { allowedIn, differing } from './killing.ts';
import { runHere, stepAt } from './place.ts';
import { openReader } from './reader.ts';
import type { Stage } from './stage.ts';
import { publishedIn } from './undisturbed.ts';
import { faultsAfter, warehouseDifferences } from './whole.ts';

/**
 * Lists damage after a fault: at once, for readers, and for the next run. Empty without damage.
 */
export async function afterFault(stage: Stage, ended: Ended, isKilled: boolean): Promise<string[]> {
  const { at, wanted, number } = stage;
  const faults = [
    ...untruths(stage, ended),
    ...(isKilled ? [] : unclear(ended)),
    ...(await misread(stage)),
  ];
  const failure = await runHere(at, stepAt(number)).then(
    () => null,
    (error: unknown) => String(error),
  );
  if (failure !== null) return [...faults, `the next run failed: ${failure}`];
  const after = [
    ...(await faultsAfter(at, wanted)),
    ...(await warehouseDifferences(at, wanted.place)),
  ];
  return [...faults, ...after.map((fault) => `after the next run, ${fault}`)];
}

/**
 * Lists problems of the version in service: it must be the old one or the new one, and the one that
 * the run named.
 */
function untruths({ at, last, wanted }: Stage, { exitCode, stderr }: Ended): string[] {
  const faults: string[] = [];
  for (const kind of ['content', 'calendar'] as const) {
    const published = publishedIn(at)[kind];
    const isNew = published === wanted[kind];
    if (!isNew && published !== last[kind]) faults.push(`${kind} ${published} is published`);
    if (exitCode === 0 && !isNew) faults.push(`a false success: ${kind} ${published}`);
    const isSaid = stderr.includes(`${published} is in service`) || stderr.includes('is published');
    if (exitCode === 1 && isNew && wanted[kind] !== last[kind] && !isSaid) {
      faults.push(`said nothing of what is in service: ${stderr.trim()}`);
    }
  }
  return faults;
}

/** Lists failed runs that did not end with one line that says what to do. */
function unclear({ exitCode, stderr }: Ended): string[] {
  if (exitCode === 0) return [];
  if (exitCode === null) return ['it crashed'];
  const faults = exitCode === 1 ? [] : [`exit code ${exitCode}`];
  const lines = stderr.trimEnd().split('\n');
  if (lines.length !== 1 || lines[0] === '') faults.push(`said ${JSON.stringify(stderr)}`);
  if (/unexpected/.test(stderr)) faults.push(`unclear: ${stderr.trim()}`);
  return faults;
}

/** Lists answers of a server that fit neither the version before nor the new one. */
async function misread({ at, last, wanted, number }: Stage): Promise<string[]> {
  return whileOpen(openReader(at), async (reader) => {
    const expected = [];
    expected[number - 1] = last;
    expected[number] = wanted;
    return differing(await reader.answers(), allowedIn(expected, stepAt(number)));
  });
}
