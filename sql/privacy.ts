import type { TSchema } from 'typebox';
import { neutralOf, wordsOf } from './figures.ts';
import { position } from './lists/positions.ts';
import { trade } from './lists/trades.ts';
import { sectionNames, sections } from './marts/index.ts';
import { pages } from './pages/index.ts';

/** What an owner may hide of an account: sections, and what rows and figures hold. */
export const hidables = [
  ...sectionNames,
  'volume',
  'stop_loss',
  'take_profit',
  'comment',
  'trades',
] as const;
export type Hidable = (typeof hidables)[number];

const resources = { ...sections, ...pages, trade, position } as const;
export type Resource = keyof typeof resources;

/** What a flag takes away. */
export interface Rule {
  readonly flag: Hidable;
  readonly resource: Resource;
  /** Members from the resource's value down to the hidden one; empty for the whole value. */
  readonly path: readonly string[];
  /** What stands in its place, as JSON. */
  readonly neutral: string;
}

/** What each flag neutralises: every place that is labelled `hidden by` it. */
export const privacyRules: readonly Rule[] = Object.keys(resources)
  .filter((name): name is Resource => name in resources)
  .flatMap((resource) => rulesIn(resources[resource], resource, []));

/** The parts of a schema that say what is hidden, and what holds other parts. */
type Labelled = TSchema & {
  readonly 'x-privacy'?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Labelled>>;
  readonly items?: Labelled;
  readonly patternProperties?: Readonly<Record<string, Labelled>>;
  readonly anyOf?: readonly Labelled[];
};

function rulesIn(schema: Labelled, resource: Resource, path: readonly string[]): Rule[] {
  const { properties = {}, items, patternProperties = {}, anyOf = [] } = schema;
  const flag = flagOf(schema, path);
  const own = flag === null ? [] : [{ flag, resource, path, neutral: neutralIn(schema, path) }];
  const entries = [...(items ? [items] : []), ...Object.values(patternProperties)];
  if (entries.some((entry) => rulesIn(entry, resource, path).length > 0)) {
    throw new Error(
      `${resource}.${path.join('.')} can be hidden as a whole, not within its entries`,
    );
  }
  const members = Object.entries(properties).flatMap(([name, part]) =>
    rulesIn(part, resource, [...path, name]),
  );
  return [...own, ...members, ...anyOf.flatMap((part) => rulesIn(part, resource, path))];
}

function neutralIn(schema: Labelled, path: readonly string[]): string {
  if (path.length === 0) return 'null';
  if (schema.type === 'array') return '[]';
  const about = wordsOf(schema);
  if (!about) throw new Error(`${path.join('.')} is hidden, and no figure`);
  return neutralOf(about);
}

function flagOf({ 'x-privacy': label = '' }: Labelled, path: readonly string[]): Hidable | null {
  const [, name] = /^hidden by (.*)$/.exec(label) ?? [];
  const flag = hidables.find((hidable) => hidable === name);
  if (name !== undefined && flag === undefined) {
    throw new Error(`${path.join('.')} is hidden by ${name}, which is no flag`);
  }
  return flag ?? null;
}
