import Type, {
  type TArray,
  type TNull,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnion,
} from 'typebox';
import { type Cause, causes, isNever } from './causes.ts';
import { type Privacy, words } from './shared.ts';

type SchemaOptions = Readonly<Record<string, unknown>>;

const number = (options: SchemaOptions) => Type.Number(options);
const text = (options: SchemaOptions) => Type.String(options);
const decimalText = (options: SchemaOptions) =>
  Type.String({ pattern: '^-?[0-9]+(\\.[0-9]+)?$', ...options });

/**
 * Units of figures: JSON schema, decimals that values are rounded to, text added to the definition,
 * and what the number counts. Amounts are in the currency of their account.
 */
// biome-ignore format: a table
export const units = {
  money: { wire: number, decimals: null, adds: '', measure: 'currency' },
  amount: { wire: number, decimals: null, adds: '', measure: 'currency' },
  mean: { wire: number, decimals: 6, adds: '', measure: 'currency' },
  deviation: { wire: number, decimals: 6, adds: '', measure: 'currency' },
  percent: { wire: number, decimals: 4, adds: ', in percent', measure: 'percent' },
  share: { wire: number, decimals: 4, adds: ', in percent', measure: 'percent' },
  percentPerDay: { wire: number, decimals: 8, adds: ', in percent', measure: 'percent' },
  percentPerTrade: { wire: number, decimals: 6, adds: ', in percent', measure: 'percent' },
  ratio: { wire: number, decimals: 6, adds: '', measure: null },
  ratioPerTrade: { wire: number, decimals: 6, adds: '', measure: null },
  score: { wire: number, decimals: 6, adds: '', measure: null },
  pips: { wire: number, decimals: 6, adds: '', measure: 'pips' },
  hours: { wire: number, decimals: 6, adds: ', in hours', measure: 'hours' },
  months: { wire: number, decimals: 1, adds: ', in months', measure: 'months' },
  seconds: { wire: number, decimals: null, adds: ', in seconds', measure: 'seconds' },
  lots: { wire: number, decimals: null, adds: '', measure: 'lots' },
  price: { wire: number, decimals: null, adds: '', measure: 'price' },
  leverage: { wire: number, decimals: null, adds: '', measure: null },
  count: { wire: (options: SchemaOptions) => Type.Integer({ minimum: 0, ...options }), decimals: null, adds: '', measure: null },
  magicNumber: { wire: (options: SchemaOptions) => Type.Integer({ format: 'int64', ...options }), decimals: null, adds: '', measure: null },
  moneyText: { wire: decimalText, decimals: null, adds: ', as decimal text', measure: 'currency' },
  pipsText: { wire: decimalText, decimals: 1, adds: ', as decimal text', measure: 'pips' },
  flag: { wire: (options: SchemaOptions) => Type.Boolean(options), decimals: null, adds: '', measure: null },
  text: { wire: text, decimals: null, adds: '', measure: null },
  day: { wire: text, decimals: null, adds: ', YYYY-MM-DD', measure: null },
  month: { wire: text, decimals: null, adds: ', YYYY-MM', measure: null },
  year: { wire: text, decimals: null, adds: ', YYYY', measure: null },
  instant: { wire: (options: SchemaOptions) => Type.String({ format: 'date-time', ...options }), decimals: null, adds: ', ISO 8601 UTC', measure: null },
} as const;

export type Unit = keyof typeof units;
type Wire<Name extends Unit> = ReturnType<(typeof units)[Name]['wire']>;

/** Headings over the statistics of an account page, in page order. */
export const groups = [
  'Key figures',
  'Edge',
  'Risk',
  'Confidence',
  'Wins and losses',
  'Longs and shorts',
  'Totals',
  'Trading style',
] as const;
export type Group = (typeof groups)[number];

/** Row of a figure on the account page. */
interface PageRow {
  readonly label: string;
  readonly group: Group;
}

/** Rows that a figure is computed from and that `explain` counts. */
export type Basis = 'trades' | 'positions' | 'days' | 'months' | 'flows';

interface Meaning {
  /** Definition: one sentence without a full stop, in lower case. */
  readonly is: string;
  /** Way of computing it, with what happens on ties and at the edges. */
  readonly formula?: string;
  /** Cause of null. Left out if the value is never null. */
  readonly nullWhen?: Cause;
  /** Source of the formula: an author, a program, or `our own definition`. */
  readonly source?: string;
  /** Rows that it is computed from. Figures of a section rest on trades by default. */
  readonly restsOn?: Basis | 'nothing';
  readonly seenBy: Privacy;
}

/**
 * Description of one figure. The API schema, the documents, the pages and the warehouse are made
 * from it.
 */
export interface Figure<Name extends Unit = Unit> extends Meaning, Partial<PageRow> {
  readonly unit: Name;
  /** Allowed values, if it is one of a few texts. */
  readonly among?: readonly string[];
  /**
   * Value that strangers see while the figure is hidden; by default the neutral value of its type.
   */
  readonly whereHidden?: number;
}

/**
 * Group of figures under one name, such as `z_score`. Pages show it in one row, or one row per
 * member.
 */
export interface Composite extends Meaning, Partial<PageRow> {
  readonly shownAs?: 'best or worst' | 'won of all' | 'record' | 'record of a month' | 'streak';
}

const bySchema = new WeakMap<object, Figure | Composite>();

/** Returns the description that a schema was made from, or undefined if it is no figure. */
export const describedBy = (schema: object): Figure | Composite | undefined => bySchema.get(schema);
/** Returns the description of a single figure, or undefined for groups and other schemas. */
export const figureOf = (schema: object): Figure | undefined => {
  const about = bySchema.get(schema);
  return about && 'unit' in about ? about : undefined;
};

