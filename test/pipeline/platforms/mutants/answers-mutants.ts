import type { Random } from '../../../../fixtures/demo/random.ts';
import { insides, type Tree } from './answers-reader.ts';
import type { Mutant } from './mutants.ts';
import type { Figures } from './second-reader.ts';

/** Answers of an API, and the second reader that knows them. */
export interface Answers {
  readonly tree: Tree;
  readonly read: (tree: Tree) => Figures;
}

type Change = (tree: Tree, random: Random) => void;

/** Lists of rows: of objects, or of lists of values. */
const tables = (tree: Tree): Tree[][] =>
  [...insides(tree)].filter(
    (each): each is Tree[] =>
      Array.isArray(each) && each.some((row) => row !== null && typeof row === 'object'),
  );
const rows = (tree: Tree): (Tree[] | { [name: string]: Tree })[] =>
  tables(tree).flatMap((table) =>
    table.flatMap((row) => (row !== null && typeof row === 'object' ? [...insides(row)] : [])),
  );
const placesIn = (row: object): string[] => Object.keys(row);

function swap(
  [row, other]: readonly [object, object],
  [place, next]: readonly [string, string],
): void {
  const [one, two] = [Reflect.get(row, place), Reflect.get(other, next)];
  Reflect.set(row, place, two);
  Reflect.set(other, next, one);
}

const changes: Readonly<Record<string, Change>> = {
  'a row removed': (tree, random) => {
    const table = random.pick(tables(tree));
    table.splice(random.whole(0, table.length - 1), 1);
  },
  'a row doubled': (tree, random) => {
    const table = random.pick(tables(tree));
    table.splice(random.whole(0, table.length), 0, structuredClone(random.pick(table)));
  },
  'rows reversed': (tree, random) => {
    random.pick(tables(tree)).reverse();
  },
  'two values swapped': (tree, random) => {
    const row = random.pick(rows(tree).filter((each) => placesIn(each).length > 1));
    swap([row, row], [random.pick(placesIn(row)), random.pick(placesIn(row))]);
  },
  'values of two rows swapped': (tree, random) => {
    const [row, other] = [random.pick(rows(tree)), random.pick(rows(tree))];
    const place = random.pick(placesIn(row));
    if (place in other) swap([row, other], [place, place]);
  },
  'a value emptied': (tree, random) => {
    const row = random.pick(rows(tree).filter((each) => placesIn(each).length > 0));
    Reflect.set(row, random.pick(placesIn(row)), random.pick(['', null]));
  },
  'a value lost': (tree, random) => {
    const row = random.pick(rows(tree).filter((each) => placesIn(each).length > 0));
    const place = random.pick(placesIn(row));
    if (Array.isArray(row)) row.splice(Number(place), 1);
    else delete row[place];
  },
  'a name changed': (tree, random) => {
    const row = random.pick([...insides(tree)].filter((each) => placesIn(each).length > 0));
    const place = random.pick(placesIn(row));
    if (Array.isArray(row)) return;
    const value = row[place] ?? null;
    delete row[place];
    row[`${place}2`] = value;
  },
};

/** Makes a mutant of answers: changed, and some of them cut off. */
export function makeAnswersMutant({ tree, read }: Answers, random: Random): Mutant {
  const changed = structuredClone(tree);
  const name = random.pick(Object.keys(changes));
  changes[name]?.(changed, random);
  const bytes = Buffer.from(JSON.stringify(changed));
  const rest = { isCut: false, hasOtherDates: false };
  const right = /swapped|doubled|reversed|emptied|changed/.test(name)
    ? [read(changed), read(tree)]
    : [read(changed)];
  if (random.chance(0.9)) return { changes: [name], bytes, right, ...rest };
  const at = random.whole(0, bytes.length - 1);
  const cut = `cut off after ${at} of ${bytes.length} bytes`;
  return { changes: [name, cut], bytes: bytes.subarray(0, at), right, ...rest };
}
