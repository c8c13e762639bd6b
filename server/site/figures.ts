import { type Composite, type Figure, figuresIn, type Unit } from '../../sql/figures.ts';
import * as format from './format.ts';

/** A figure as text, and the number whose sign colours it. */
export type Shown = readonly [text: string, value: number | null];
type Show = (value: unknown, currency: string | null) => Shown;

/** A figure that has a row on the page of an account. */
export interface FigureRow {
  /** The field that it is. */
  readonly field: string;
  /** The member of its section that it is, or is in. */
  readonly name: string;
  readonly label: string;
  readonly group: string;
  /** What is shown of it, of a section or summary that holds it. */
  readonly show: Show;
}

/** The figures of a schema that have a row, in the order of the wire. */
export const rowsOf = (schema: Parameters<typeof figuresIn>[0]): FigureRow[] =>
  figuresIn(schema).flatMap(({ path, about }) => {
    const [name = ''] = path;
    const { label, group } = about;
    if (label === undefined || group === undefined) return [];
    const write = showOf(about);
    const field = path.at(-1) ?? name;
    return [
      { field, name, label, group, show: (value, currency) => write(at(value, path), currency) },
    ];
  });

const unsigned = (text: string): Shown => [text, null];
const counted =
  (write: (value: number | null, currency: string | null) => Shown): Show =>
  (value, currency) =>
    write(typeof value === 'number' ? value : null, currency);
const written: Show = (value) => unsigned(typeof value === 'string' ? value : format.unknown);

const money = (value: number | null, currency: string | null): Shown => [
  withUnit(format.signedAmount(value, currency), currency),
  value,
];
const amount = (value: number | null, currency: string | null): Shown =>
  unsigned(withUnit(format.amount(value, currency), currency));
const plain = counted((value) => unsigned(format.plain(value)));
const count = counted((value) => unsigned(format.count(value)));
const decimal: Show = (value, currency) => money(value === null ? null : Number(value), currency);

/** How pages write each unit. */
const shows: Readonly<Record<Unit, Show>> = {
  money: counted(money),
  amount: counted(amount),
  mean: counted(money),
  deviation: counted(amount),
  percent: counted((value) => [format.signedPercent(value), value]),
  share: counted((value) => unsigned(format.percent(value))),
  percentPerTrade: counted((value) => [format.signedPercent(value, 4), value]),
  ratio: counted((value) => [format.number(value), value]),
  ratioPerTrade: counted((value) => [format.number(value, 4), value]),
  score: counted((value) => unsigned(format.number(value))),
  pips: counted((value) => [withUnit(format.signedNumber(value, 1), 'pips'), value]),
  hours: counted((value) =>
    unsigned(value === null ? format.unknown : format.duration(value * 3600)),
  ),
  seconds: counted((value) => unsigned(value === null ? format.unknown : format.duration(value))),
  lots: plain,
  price: plain,
  leverage: plain,
  count,
  magicNumber: count,
  moneyText: decimal,
  pipsText: (value, currency) => shows.pips(value === null ? null : Number(value), currency),
  flag: (value) => unsigned(typeof value === 'boolean' ? (value ? 'yes' : 'no') : format.unknown),
  text: written,
  day: (value) => unsigned(typeof value === 'string' ? format.day(value) : format.unknown),
  instant: (value) => unsigned(typeof value === 'string' ? format.minute(value) : format.unknown),
};

const composites: Readonly<Record<NonNullable<Composite['shownAs']>, Show>> = {
  'best or worst': (value, currency) => {
    const [text, net] = shows.money(at(value, ['value']), currency);
    const date = at(value, ['date']);
    return [typeof date === 'string' ? `${text} (${format.day(date)})` : text, net];
  },
  record: (value, currency) => {
    const percent = at(value, ['percent']);
    const [text, net] =
      typeof percent === 'number'
        ? shows.percent(percent, currency)
        : shows.money(at(value, ['profit']), currency);
    const date = at(value, ['date']);
    return [typeof date === 'string' ? `${text} (${format.day(date)})` : text, net];
  },
  streak: (value, currency) => {
    const [trades] = count(at(value, ['count']), currency);
    const [text, net] = shows.money(at(value, ['profit']), currency);
    return trades === format.unknown ? unsigned(trades) : [`${trades} (${text})`, net];
  },
  'won of all': (value, currency) => {
    const [won, all] = ['count', 'total'].map((name) => count(at(value, [name]), currency)[0]);
    const percentage = at(value, ['percentage']);
    const share = typeof percentage === 'number' ? ` (${format.percent(percentage, 1)})` : '';
    return unsigned(`${won} of ${all}${share}`);
  },
};

function showOf(about: Figure | Composite): Show {
  if ('unit' in about) return shows[about.unit];
  if (about.shownAs !== undefined) return composites[about.shownAs];
  throw new Error(`nothing says how to show ${about.label}`);
}

/** The member at a path; undefined where something on the way is missing. */
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
  text === format.unknown || unit === null ? text : `${text} ${unit}`;
