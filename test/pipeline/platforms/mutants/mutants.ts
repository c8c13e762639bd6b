import type { Random } from '../../../../fixtures/demo/random.ts';
import { makeAnswersMutant } from './answers-mutants.ts';
import { anyOf, type Change, inRow, withRows, withText } from './change.ts';
import { distinct, makeDamaged, rightOf } from './damages.ts';
import type { Sample } from './samples.ts';
import type { DateOrder, Figures } from './second-reader.ts';
import { bytesOfSheet, type Row, type Sheet, sheetOf, textOfSheet, textsOf } from './sheet.ts';

/** Damaged or rewritten file. */
export interface Mutant {
  /** Changes in the order in which they were made. */
  readonly changes: readonly string[];
  readonly bytes: Uint8Array;
  /** Figures that are right: of the rows that are left, or of the whole file. */
  readonly right: readonly Figures[];
  /** True if the file was cut off, so that a list can lack an end that nothing shows. */
  readonly isCut: boolean;
  /** True if dates have another order of day and month, which nothing may show. */
  readonly hasOtherDates: boolean;
  /** True if what the file says was changed, so that an import often has something to say. */
  readonly isDamaged: boolean;
}

/** Changes of what a file says. The figures of its rows are right, or something is said. */
const contents: Readonly<Record<string, Change>> = {
  'rows removed': (sheet, random) => {
    const count = random.chance(0.7) ? 1 : random.whole(2, 20);
    return withRows(sheet, sheet.rows.toSpliced(anyOf(sheet.rows, random), count));
  },
  'a row doubled': (sheet, random) => {
    const [at = 0, place = 0] = rowsOfTable(sheet, random, 1);
    const row = sheet.rows[at];
    return row ? withRows(sheet, sheet.rows.toSpliced(place, 0, row)) : sheet;
  },
  'two rows swapped': (sheet, random) => {
    const [one = 0, other = 0] = rowsOfTable(sheet, random, 2);
    const [first, second] = [sheet.rows[one], sheet.rows[other]];
    if (!first || !second) return sheet;
    return withRows(sheet, sheet.rows.with(one, second).with(other, first));
  },
  'rows reversed': (sheet, random) => {
    const places = rowsOfTable(sheet, random, random.whole(2, 40)).toSorted((a, b) => a - b);
    const [from = 0, to = 0] = [places[0], places.at(-1)];
    const part = sheet.rows.slice(from, to + 1);
    return withRows(sheet, sheet.rows.toSpliced(from, part.length, ...part.toReversed()));
  },
  'two cells swapped': inRow((cells, random) => {
    const [one, other] = [anyOf(cells, random), anyOf(cells, random)];
    return withText(withText(cells, one, cells[other]?.text), other, cells[one]?.text);
  }),
  'neighbours swapped': inRow((cells, random) => {
    const at = random.whole(0, Math.max(0, cells.length - 2));
    return withText(withText(cells, at, cells[at + 1]?.text), at + 1, cells[at]?.text);
  }),
  'cells of two rows swapped': (sheet, random) => {
    const [one, other] = [anyOf(sheet.rows, random), anyOf(sheet.rows, random)];
    const [first, second] = [sheet.rows[one], sheet.rows[other]];
    const at = random.whole(0, 14);
    const [text, with_] = [first?.cells[at]?.text, second?.cells[at]?.text];
    if (first === undefined || second === undefined || !text || !with_) return sheet;
    const rows = sheet.rows.with(one, { ...first, cells: withText(first.cells, at, with_) });
    return withRows(
      sheet,
      one === other
        ? rows
        : rows.with(other, { ...second, cells: withText(second.cells, at, text) }),
    );
  },
  'a cell emptied': inRow((cells, random, { form }) =>
    withText(cells, anyOf(cells, random), form === 'json' ? '""' : ''),
  ),
  'a column moved': (sheet, random) => {
    const { row } = headingOf(sheet, random);
    const length = row?.cells.length ?? 0;
    if (length < 2 || sheet.form !== 'csv') return sheet;
    const [from, to] = [random.whole(0, length - 1), random.whole(0, length - 1)];
    const rows = sheet.rows.map((each) => {
      const cell = each.cells[from];
      if (each.cells.length !== length || cell === undefined) return each;
      return { ...each, cells: each.cells.toSpliced(from, 1).toSpliced(to, 0, cell) };
    });
    return withRows(sheet, rows);
  },
  'a column added': (sheet, random) => {
    const { row } = headingOf(sheet, random);
    const length = row?.cells.length ?? 0;
    if (length < 2 || sheet.form !== 'csv') return sheet;
    const at = random.whole(0, length);
    const rows = sheet.rows.map((each) => {
      if (each.cells.length !== length) return each;
      const text = each === row ? 'Remark' : random.pick(['', 'late', '17', '12.50']);
      const cell = { before: '', text, after: '' };
      return { ...each, cells: each.cells.toSpliced(at, 0, cell) };
    });
    return withRows(sheet, rows);
  },
};