/** Makes the JSON schema of a figure; it allows null if `nullWhen` is given. */
export function figure<Name extends Unit>(
  about: Figure<Name> & { readonly nullWhen: Cause },
): TUnion<[Wire<Name>, TNull]>;
export function figure<Name extends Unit>(about: Figure<Name>): Wire<Name>;
export function figure(about: Figure): TSchema {
  const { wire } = units[about.unit];
  const values = about.among ? { enum: [...about.among] } : {};
  return schemaOf(about, (options) => wire({ ...values, ...options }));
}

/** Makes the JSON schema of an object of figures; it allows null if `nullWhen` is given. */
export function composed<Members extends TProperties>(
  about: Composite & { readonly nullWhen: Cause },
  members: Members,
): TUnion<[TObject<Members>, TNull]>;
export function composed<Members extends TProperties>(
  about: Composite,
  members: Members,
): TObject<Members>;
export function composed(about: Composite, members: TProperties): TSchema {
  return schemaOf(about, (options) => Type.Object(members, options));
}

/** Entries of a list with a code, which strangers do not see while their flag is set. */
export interface HiddenEntries {
  readonly flag: string;
  readonly code: string;
  /** Entry that stands at the end of the list instead; none if it is left out. */
  readonly instead?: Readonly<Record<string, string>>;
}

interface ListMeaning extends Pick<Meaning, 'is' | 'seenBy'> {
  readonly most?: number;
  readonly hiddenEntries?: readonly HiddenEntries[];
}

const hiddenEntriesBySchema = new WeakMap<object, readonly HiddenEntries[]>();

/** Returns the entries of a list that flags hide one by one. */
export const hiddenEntriesOf = (schema: object): readonly HiddenEntries[] =>
  hiddenEntriesBySchema.get(schema) ?? [];

/**
 * Makes the JSON schema of a list, which is empty while it is hidden. Versions have at most `most`
 * entries of it; the warehouse has all.
 */
export function listOf<Item extends TSchema>(
  { is, most, seenBy, hiddenEntries = [] }: ListMeaning,
  item: Item,
): TArray<Item> {
  const whereHidden = isHiding(seenBy) ? '. Empty if hidden' : '';
  const limit = most === undefined ? '' : `. The API has the first ${most}`;
  const options = words(`${capitalised(is)}${limit}${whereHidden}`, seenBy);
  const schema = Type.Array(item, { ...options, ...(most !== undefined && { maxItems: most }) });
  hiddenEntriesBySchema.set(schema, hiddenEntries);
  return schema;
}

function schemaOf(about: Figure | Composite, make: (options: SchemaOptions) => TSchema): TSchema {
  const { nullWhen, seenBy } = about;
  const sentences = [
    sentenceOf(about),
    ...(about.formula === undefined ? [] : [`formula: ${about.formula}`]),
    ...(nullWhen === undefined || isNever(nullWhen) ? [] : [`null if ${causes[nullWhen]}`]),
    ...(isHiding(seenBy) ? [`${neutralOf(about)} if hidden`] : []),
  ];
  const options = words(sentences.map(capitalised).join('. '), seenBy);
  const schema =
    nullWhen === undefined ? make(options) : Type.Union([make({}), Type.Null()], options);
  bySchema.set(schema, about);
  return schema;
}

/** Returns the definition of a figure with its unit, without its formula. */
export const sentenceOf = (about: Figure | Composite): string =>
  `${about.is}${'unit' in about ? units[about.unit].adds : ''}`;

/** Returns the definition of a figure with its unit, and its formula behind a colon. */
export const meaningOf = (about: Figure | Composite): string =>
  [sentenceOf(about), ...(about.formula === undefined ? [] : [about.formula])].join(': ');

/**
 * Returns the value that strangers see while a figure is hidden, as JSON. Throws if its type has
 * none.
 */
export function neutralOf(about: Figure | Composite): string {
  if ('whereHidden' in about) return String(about.whereHidden);
  if (about.nullWhen !== undefined) return 'null';
  if ('unit' in about && units[about.unit].wire === number) return '0';
  throw new Error(`a figure that can be hidden needs nullWhen or whereHidden: ${about.is}`);
}

const isHiding = (seenBy: Privacy): boolean => seenBy.startsWith('hidden by ');

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the description in a schema, or an empty text. */
export const descriptionOf = (schema: object): string =>
  'description' in schema ? String(schema.description) : '';

/** Figure with its path in a schema: `[]` stands for an entry of a list, `*` for any key. */
export interface PlacedFigure {
  readonly path: readonly string[];
  readonly about: Figure | Composite;
}

type SchemaNode = TSchema & {
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  readonly anyOf?: readonly SchemaNode[];
};

/** Lists the figures of a schema in the order of its fields. */
export function figuresIn(schema: SchemaNode, path: readonly string[] = []): PlacedFigure[] {
  const about = bySchema.get(schema);
  const { properties = {}, items, patternProperties = {}, anyOf = [] } = schema;
  return [
    ...(about ? [{ path, about }] : []),
    ...Object.entries(properties).flatMap(([name, part]) => figuresIn(part, [...path, name])),
    ...(items ? figuresIn(items, [...path, '[]']) : []),
    ...Object.values(patternProperties).flatMap((part) => figuresIn(part, [...path, '*'])),
    ...anyOf.flatMap((part) => figuresIn(part, path)),
  ];
}
