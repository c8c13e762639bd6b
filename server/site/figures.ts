import { type Composite, type Figure, figuresIn, type Unit } from '../../sql/figures.ts';
import { fillText, unknown } from './language/format.ts';
import type { Language } from './language/languages.ts';

/** Text of a figure, and the number whose sign chooses its colour. */
export type ShownFigure = readonly [text: string, value: number | null];
type WriteFigure = (value: unknown, currency: string | null, language: Language) => ShownFigure;

/** Figure that has a row on the account page. */
export interface FigureRow {
  /** Field name of the figure. */
  readonly field: string;
  /** Path of the figure in its section or summary of the API, such as `z_score.value`. */
  readonly place: string;
  /** Member of the section that is the figure or contains it. */
  readonly name: string;
  label(language: Pick<Language, 'figures'>): string;
  readonly group: string;
  /** Writes the figure, given its whole section or summary. */
  readonly show: WriteFigure;
}

/** Lists the figures of a schema that have a row, in the order of the schema. */
export const rowsOf = (schema: Parameters<typeof figuresIn>[0]): FigureRow[] =>
  figuresIn(schema).flatMap(({ path, about }) => {
    const [name = ''] = path;
    const { label, group } = about;
    if (label === undefined || group === undefined) return [];
    const write = writerOf(about);
    const field = path.at(-1) ?? name;
    return [
      {
        field,
        place: path.filter((step) => step !== 'performance').join('.'),
        name,
        label: ({ figures }) =>
          (figures?.named[path.join('.')] ?? figures?.named[field])?.label ?? label,
        group,
        show: (value, currency, language) => write(at(value, path), currency, language),
      },
    ];
  });

const withoutSign = (text: string): ShownFigure => [text, null];
const writerOfNumber =
  (
    write: (value: number | null, currency: string | null, language: Language) => ShownFigure,
  ): WriteFigure =>
  (value, currency, language) =>
    write(typeof value === 'number' ? value : null, currency, language);
const writeText: WriteFigure = (value, _currency, { format }) =>
  withoutSign(typeof value === 'string' ? value : format.unknown);

const money = (
  value: number | null,
  currency: string | null,
  { format }: Language,
): ShownFigure => [withUnit(format.signedAmount(value, currency), currency), value];
const amount = (value: number | null, currency: string | null, { format }: Language): ShownFigure =>
  withoutSign(withUnit(format.amount(value, currency), currency));
const plain = writerOfNumber((value, _, { format }) => withoutSign(format.plain(value)));
const count = writerOfNumber((value, _, { format }) => withoutSign(format.count(value)));
const decimal: WriteFigure = (value, currency, language) =>
  money(value === null ? null : Number(value), currency, language);
const lengthOf = (seconds: number | null, { format }: Language): ShownFigure =>
  withoutSign(seconds === null ? format.unknown : format.duration(seconds));
const pips = (value: number | null, { format, words }: Language): ShownFigure => [
  withUnit(format.signedNumber(value, 1), words.figures.pips),
  value,
];

/** Writers by unit. */
const writers: Readonly<Record<Unit, WriteFigure>> = {
  money: writerOfNumber(money),
  amount: writerOfNumber(amount),
  mean: writerOfNumber(money),
  deviation: writerOfNumber(amount),
  percent: writerOfNumber((value, _, { format }) => [format.signedPercent(value), value]),
  share: writerOfNumber((value, _, { format }) => withoutSign(format.percent(value))),
  percentPerDay: writerOfNumber((value, _, { format }) => [format.signedPercent(value), value]),
  percentPerTrade: writerOfNumber((value, _, { format }) => [
    format.signedPercent(value, 4),
    value,
  ]),
  ratio: writerOfNumber((value, _, { format }) => [format.number(value), value]),
  ratioPerTrade: writerOfNumber((value, _, { format }) => [format.number(value, 4), value]),
  score: writerOfNumber((value, _, { format }) => withoutSign(format.number(value))),
  pips: writerOfNumber((value, _, language) => pips(value, language)),
  hours: writerOfNumber((value, _, language) => lengthOf(value && value * 3600, language)),
  months: writerOfNumber((value, _, { format }) => withoutSign(format.number(value, 1))),
  seconds: writerOfNumber((value, _, language) => lengthOf(value, language)),
  lots: plain,
  price: plain,
  leverage: plain,
  count,
  magicNumber: count,
  moneyText: decimal,
  pipsText: (value, _, language) => pips(value === null ? null : Number(value), language),
  flag: (value, _, { format, words: { figures } }) =>
    withoutSign(typeof value === 'boolean' ? (value ? figures.yes : figures.no) : format.unknown),
  text: writeText,
  month: writeText,
  year: writeText,
  day: (value, _, { format }) =>
    withoutSign(typeof value === 'string' ? format.day(value) : format.unknown),
  instant: (value, _, { format }) =>
    withoutSign(typeof value === 'string' ? format.minute(value) : format.unknown),
};

/** Adds the day of a figure to its text, or the month that begins on this day. */
function withDay(
  [text, net]: ShownFigure,
  value: unknown,
  { format }: Language,
  write: 'day' | 'month' = 'day',
): ShownFigure {
  const date = at(value, ['date']);
  return [typeof date === 'string' ? `${text} (${format[write](date)})` : text, net];
}

const recordOf =
  (period: 'day' | 'month'): WriteFigure =>
  (value, currency, language) => {
    const percent = at(value, ['percent']);
    const figureText =
      typeof percent === 'number'
        ? writers.percent(percent, currency, language)
        : writers.money(at(value, ['profit']), currency, language);
    return withDay(figureText, value, language, period);
  };

const composites: Readonly<Record<NonNullable<Composite['shownAs']>, WriteFigure>> = {
  'best or worst': (value, currency, language) =>
    withDay(writers.money(at(value, ['value']), currency, language), value, language),
  record: recordOf('day'),
  'record of a month': recordOf('month'),
  streak(value, currency, language) {
    const [trades] = count(at(value, ['count']), currency, language);
    const [text, net] = writers.money(at(value, ['profit']), currency, language);
    return trades === language.format.unknown ? withoutSign(trades) : [`${trades} (${text})`, net];
  },
  'won of all'(value, currency, language) {
    const [won = '', all = ''] = ['count', 'total'].map(
      (name) => count(at(value, [name]), currency, language)[0],
    );
    const percentage = at(value, ['percentage']);
    const share =
      typeof percentage === 'number' ? ` (${language.format.percent(percentage, 1)})` : '';
    return withoutSign(fillText(language.words.figures.wonOfAll, { won, all, share }));
  },
};

function writerOf(about: Figure | Composite): WriteFigure {
  if ('unit' in about) return writers[about.unit];
  if (about.shownAs !== undefined) return composites[about.shownAs];
  throw new Error(`no writer for the figure ${about.label}`);
}

/** Returns the member at a path; undefined if a step is missing. */
function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (part, name) =>
      typeof part === 'object' && part !== null
        ? new Map(Object.entries(part)).get(name)
        : undefined,
    value,
  );
}

const withUnit = (text: string, unit: string | null): string =>
  text === unknown || unit === null ? text : `${text} ${unit}`;