/** Contents after which the whole file's figures are as right as those of its rows. */
const isUndecided = /swapped|reversed|moved|added|doubled|emptied/;

const numbers = /(?<![\d.])(-?)(\d{1,3}(?:[ \u00a0]?\d{3})*|\d+)\.(\d+)(?![\d.:])/g;
const date = /^(\d{4})[-./](\d\d)[-./](\d\d)(?=$|[ T])|^(\d\d)[-./](\d\d)[-./](\d{4})(?=$| )/;
const namedDate = /^(\d\d) ([A-Z][a-z]{2}) (\d{4})(?= )/;
const monthNames = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** Writes every number with other marks. */
const marks =
  (thousands: string, decimal: string): Change =>
  (sheet) =>
    withTexts(quotedBy(sheet, decimal), (text) =>
      date.test(text) || namedDate.test(text)
        ? text
        : text.replace(numbers, (_, sign: string, whole: string, fraction: string) => {
            const digits = whole.replace(/\D/g, '').replace(/\B(?=(\d{3})+$)/g, thousands);
            return `${sign}${digits}${decimal}${fraction}`;
          }),
    );

/** Writes every date in another order and with another mark. */
const dates =
  (order: DateOrder | 'year', mark: string): Change =>
  (sheet, _, sample) =>
    withTexts(sheet, (text) => {
      const whole = text.replace(namedDate, (_all, day, name: string, year) => {
        const month = monthNames.indexOf(name) / 3 + 1;
        return `${year}-${String(month).padStart(2, '0')}-${day}`;
      });
      return whole.replace(date, (_all, year, month, day, first, second, last) => {
        const isDayFirst = sample.order === 'day';
        const parts = { year: year ?? last, month: month ?? (isDayFirst ? second : first) };
        const numbered = day ?? (isDayFirst ? first : second);
        const wanted = {
          year: [parts.year, parts.month, numbered],
          day: [numbered, parts.month, parts.year],
          month: [parts.month, numbered, parts.year],
        };
        return wanted[order].join(mark);
      });
    });

const delimiter =
  (mark: string): Change =>
  (sheet) =>
    sheet.form === 'csv' ? { ...quotedBy(sheet, mark), mark } : sheet;

/** Other ways to write the same file. */
const writings: Readonly<Record<string, Change>> = {
  'decimal comma': marks('', ','),
  'decimal comma, dots between thousands': marks('.', ','),
  'decimal comma, blanks between thousands': marks(' ', ','),
  'commas between thousands': marks(',', '.'),
  'apostrophes between thousands': marks("'", '.'),
  'no-break spaces between thousands': marks('\u00a0', '.'),
  'dates DD.MM.YYYY': dates('day', '.'),
  'dates DD/MM/YYYY': dates('day', '/'),
  'dates MM/DD/YYYY': dates('month', '/'),
  'dates YYYY-MM-DD': dates('year', '-'),
  'dates YYYY/MM/DD': dates('year', '/'),
  'a column renamed': (sheet, random) => {
    const { at, row } = headingOf(sheet, random);
    if (row === undefined || sheet.form === 'json') return sheet;
    const name = random.pick(['Remark', 'X', 'Rückstellung', '']);
    const cells = withText(row.cells, anyOf(row.cells, random), name);
    return withRows(sheet, sheet.rows.with(at, { ...row, cells }));
  },
  semicolons: delimiter(';'),
  tabs: delimiter('\t'),
};

/** Ways to save a text. */
const encodings: Readonly<Record<string, (text: string) => Uint8Array>> = {
  'UTF-8 with BOM': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-16': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16, big end first': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'UTF-16 without BOM': (text) => Buffer.from(text, 'utf16le'),
  'windows-1251': (text) => inOneByte(text.replace(/(?<=[>,;"])[A-Za-z]+ed(?=[<,;"])/, 'Сделка')),
  'windows-1252': (text) => Buffer.from(text, 'latin1'),
  'ends of lines of Windows': (text) => Buffer.from(text.replace(/\r?\n/g, '\r\n')),
  'ends of lines of an old Mac': (text) => Buffer.from(text.replace(/\r?\n/g, '\r')),
};

const inOneByte = (text: string): Buffer =>
  Buffer.from(
    [...text].map((sign) => {
      const code = sign.codePointAt(0) ?? 0;
      return code >= 0x410 && code < 0x450 ? code - 0x410 + 0xc0 : code < 0x100 ? code : 0x3f;
    }),
  );

/** Makes a mutant of a sample. The same random numbers make the same mutant. */
export function makeMutant(sample: Sample, random: Random): Mutant {
  if (sample.answers) return makeAnswersMutant(sample.answers, random);
  return random.chance(0.5) ? makeDamaged(sample, random) : makeRewritten(sample, random);
}

