import type { Random } from '../../../../fixtures/demo/random.ts';
import { anyOf, type Change, inRow, withRows, withText } from './change.ts';
import type { Mutant } from './mutants.ts';
import type { Sample } from './samples.ts';
import type { Figures } from './second-reader.ts';
import { bytesOfSheet, type Form, sheetOf, textsOf } from './sheet.ts';

type Replace = (found: string, random: Random) => string;

/** Replaces the text in a place of those that a pattern finds. */
export function atRandom(text: string, pattern: RegExp, replace: Replace, random: Random): string {
  const places = [...text.matchAll(pattern)];
  if (places.length === 0) return text;
  const { 0: found, index } = random.pick(places);
  return text.slice(0, index) + replace(found, random) + text.slice(index + found.length);
}

/** Damages a cell of those in which a pattern finds a place. */
const inCell =
  (pattern: RegExp, replace: Replace): Change =>
  (sheet, random) => {
    const places = sheet.rows.flatMap(({ cells }, at) =>
      cells.flatMap(({ text }, place) => (text.search(pattern) < 0 ? [] : [[at, place] as const])),
    );
    if (places.length === 0) return sheet;
    const [at, place] = random.pick(places);
    const row = sheet.rows[at];
    const text = row?.cells[place]?.text;
    if (row === undefined || text === undefined) return sheet;
    const cells = withText(row.cells, place, atRandom(text, pattern, replace, random));
    return withRows(sheet, sheet.rows.with(at, { ...row, cells }));
  };

