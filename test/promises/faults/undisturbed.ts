import { currentCalendar } from '../../../pipeline/calendar/snapshot.ts';
import { currentVersion } from '../../../pipeline/snapshot/publish.ts';
import { copyPlace, type Place, placeAt, prepare, runHere } from './place.ts';
import { type Answers, openReader, type Reader } from './reader.ts';
import { steps } from './steps.ts';

/** What is published and answered where nothing goes wrong. */
export interface Expected {
  /** Digest of the published content, which is the end of a version's name. */
  readonly content: string;
  readonly calendar: string;
  /** Once owners have decided, before the run. */
  readonly during: Answers;
  readonly after: Answers;
  /** The place after the run; nothing writes there any more. */
  readonly place: Place;
}

/** Digests of what a place has published. */
export const publishedIn = ({ dataDir }: Place) => ({
  content: currentVersion(dataDir)?.replace(/^\d+-/, '') ?? 'nothing',
  calendar: currentCalendar(dataDir)?.replace(/^\d+-/, '') ?? 'nothing',
});

/** Goes through the first steps undisturbed and keeps what came of each. */
export async function goThrough(root: string, count: number = steps.length): Promise<Expected[]> {
  const place = placeAt(`${root}/undisturbed`);
  const expected: Expected[] = [];
  let reader: Reader | undefined;
  try {
    for (const step of steps.slice(0, count)) {
      await prepare(place, step);
      const during = (await reader?.answers()) ?? new Map();
      await runHere(place, step);
      reader ??= await openReader(place);
      await reader.refresh();
      const after = await reader.answers();
      const kept = placeAt(`${root}/after-${step.number}`);
      copyPlace(place, kept);
      expected.push({ ...publishedIn(place), during, after, place: kept });
    }
    return expected;
  } finally {
    await reader?.close();
  }
}
