import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currentCalendar } from '../../../pipeline/calendar/snapshot.ts';
import { currentVersion } from '../../../pipeline/publish/snapshot/publish.ts';
import { copyPlace, type Place, placeAt, prepare, runHere } from './place.ts';
import { type Answers, openReader, type Reader } from './reader.ts';
import { steps } from './steps.ts';

/** Published data and answers of runs without faults. */
export interface Expected {
  /** Digest of the published content: the end of the version's name. */
  readonly content: string;
  readonly calendar: string;
  /** Answers after the owners' decisions, before the run. */
  readonly during: Answers;
  readonly after: Answers;
  /** The place after the run. Nothing writes there any more. */
  readonly place: Place;
}

/** Returns digests of the published data of a place. */
export const publishedIn = ({ dataDir }: Place) => ({
  content: currentVersion(dataDir)?.replace(/^\d+-/, '') ?? 'nothing',
  calendar: currentCalendar(dataDir)?.replace(/^\d+-/, '') ?? 'nothing',
});

let history: { readonly root: string; readonly expected: Expected[] } | undefined;

/** Runs the first steps without faults, once per process, and keeps the result of each. */
export async function goThrough(count: number = steps.length): Promise<Expected[]> {
  history ??= begin();
  const { root, expected } = history;
  const place = placeAt(join(root, 'undisturbed'));
  let reader: Reader | undefined;
  try {
    for (const step of steps.slice(expected.length, count)) {
      if (expected.length > 0) reader ??= await openReader(place);
      await prepare(place, step);
      const during = (await reader?.answers()) ?? new Map();
      await runHere(place, step);
      reader ??= await openReader(place);
      await reader.refresh();
      const after = await reader.answers();
      const copy = placeAt(join(root, `after-${step.number}`));
      copyPlace(place, copy);
      expected.push({ ...publishedIn(place), during, after, place: copy });
    }
    return expected.slice(0, count);
  } finally {
    await reader?.close();
  }
}

/** Makes a place in its state after the first step. */
export async function copyFirst(place: Place): Promise<void> {
  const [first] = await goThrough(1);
  if (first) copyPlace(first.place, place);
}

function begin() {
  const root = mkdtempSync(join(tmpdir(), 'trackrecord-undisturbed-'));
  process.once('exit', () => rmSync(root, { recursive: true, force: true }));
  return { root, expected: [] };
}
