import Type, {
  type TArray,
  type TNull,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnion,
} from 'typebox';
import { type Privacy, words } from './shared.ts';

type Options = Readonly<Record<string, unknown>>;

const number = (options: Options) => Type.Number(options);
const text = (options: Options) => Type.String(options);
const decimalText = (options: Options) =>
  Type.String({ pattern: '^-?[0-9]+(\\.[0-9]+)?$', ...options });

/** What a figure counts: its type on the wire, the decimals it is rounded to, what its words add. */
// biome-ignore format: a table
export const units = {
  money: { wire: number, decimals: null, adds: '' },
  amount: { wire: number, decimals: null, adds: '' },
  mean: { wire: number, decimals: 6, adds: '' },
  deviation: { wire: number, decimals: 6, adds: '' },
  percent: { wire: number, decimals: 4, adds: ', in percent' },
  share: { wire: number, decimals: 4, adds: ', in percent' },
  percentPerTrade: { wire: number, decimals: 6, adds: ', in percent' },
  ratio: { wire: number, decimals: 6, adds: '' },
  ratioPerTrade: { wire: number, decimals: 6, adds: '' },
  score: { wire: number, decimals: 6, adds: '' },
  pips: { wire: number, decimals: 6, adds: '' },
  hours: { wire: number, decimals: 6, adds: ', in hours' },
  seconds: { wire: number, decimals: null, adds: ', in seconds' },
  lots: { wire: number, decimals: null, adds: '' },
  price: { wire: number, decimals: null, adds: '' },
  leverage: { wire: number, decimals: null, adds: '' },
  count: { wire: (options: Options) => Type.Integer({ minimum: 0, ...options }), decimals: null, adds: '' },
  magicNumber: { wire: (options: Options) => Type.Integer({ format: 'int64', ...options }), decimals: null, adds: '' },
  moneyText: { wire: decimalText, decimals: null, adds: ', as decimal text' },
  pipsText: { wire: decimalText, decimals: 1, adds: ', as decimal text' },
  flag: { wire: (options: Options) => Type.Boolean(options), decimals: null, adds: '' },
  text: { wire: text, decimals: null, adds: '' },
  day: { wire: text, decimals: null, adds: ', YYYY-MM-DD' },
  month: { wire: text, decimals: null, adds: ', YYYY-MM' },
  year: { wire: text, decimals: null, adds: ', YYYY' },
  instant: { wire: (options: Options) => Type.String({ format: 'date-time', ...options }), decimals: null, adds: ', ISO 8601 UTC' },
} as const;

export type Unit = keyof typeof units;
type Wire<Name extends Unit> = ReturnType<(typeof units)[Name]['wire']>;

/** Figures of a page, and what they stand under; in this order. */
export const groups = [
  'Key figures',
  'Edge',
  'Risk',
  'Doubt',
  'Wins and losses',
  'Longs and shorts',
  'Totals',
  'Trading style',
] as const;
export type Group = (typeof groups)[number];

/** A row on the page of an account. */
interface Row {
  readonly label: string;
  readonly group: Group;
}

/** Rows of an account that are counted. */
export type Basis = 'trades' | 'positions' | 'days' | 'months' | 'flows';

/** What the words begin with of a figure that may be null by its type, and has not been so far. */
export const never = 'never so far';

interface Words {
  /** What it is, and how it is computed, beginning in lower case where the first word allows. */
  readonly is: string;
  /** Where nobody knows it; without that it is never null. */
  readonly nullWhen?: string;
  /** Where the formula is from. */
  readonly source?: string;
  /** The rows that it is computed from and that are counted; of a section trades unless told. */
  readonly restsOn?: Basis | 'nothing';
  readonly seenBy: Privacy;
}

/** What is said of a figure, beside the SQL that computes it; all else that is told follows from it. */
export interface Figure<Name extends Unit = Unit> extends Words, Partial<Row> {
  readonly unit: Name;
  /** The words that it may be. */
  readonly among?: readonly string[];
  /** What strangers see where it is hidden, if not the neutral value of its type. */
  readonly whereHidden?: number;
}

/** Several figures under one name, shown in one row or in a row each. */
export interface Composite extends Words, Partial<Row> {
  readonly shownAs?: 'best or worst' | 'won of all' | 'record' | 'streak';
}

