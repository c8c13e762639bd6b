import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { copyPlace, type Place, placeAt, prepare, stepAt } from './place.ts';
import { type Expected, goThrough } from './undisturbed.ts';

/** A place before a step, and the expected result of the step. */
export interface Stage {
  readonly before: Place;
  readonly at: Place;
  readonly number: number;
  readonly last: Expected;
  readonly wanted: Expected;
}

/** Runs the history up to a step. Faults will happen in that step. */
export async function stageOf(root: string, number: number): Promise<Stage> {
  const expected = await goThrough(number + 1);
  const [last, wanted] = expected.slice(-2);
  if (!last || !wanted) throw new Error('the first step has none before it');
  const before = placeAt(join(root, 'before'));
  copyPlace(last.place, before);
  await prepare(before, stepAt(number));
  const at = placeAt(join(root, 'at'));
  mkdirSync(at.root);
  return { before, at, number, last, wanted };
}
