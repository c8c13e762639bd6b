import { flagOf, marts, type SectionName, sectionNames } from '../../sql/marts/index.ts';
import { namesAndBadges } from '../../sql/marts/names_and_badges.ts';
import { observedTimes } from '../../sql/marts/observed.ts';
import { depositsNotRead } from '../../sql/marts/summary.ts';
import { type EntryRule, entryRules, privacyRules } from '../../sql/privacy.ts';
import { identifier, literal } from '../base/sql-text.ts';
import { flatLists, flatView, type SchemaParts, typed } from './flat.ts';
import { sharedRestatements } from './shared-restatements.ts';
import { readSql, relationsIn } from './sql-files.ts';

const sharedPrefix = 'shared_';

/**
 * Views of the warehouse by name, each after those it reads. They are the files of `sql/views/`,
 * one for each section, and one for restatements. Each list in a section has two: the mart's rows,
 * and the rows that strangers may read.
 */
export const views: ReadonlyMap<string, () => string> = new Map([
  ...[
    ...relationsIn('views').map((name) => [name, () => readSql(`views/${name}`)] as const),
    ...sectionNames.map((name) => [`${sharedPrefix}${name}`, () => sharedSection(name)] as const),
    [`${sharedPrefix}summary`, sharedSummary] as const,
    [`${sharedPrefix}restatements`, sharedRestatements] as const,
  ].sort(([one], [other]) => (one < other ? -1 : 1)),
  ...flatLists.flatMap((list) => {
    const { name, mart } = list;
    const shared = `${sharedPrefix}${name}`;
    return [
      [name, () => flatView(name, list, tableOf(mart), ['subject_id'])] as const,
      [shared, () => flatView(shared, list, `${sharedPrefix}${mart}`, ['slug', 'type'])] as const,
    ];
  }),
]);

/** The names of those that anybody may read, who finds in them what strangers see. */
export const sharedViews: readonly string[] = [...views.keys()].filter((name) =>
  name.startsWith(sharedPrefix),
);

/** Form of a member: a value of its own, a type, or the forms of its members. */
interface Shape {
  readonly flag?: string;
  readonly neutral?: string;
  /** Rules for single entries of a list. */
  readonly entries?: readonly EntryRule[];
  /** Its schema, if the wire has a text for a value of another type. */
  readonly text?: SchemaParts | undefined;
  readonly members: Map<string, Shape>;
}

/** A section as strangers may read it, by the rules that hold for its answers. */
function sharedSection(section: SectionName): string {
  const columns = [...shapeOf(section).members].map(([column, shape]) => {
    const value = shown(`${section}.${column}`, shape);
    return `case when ${section}.subject_id is not null then ${value} end as ${column}`;
  });
  const replaced = columns.length === 0 ? '' : ` replace (${columns.join(', ')})`;
  const times = section === 'observed' ? timesOf(section) : '';
  return `create or replace view ${sharedPrefix}${section} as
    select shown_subjects.slug, shown_subjects.type,${times} ${section}.* exclude (subject_id)${replaced},
    from shown_subjects
    left join ${tableOf(section)}
      on shown_subjects.subject_id = ${section}.subject_id
      and not list_contains(shown_subjects.hidden, '${flagOf(section)}');
    comment on view ${sharedPrefix}${section} is 'Section ${section} of published accounts and portfolios, by slug. Hidden values are null.'`;
}

/** Table of a mart, with the days that it leaves out because nothing happened on them. */
const tableOf = (mart: string): string =>
  mart === 'returns'
    ? '(select * replace (every_day(days) as days) from returns) as returns'
    : mart;

/** When strangers could read an account, which the registry knows and no mart has. */
const timesOf = (section: 'observed'): string =>
  Object.entries(observedTimes)
    .map(([name, schema]) => {
      const value = typed(schema, `shown_subjects.${section}.${identifier(name)}`);
      return ` case when ${section}.subject_id is not null then ${value} end as ${identifier(name)},`;
    })
    .join('');

