import { type Composite, type Figure, figuresIn, type Unit } from '../../sql/figures.ts';
import { fillText, unknown } from './language/format.ts';
import type { Language } from './language/languages.ts';

/** Text of a figure, and the number whose sign chooses its colour. */
export type ShownFigure = readonly [text: string, value: number | null];
type Show = (value: unknown, currency: string | null, language: Language) => ShownFigure;

/** Figure with a row on the account page. */
export interface FigureRow {
  /** Field name of the figure. */
  readonly field: string;
  /** Member of the section that is the figure or contains it. */
  readonly name: string;
  label(language: Pick<Language, 'figures'>): string;
  readonly group: string;
  /** Writes the figure, given its whole section or summary. */
  readonly show: Show;
}

/** Lists the figures of a schema that have a row, in the order of the schema. */
export const rowsOf = (schema: Parameters<typeof figuresIn>[0]): FigureRow[] =>
  figuresIn(schema).flatMap(({ path, about }) => {
    const [name = ''] = path;
    const { label, group } = about;
    if (label === undefined || group === undefined) return [];
    const write = showOf(about);
    const field = path.at(-1) ?? name;
    return [
      {
        field,
        name,
        label: ({ figures }) =>
          (figures?.named[path.join('.')] ?? figures?.named[field])?.[0] ?? label,
        group,
        show: (value, currency, language) => write(at(value, path), currency, language),
      },
    ];
  });

const unsigned = (text: string): ShownFigure => [text, null];
const counted =
  (
    write: (value: number | null, currency: string | null, language: Language) => ShownFigure,
  ): Show =>
  (value, currency, language) =>
    write(typeof value === 'number' ? value : null, currency, language);
const written: Show = (value, _currency, { format }) =>
  unsigned(typeof value === 'string' ? value : format.unknown);

const money = (
  value: number | null,
  currency: string | null,
  { format }: Language,
): ShownFigure => [withUnit(format.signedAmount(value, currency), currency), value];
const amount = (value: number | null, currency: string | null, { format }: Language): ShownFigure =>
  unsigned(withUnit(format.amount(value, currency), currency));
const plain = counted((value, _, { format }) => unsigned(format.plain(value)));
const count = counted((value, _, { format }) => unsigned(format.count(value)));
const decimal: Show = (value, currency, language) =>
  money(value === null ? null : Number(value), currency, language);
const lengthOf = (seconds: number | null, { format }: Language): ShownFigure =>
  unsigned(seconds === null ? format.unknown : format.duration(seconds));
const pips = (value: number | null, { format, words }: Language): ShownFigure => [
  withUnit(format.signedNumber(value, 1), words.figures.pips),
  value,
];

/** Writers by unit. */
const shows: Readonly<Record<Unit, Show>> = {
  money: counted(money),
  amount: counted(amount),
  mean: counted(money),
  deviation: counted(amount),
  percent: counted((value, _, { format }) => [format.signedPercent(value), value]),
  share: counted((value, _, { format }) => unsigned(format.percent(value))),
  percentPerTrade: counted((value, _, { format }) => [format.signedPercent(value, 4), value]),
  ratio: counted((value, _, { format }) => [format.number(value), value]),
  ratioPerTrade: counted((value, _, { format }) => [format.number(value, 4), value]),
  score: counted((value, _, { format }) => unsigned(format.number(value))),
  pips: counted((value, _, language) => pips(value, language)),
  hours: counted((value, _, language) => lengthOf(value && value * 3600, language)),
  seconds: counted((value, _, language) => lengthOf(value, language)),
  lots: plain,
  price: plain,
  leverage: plain,
  count,
  magicNumber: count,
  moneyText: decimal,
  pipsText: (value, _, language) => pips(value === null ? null : Number(value), language),
  flag: (value, _, { format, words: { figures } }) =>
    unsigned(typeof value === 'boolean' ? (value ? figures.yes : figures.no) : format.unknown),
  text: written,
  month: written,
  year: written,
  day: (value, _, { format }) =>
    unsigned(typeof value === 'string' ? format.day(value) : format.unknown),
  instant: (value, _, { format }) =>
    unsigned(typeof value === 'string' ? format.minute(value) : format.unknown),
};

/** Adds the day of a figure to its text. */
function dated([text, net]: ShownFigure, value: unknown, { format }: Language): ShownFigure {
  const date = at(value, ['date']);
  return [typeof date === 'string' ? `${text} (${format.day(date)})` : text, net];
}

const composites: Readonly<Record<NonNullable<Composite['shownAs']>, Show>> = {
  'best or worst': (value, currency, language) =>
    dated(shows.money(at(value, ['value']), currency, language), value, language),
  record(value, currency, language) {
    const percent = at(value, ['percent']);
    const shown =
      typeof percent === 'number'
        ? shows.percent(percent, currency, language)
        : shows.money(at(value, ['profit']), currency, language);
    return dated(shown, value, language);
  },
  streak(value, currency, language) {
    const [trades] = count(at(value, ['count']), currency, language);
    const [text, net] = shows.money(at(value, ['profit']), currency, language);
    return trades === language.format.unknown ? unsigned(trades) : [`${trades} (${text})`, net];
  },
  'won of all'(value, currency, language) {
    const [won = '', all = ''] = ['count', 'total'].map(
      (name) => count(at(value, [name]), currency, language)[0],
    );
    const percentage = at(value, ['percentage']);
    const share =
      typeof percentage === 'number' ? ` (${language.format.percent(percentage, 1)})` : '';
    return unsigned(fillText(language.words.figures.wonOfAll, { won, all, share }));
  },
};

function showOf(about: Figure | Composite): Show {
  if ('unit' in about) return shows[about.unit];
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