/** Makes a mutant with other rows, written in another way, saved in another way, or cut off. */
function makeRewritten(sample: Sample, random: Random): Mutant {
  const { encoding: usual } = sample;
  const changes: string[] = [];
  let sheet = sample.sheet;
  const whole = sample.read(textsOf(sheet));
  const apply = (table: Readonly<Record<string, Change>>) => {
    const name = random.pick(Object.keys(table));
    changes.push(name);
    sheet = table[name]?.(sheet, random, sample) ?? sheet;
  };
  const kind = random.pick([
    'contents',
    'contents',
    'contents',
    'writing',
    'bytes',
    'all',
  ] as const);
  if (kind === 'contents' || (kind === 'all' && random.chance(0.5))) {
    apply(contents);
  }
  const isDamaged = changes.length > 0;
  const isWholeRight = changes.every((name) => isUndecided.test(name));
  // Rows that come twice count once, if they have ids.
  const rest = sample.read(sample.hasNoIds ? textsOf(sheet) : distinct(textsOf(sheet)));
  const hasTotals = sample.totals.length > 0;
  const right = hasTotals ? rightOf(sample, textsOf(sheet)) : isWholeRight ? [rest, whole] : [rest];
  if (kind === 'writing' || (kind === 'all' && random.chance(0.7))) apply(writings);
  const hasOtherDates = changes.some((name) => name.startsWith('dates'));
  const known = { right, hasOtherDates, isDamaged };
  if (kind !== 'bytes' && kind !== 'all') {
    return { changes, bytes: bytesOfSheet(sheet, usual), isCut: false, ...known };
  }
  if (sample.form === 'xlsx') {
    const bytes = bytesOfSheet(sheet, usual);
    const at = random.whole(0, bytes.length - 1);
    changes.push(`cut off after ${at} of ${bytes.length} bytes`);
    return { changes, bytes: bytes.subarray(0, at), isCut: false, ...known };
  }
  const text = textOfSheet(sheet);
  const encoding = random.pick(Object.keys(encodings));
  const isEncoded = random.chance(0.6);
  if (isEncoded) changes.push(encoding);
  const bytes = isEncoded ? encodings[encoding]?.(text) : bytesOfSheet(sheet, usual);
  if (bytes === undefined || (isEncoded && random.chance(0.6))) {
    return { changes, bytes: bytes ?? Buffer.alloc(0), isCut: false, ...known };
  }
  const at = random.whole(0, bytes.length);
  changes.push(`cut off after ${at} of ${bytes.length} bytes`);
  const left = isEncoded
    ? text.slice(0, Math.round((at / bytes.length) * text.length))
    : Buffer.from(bytes.subarray(0, at)).toString(usual);
  return {
    changes,
    bytes: bytes.subarray(0, at),
    ...known,
    right: hasTotals ? right : [...right, ...cutFigures(sample, left)],
    isCut: true,
  };
}

/** Figures of a text that was cut off: with the row in which it ends, and without it. */
function cutFigures(sample: Sample, text: string): Figures[] {
  const sheet = sheetOf(text, sample.form === 'xlsx' ? 'csv' : sample.form);
  const texts = textsOf(sheet);
  return [sample.read(texts), sample.read(texts.slice(0, -1))];
}

/** Picks rows of one table, none of which is a title or a heading. */
function rowsOfTable(sheet: Sheet, random: Random, count: number): number[] {
  const isEntry = ({ cells }: Row) => cells.length > 4 && cells.some(({ text }) => /\d/.test(text));
  const found = sheet.rows.flatMap((row, at) => (isEntry(row) ? [at] : []));
  if (found.length === 0) return [];
  const first = found[anyOf(found, random)] ?? 0;
  const isFar = (at: number) =>
    sheet.rows.slice(...[at, first].sort((a, b) => a - b)).some((row) => !isEntry(row));
  const near = found.filter((at) => Math.abs(at - first) < 50 && !isFar(at));
  return [first, ...Array.from({ length: count }, () => near[anyOf(near, random)] ?? first)];
}

/** Finds a row of many cells without a number in them. */
function headingOf({ rows }: Sheet, random: Random): { at: number; row: Row | undefined } {
  const found = rows.flatMap(({ cells }, at) =>
    cells.length > 4 && cells.every(({ text }) => !/\d{2}/.test(text)) ? [at] : [],
  );
  const at = random.chance(0.8) ? (found[0] ?? 0) : (found[anyOf(found, random)] ?? 0);
  return { at, row: rows[at] };
}

const withTexts = (sheet: Sheet, change: (text: string) => string): Sheet =>
  withRows(
    sheet,
    sheet.form === 'xlsx' || sheet.form === 'json'
      ? sheet.rows
      : sheet.rows.map((row) => ({
          ...row,
          cells: row.cells.map((cell) => ({ ...cell, text: change(cell.text) })),
        })),
  );

/** Quotes all cells of a list if a mark that comes into its cells parts them. */
const quotedBy = (sheet: Sheet, mark: string): Sheet =>
  sheet.form !== 'csv'
    ? sheet
    : withRows(
        sheet,
        sheet.rows.map((row) => ({
          ...row,
          cells: row.cells.map((cell) =>
            sheet.mark === mark || cell.text.includes(mark)
              ? { ...cell, before: '"', after: '"' }
              : cell,
          ),
        })),
      );
