import type { Random } from '../../../../fixtures/demo/random.ts';
import { insides, type Tree } from './answers-reader.ts';
import { atBytes, atMark, atRandom, inTexts } from './damages.ts';
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

/** Damages a value in which a pattern finds a place, and keeps it a number if it still is one. */
const inValue =
  (pattern: RegExp, replace: (found: string, random: Random) => string): Change =>
  (tree, random) => {
    const places = [...insides(tree)].flatMap((inside) =>
      Object.entries(inside).flatMap(([name, value]) =>
        /^(string|number)$/.test(typeof value) && `${value}`.search(pattern) >= 0
          ? [{ inside, name, value }]
          : [],
      ),
    );
    if (places.length === 0) return;
    const { inside, name, value } = random.pick(places);
    const text = atRandom(`${value}`, pattern, replace, random);
    const isNumber = typeof value === 'number' && /^-?[\d.]+$/.test(text);
    Reflect.set(inside, name, isNumber ? Number(text) : text);
  };

const changes: Readonly<Record<string, Change>> = {
  ...Object.fromEntries(
    Object.entries(inTexts).map(([name, [pattern, replace]]) => [name, inValue(pattern, replace)]),
  ),
  'a word changed': inValue(/^(Filled|FILLED|BUY|SELL|buy|sell)$/g, (word) => `${word}X`),
  'an enumeration changed': inValue(/^[12]$/g, () => '9'),
  'a value of another type': (tree, random) => {
    const row = random.pick(rows(tree).filter((each) => placesIn(each).length > 0));
    Reflect.set(row, random.pick(placesIn(row)), random.pick([null, {}, [], ['x'], 7, 'much']));
  },
  'a row of another type': (tree, random) => {
    const table = random.pick(tables(tree));
    table[random.whole(0, table.length - 1)] = random.pick([null, 7, 'x', {}, []]);
  },
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

/** Makes a mutant of answers: with other values, damaged as a text, or cut off. */
export function makeAnswersMutant({ tree, read }: Answers, random: Random): Mutant {
  if (random.chance(0.2)) return makeTextMutant({ tree, read }, random);
  const changed = structuredClone(tree);
  const name = random.pick(Object.keys(changes));
  changes[name]?.(changed, random);
  const bytes = Buffer.from(JSON.stringify(changed));
  const rest = { isCut: false, hasOtherDates: false, isDamaged: true };
  const right = / lost| removed/.test(name) ? [read(changed)] : [read(changed), read(tree)];
  if (random.chance(0.9)) return { changes: [name], bytes, right, ...rest };
  const at = random.whole(0, bytes.length - 1);
  const cut = `cut off after ${at} of ${bytes.length} bytes`;
  return { changes: [name, cut], bytes: bytes.subarray(0, at), right, ...rest };
}

/** Damages the text of answers. What is no JSON any more must not be read. */
function makeTextMutant({ tree, read }: Answers, random: Random): Mutant {
  const text = JSON.stringify(tree);
  const kind = random.pick(['a member twice', 'a mark damaged', 'bytes'] as const);
  const [name, bytes] = kind === 'bytes' ? atBytes(Buffer.from(text), random) : [kind, null];
  const twice = /"\w+":("[^"]*"|-?\d[\d.]*)(?=[,}])/g;
  const changed =
    bytes?.toString() ??
    (kind === 'a member twice'
      ? atRandom(text, twice, (member) => `${member.replace(/:.*/, ':"0"')},${member}`, random)
      : atMark(text, 'json', random));
  return {
    changes: [name],
    bytes: bytes ?? Buffer.from(changed),
    right: [...(isJson(changed) ? [read(JSON.parse(changed))] : []), read(tree)],
    isCut: false,
    hasOtherDates: false,
    isDamaged: true,
  };
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
