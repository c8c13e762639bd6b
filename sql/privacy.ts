import type { TSchema } from 'typebox';
import { describedBy, type HiddenEntries, hiddenEntriesOf, neutralOf } from './figures.ts';
import { position } from './lists/positions.ts';
import { trade } from './lists/trades.ts';
import { sectionFlags, sections } from './marts/index.ts';
import { pages } from './pages/index.ts';

/**
 * Names allowed in `hide`: sections with a flag of their own, and values within trades, positions
 * and sections.
 */
export const hidables = [
  ...sectionFlags,
  'volume',
  'stop_loss',
  'take_profit',
  'comment',
  'trades',
] as const;
export type Hidable = (typeof hidables)[number];

const resources = { ...sections, ...pages, trade, position } as const;
export type Resource = keyof typeof resources;

/** Value that a flag in `hide` replaces. */
export interface Rule {
  readonly flag: Hidable;
  readonly resource: Resource;
  /** Path from the resource to the hidden value; empty if the whole resource is hidden. */
  readonly path: readonly string[];
  /** Replacement, as JSON. */
  readonly neutral: string;
}

/** Entries of a list that a flag in `hide` leaves out or replaces. */
export interface EntryRule extends Omit<Rule, 'neutral'>, Omit<HiddenEntries, 'flag'> {}

/** Values that each flag replaces: every schema labelled `hidden by` that flag. */
export const privacyRules: readonly Rule[] = Object.keys(resources)
  .filter((name): name is Resource => name in resources)
  .flatMap((resource) => rulesIn(resources[resource], resource, []));

/** Entries that each flag hides within lists, in the order in which they are replaced. */
export const entryRules: readonly EntryRule[] = Object.keys(resources)
  .filter((name): name is Resource => name in resources)
  .flatMap((resource) => entryRulesIn(resources[resource], resource, []));

/**
 * Parts of a schema that are read here: the privacy label, and the keywords that hold subschemas.
 */
type LabelledSchema = TSchema & {
  readonly 'x-privacy'?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, LabelledSchema>>;
  readonly items?: LabelledSchema;
  readonly patternProperties?: Readonly<Record<string, LabelledSchema>>;
  readonly anyOf?: readonly LabelledSchema[];
};

function rulesIn(schema: LabelledSchema, resource: Resource, path: readonly string[]): Rule[] {
  const { properties = {}, items, patternProperties = {}, anyOf = [] } = schema;
  const flag = flagOf(schema, path);
  const ownRules =
    flag === null ? [] : [{ flag, resource, path, neutral: neutralIn(schema, path) }];
  const entries = [...(items ? [items] : []), ...Object.values(patternProperties)];
  if (entries.some((entry) => rulesIn(entry, resource, path).length > 0)) {
    throw new Error(
      `${resource}.${path.join('.')} has hidden values inside a list; hide the whole list instead`,
    );
  }
  const members = Object.entries(properties).flatMap(([name, part]) =>
    rulesIn(part, resource, [...path, name]),
  );
  return [...ownRules, ...members, ...anyOf.flatMap((part) => rulesIn(part, resource, path))];
}

function entryRulesIn(
  schema: LabelledSchema,
  resource: Resource,
  path: readonly string[],
): EntryRule[] {
  const { properties = {} } = schema;
  const ownRules = hiddenEntriesOf(schema).map(({ flag, ...entry }) => ({
    ...entry,
    flag: hidableNamed(flag, path),
    resource,
    path,
  }));
  const members = Object.entries(properties).flatMap(([name, part]) =>
    entryRulesIn(part, resource, [...path, name]),
  );
  return [...ownRules, ...members];
}

function neutralIn(schema: LabelledSchema, path: readonly string[]): string {
  if (path.length === 0) return 'null';
  if (schema.type === 'array') return '[]';
  const about = describedBy(schema);
  if (!about) throw new Error(`${path.join('.')} can be hidden but is not a figure`);
  return neutralOf(about);
}

function flagOf(
  { 'x-privacy': label = '' }: LabelledSchema,
  path: readonly string[],
): Hidable | null {
  const [, name] = /^hidden by (.*)$/.exec(label) ?? [];
  return name === undefined ? null : hidableNamed(name, path);
}

function hidableNamed(name: string, path: readonly string[]): Hidable {
  const flag = hidables.find((hidable) => hidable === name);
  if (flag === undefined) {
    throw new Error(`${path.join('.')} is hidden by ${name}, which is not a name in hide`);
  }
  return flag;
}