const described = new WeakMap<object, Figure | Composite>();

/** What was said of a schema, where anything was. */
export const wordsOf = (schema: object): Figure | Composite | undefined => described.get(schema);
export const figureOf = (schema: object): Figure | undefined => {
  const about = described.get(schema);
  return about && 'unit' in about ? about : undefined;
};

/** The schema of a figure. */
export function figure<Name extends Unit>(
  about: Figure<Name> & { readonly nullWhen: string },
): TUnion<[Wire<Name>, TNull]>;
export function figure<Name extends Unit>(about: Figure<Name>): Wire<Name>;
export function figure(about: Figure): TSchema {
  const { wire } = units[about.unit];
  const own = about.among ? { enum: [...about.among] } : {};
  return remembered(about, (options) => wire({ ...own, ...options }));
}

/** The schema of an object of figures. */
export function composed<Members extends TProperties>(
  about: Composite & { readonly nullWhen: string },
  members: Members,
): TUnion<[TObject<Members>, TNull]>;
export function composed<Members extends TProperties>(
  about: Composite,
  members: Members,
): TObject<Members>;
export function composed(about: Composite, members: TProperties): TSchema {
  return remembered(about, (options) => Type.Object(members, options));
}

/** The schema of a list. */
export function listOf<Item extends TSchema>(
  { is, seenBy }: Pick<Words, 'is' | 'seenBy'>,
  item: Item,
): TArray<Item> {
  const whereHidden = isHiding(seenBy) ? '; empty where hidden' : '';
  return Type.Array(item, words(`${capitalised(is)}${whereHidden}`, seenBy));
}

function remembered(about: Figure | Composite, make: (options: Options) => TSchema): TSchema {
  const { nullWhen, seenBy } = about;
  const unknown = nullWhen === undefined ? '' : `; null where ${nullWhen}`;
  const hidden = isHiding(seenBy) ? `; ${neutralOf(about)} where hidden` : '';
  const options = words(`${capitalised(meaningOf(about))}${unknown}${hidden}`, seenBy);
  const schema =
    nullWhen === undefined ? make(options) : Type.Union([make({}), Type.Null()], options);
  described.set(schema, about);
  return schema;
}

/** What a figure is, its unit told before whatever is said more of it. */
export function meaningOf(about: Figure | Composite): string {
  const { is } = about;
  const adds = 'unit' in about ? units[about.unit].adds : '';
  const [first = is] = /^.*?(?=: |; |\. |$)/.exec(is) ?? [];
  return `${first}${adds}${is.slice(first.length)}`;
}

/** What strangers see in place of a figure that is hidden, as JSON. */
export function neutralOf(about: Figure | Composite): string {
  if ('whereHidden' in about) return String(about.whereHidden);
  if (about.nullWhen !== undefined) return 'null';
  if ('unit' in about && units[about.unit].wire === number) return '0';
  throw new Error(`nothing can stand for what is hidden: ${about.is}`);
}

const isHiding = (seenBy: Privacy): boolean => seenBy.startsWith('hidden by ');

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What a schema says of itself, for people. */
export const descriptionOf = (schema: object): string =>
  'description' in schema ? String(schema.description) : '';

/** A figure where it stands: names down to it, `[]` for an entry of a list, `*` for any key. */
export interface PlacedFigure {
  readonly path: readonly string[];
  readonly about: Figure | Composite;
}

type Parts = TSchema & {
  readonly properties?: Readonly<Record<string, Parts>>;
  readonly items?: Parts;
  readonly patternProperties?: Readonly<Record<string, Parts>>;
  readonly anyOf?: readonly Parts[];
};

/** Every figure of a schema, in the order of the wire. */
export function figuresIn(schema: Parts, path: readonly string[] = []): PlacedFigure[] {
  const about = described.get(schema);
  const { properties = {}, items, patternProperties = {}, anyOf = [] } = schema;
  return [
    ...(about ? [{ path, about }] : []),
    ...Object.entries(properties).flatMap(([name, part]) => figuresIn(part, [...path, name])),
    ...(items ? figuresIn(items, [...path, '[]']) : []),
    ...Object.values(patternProperties).flatMap((part) => figuresIn(part, [...path, '*'])),
    ...anyOf.flatMap((part) => figuresIn(part, path)),
  ];
}