/** Damages of characters. The names of a table's columns and the words of its types count too. */
export const inTexts: Readonly<Record<string, readonly [RegExp, Replace]>> = {
  'a digit changed': [/\d/g, (digit, random) => `${(Number(digit) + random.whole(1, 9)) % 10}`],
  'a digit lost': [/\d/g, () => ''],
  'a digit doubled': [/\d/g, (digit) => digit + digit],
  'a sign lost': [/-(?=[\d ]+\.?\d*"?$)/g, () => ''],
  'a sign made up': [/(?<=^"?)(?=\d[\d ]*\.\d\d"?$)/g, () => '-'],
  'a point lost': [/\.(?=\d\d"?$)/g, () => ''],
  'a point made a comma': [/(?<=\d)\.(?=\d)/g, () => ','],
  'a blank made a comma': [/(?<=\d) (?=\d{3})/g, () => ','],
  'a number made a word': [/-?\d[\d ]*\.\d\d(?="?$)/g, () => 'much'],
  'a number replaced': [/-?\d[\d ]*\.\d\d(?="?$)/g, (_, random) => `${random.whole(1, 99_999)}.00`],
  'a type turned': [
    /(?<=^"?)(buy|sell|balance|credit|deposit|withdrawal|in|out|in\/out)(?="?$)/gi,
    (found, random) => {
      const type = random.pick(types.filter((each) => each !== found.toLowerCase()));
      return /^[A-Z]/.test(found) ? type.replace(/^./, (first) => first.toUpperCase()) : type;
    },
  ],
  'a year changed': [
    /\b20[12]\d\b/g,
    (year, random) => random.pick(['1985', '2150', `${Number(year) - 1}`, `${Number(year) + 1}`]),
  ],
};
const types = ['buy', 'sell', 'balance', 'credit', 'deposit', 'buy limit', 'sell stop'].concat([
  'close by',
  'in',
  'out',
]);

const damages: Readonly<Record<string, Change>> = {
  ...Object.fromEntries(
    Object.entries(inTexts).map(([name, [pattern, replace]]) => [name, inCell(pattern, replace)]),
  ),
  'two rows joined': (sheet, random) => {
    const at = random.whole(0, Math.max(0, sheet.rows.length - 2));
    const [row, next] = sheet.rows.slice(at, at + 2);
    if (row === undefined || next === undefined) return sheet;
    const joined = { ...row, cells: [...row.cells, ...next.cells] };
    return withRows(sheet, sheet.rows.toSpliced(at, 2, joined));
  },
  'two cells joined': inRow((cells, random) => {
    const at = random.whole(0, Math.max(0, cells.length - 2));
    const joined = withText(cells, at, `${cells[at]?.text ?? ''}${cells[at + 1]?.text ?? ''}`);
    return joined.toSpliced(at + 1, 1);
  }),
  'a cell lost': inRow((cells, random) => cells.toSpliced(anyOf(cells, random), 1)),
  'a cell doubled': inRow((cells, random) => {
    const at = anyOf(cells, random);
    return cells.toSpliced(at, 0, ...cells.slice(at, at + 1));
  }),
  'a row cut after a cell': inRow((cells, random) => cells.slice(0, anyOf(cells, random))),
};

/** Finds tags, delimiters, quotes, brackets and ends of lines. */
const marks: Readonly<Record<Exclude<Form, 'xlsx'>, RegExp>> = {
  html: /<\/?t[rdh][^>]*>|(?<=colspan=)\d+/gi,
  xml: /<\/?\w+>/g,
  csv: /[,;\t"]|\r?\n(?=.)/g,
  json: /[[\]{},:"]/g,
};

/** Removes, doubles or replaces what parts two cells or rows. */
export const atMark = (text: string, form: Exclude<Form, 'xlsx'>, random: Random): string =>
  atRandom(
    text,
    marks[form],
    (mark) =>
      /\d/.test(mark)
        ? `${Number(mark) + 1}`
        : random.pick(['', '', mark + mark, `${mark}"`, mark === ',' ? ';' : ',']),
    random,
  );

/** Damages of bytes, as of a bad disk or a broken download. */
const inBytes: Readonly<Record<string, (part: Buffer, random: Random) => Buffer>> = {
  'a bit flipped': (part, random) => {
    const flipped = Buffer.from(part);
    flipped[0] = (part[0] ?? 0) ^ (1 << random.whole(0, 7));
    return flipped;
  },
  'bytes zeroed': (part) => Buffer.alloc(part.length),
  'bytes removed': () => Buffer.alloc(0),
  'bytes repeated': (part) => Buffer.concat([part, part]),
};

/** Damages at most 400 bytes. Returns what was done, and the bytes. */
export function atBytes(bytes: Uint8Array, random: Random): readonly [name: string, Buffer] {
  const name = random.pick(Object.keys(inBytes));
  const at = random.whole(0, bytes.length - 1);
  const end = at + random.whole(1, 400);
  const part = Buffer.from(bytes.subarray(at, end));
  const changed = inBytes[name]?.(part, random) ?? part;
  const count = `${name}, ${part.length} after ${at}`;
  return [count, Buffer.concat([bytes.subarray(0, at), changed, bytes.subarray(end)])];
}

/** Makes a mutant whose cells, rows, marks or bytes are damaged in a single place. */
export function makeDamaged(sample: Sample, random: Random): Mutant {
  const { form, encoding } = sample;
  const rest = { isCut: false, hasOtherDates: false, isDamaged: true };
  const place = random.pick(['cells', 'cells', 'cells', 'marks', 'bytes'] as const);
  if (place === 'cells') {
    const name = random.pick(Object.keys(damages));
    const sheet = damages[name]?.(sample.sheet, random, sample) ?? sample.sheet;
    const right = rightOf(sample, textsOf(sheet));
    return { changes: [name], bytes: bytesOfSheet(sheet, encoding), right, ...rest };
  }
  const whole = bytesOfSheet(sample.sheet, encoding);
  if (form === 'xlsx') {
    const [name, bytes] = atBytes(whole, random);
    return { changes: [name], bytes, right: [sample.read(textsOf(sample.sheet))], ...rest };
  }
  const [name, bytes] =
    place === 'bytes'
      ? atBytes(whole, random)
      : ([
          'a mark damaged',
          Buffer.from(atMark(Buffer.from(whole).toString(encoding), form, random), encoding),
        ] as const);
  const right = rightOf(sample, textsOf(sheetOf(bytes.toString(encoding), form)));
  return { changes: [name], bytes, right, ...rest };
}

/**
 * Returns the figures that are right of damaged rows: those of the rows, or those of the whole
 * file. Figures that its printed totals confirm can be the whole file's only.
 */
export function rightOf(
  { sheet, read, totals }: Sample,
  texts: readonly (readonly string[])[],
): Figures[] {
  const whole = read(textsOf(sheet));
  const confirmed = Object.fromEntries(totals.map((name) => [name, whole[name]]));
  return [...[texts, distinct(texts)].map((each) => ({ ...read(each), ...confirmed })), whole];
}

/** Leaves out rows that come again. Short rows may be titles, which may come again. */
export const distinct = (texts: readonly (readonly string[])[]): (readonly string[])[] => [
  ...new Map(texts.map((row, at) => [row.length < 5 ? at : row.join('\n'), row])).values(),
];