/** The summary with names and badges as strangers may read it, which nobody hides. */
function sharedSummary(): string {
  const { members } = shapeOf('summary');
  const columns = [...members].map(([column, shape]) => {
    const value = column === 'created_at' ? createdAt : `summary.${column}`;
    return `${shown(value, shape)} as ${column}`;
  });
  const texts = textsIn({ properties: namesAndBadges });
  const named = Object.keys(namesAndBadges).map((column) => {
    const value = column === 'verified' ? verified : `shown_subjects.${column}`;
    return `${shown(value, texts.get(column) ?? { members: new Map() })} as ${column}`;
  });
  return `create or replace view ${sharedPrefix}summary as
    select
      shown_subjects.slug,
      shown_subjects.type,
      shown_subjects.history_cut_at,
      ${named.join(',\n      ')},
      summary.* exclude (subject_id, reconciliation) replace (${columns.join(', ')}),
    from shown_subjects
    left join summary using (subject_id);
    comment on view ${sharedPrefix}summary is 'Summary of published accounts and portfolios, by slug, as in the account object of the API.'`;
}

/** Of a portfolio, and of an account that says nothing of it, when it was entered. */
const createdAt = `(case
        when shown_subjects.type = 'portfolio' or summary.created_at is null
          then utc_iso(shown_subjects.created_at)
        else summary.created_at
      end)`;

/** Badges with the reason why a history that was read from the broker is not confirmed. */
const verified = `struct_insert(shown_subjects.verified, reason := case
        when not shown_subjects.verified.track_record
          and summary.unknown_capital = ${literal(depositsNotRead)}
          then summary.unknown_capital
      end)`;

/** The rules within a section, and the types of what it says once, as a tree. */
function shapeOf(section: SectionName | 'summary'): Shape {
  const root = { members: textsIn(marts[section]) };
  for (const { resource, path, flag, neutral } of privacyRules) {
    if (resource === section) changePlace(root, path, (known) => ({ ...known, flag, neutral }));
  }
  for (const rule of entryRules) {
    if (rule.resource !== section) continue;
    changePlace(root, rule.path, (known) => ({
      ...known,
      entries: [...(known.entries ?? []), rule],
    }));
  }
  return root;
}

/** Changes the shape at the end of a path, and makes those on the way. */
function changePlace(root: Shape, path: readonly string[], change: (known: Shape) => Shape): void {
  let place = root;
  for (const [at, name] of path.entries()) {
    const known = place.members.get(name) ?? { members: new Map() };
    const next = at === path.length - 1 ? change(known) : known;
    place.members.set(name, next);
    place = next;
  }
}

/** Members that are text in the API and typed here. Lists have views of their own. */
function textsIn({ properties = {}, anyOf = [] }: SchemaParts): Map<string, Shape> {
  const members = Object.entries(properties).flatMap(([name, part]): [string, Shape][] => {
    const below = textsIn(part);
    if (typed(part, 'x') !== 'x') return [[name, { text: part, members: new Map() }]];
    return below.size > 0 ? [[name, { members: below }]] : [];
  });
  return new Map([...members, ...anyOf.flatMap((part) => [...textsIn(part)])]);
}

/** Returns SQL of a value with its hidden parts neutralised. Null stays null. */
function shown(value: string, { flag, neutral, entries, text, members }: Shape): string {
  if (flag !== undefined) {
    const rest = shown(value, { text, members });
    return `case when list_contains(shown_subjects.hidden, '${flag}') then ${neutral} else ${rest} end`;
  }
  if (entries !== undefined) return entries.reduce(withoutEntry, value);
  if (text !== undefined) return typed(text, value);
  if (members.size === 0) return value;
  const changed = [...members].map(([name, shape]) => {
    return `${name} := ${shown(`${value}.${name}`, shape)}`;
  });
  return `case when ${value} is not null then struct_update(${value}, ${changed.join(', ')}) end`;
}

/** Returns SQL of a list without an entry that is hidden, or with what stands for it at its end. */
function withoutEntry(list: string, { flag, code, instead }: EntryRule): string {
  const rest = `list_filter(${list}, lambda entry: entry.code <> ${literal(code)})`;
  const fields = Object.entries(instead ?? {}).map(([name, text]) => `${name}: ${literal(text)}`);
  const value = instead ? `list_append(${rest}, {${fields.join(', ')}})` : rest;
  return `case when list_contains(shown_subjects.hidden, '${flag}') then ${value} else ${list} end`;
}
