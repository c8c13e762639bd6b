import { type SectionName, sectionNames } from '../../sql/marts/index.ts';
import { privacyRules } from '../../sql/privacy.ts';
import { flatLists, flatView } from './flat.ts';
import { sharedRestatements } from './shared-restatements.ts';
import { readSql, relationsIn } from './sql-files.ts';

const sharedPrefix = 'shared_';

/**
 * The views of the warehouse by name, each after those it reads: those of `sql/views/`, one of each
 * section and of restatements, and two of each list in a section, its marts' and what strangers may read of it.
 */
export const views: ReadonlyMap<string, () => string> = new Map([
  ...[
    ...relationsIn('views').map((name) => [name, () => readSql(`views/${name}`)] as const),
    ...sectionNames.map((name) => [`${sharedPrefix}${name}`, () => sharedSection(name)] as const),
    [`${sharedPrefix}restatements`, sharedRestatements] as const,
  ].sort(([one], [other]) => (one < other ? -1 : 1)),
  ...flatLists.flatMap((list) => {
    const { name, mart } = list;
    const shared = `${sharedPrefix}${name}`;
    return [
      [name, () => flatView(name, list, mart, ['subject_id'])] as const,
      [shared, () => flatView(shared, list, `${sharedPrefix}${mart}`, ['slug', 'type'])] as const,
    ];
  }),
]);

/** The names of those that anybody may read, who finds in them what strangers see. */
export const sharedViews: readonly string[] = [...views.keys()].filter((name) =>
  name.startsWith(sharedPrefix),
);

/** What a shared view is of. */
export const sharedOf = (view: string): string => view.slice(sharedPrefix.length);

/** What stands in a member's place: a value of its own, or what is told of its members. */
interface Hiding {
  readonly flag?: string;
  readonly neutral?: string;
  readonly members: Map<string, Hiding>;
}

/** A section as strangers may read it, by the rules that hold for its answers. */
function sharedSection(section: SectionName): string {
  const columns = [...hidingIn(section).members].map(([column, hiding]) => {
    const value = shown(`${section}.${column}`, hiding);
    return `case when ${section}.subject_id is not null then ${value} end as ${column}`;
  });
  const replaced = columns.length === 0 ? '' : ` replace (${columns.join(', ')})`;
  return `create or replace view ${sharedPrefix}${section} as
    select shown_subjects.slug, shown_subjects.type, ${section}.* exclude (subject_id)${replaced},
    from shown_subjects
    left join ${section}
      on shown_subjects.subject_id = ${section}.subject_id
      and not list_contains(shown_subjects.hidden, '${section}');
    comment on view ${sharedPrefix}${section} is '${section} of published accounts and portfolios by slug, as strangers may read it: null where hidden.'`;
}

/** The rules within a section as a tree. */
function hidingIn(section: SectionName): Hiding {
  const root: Hiding = { members: new Map() };
  for (const { resource, path, flag, neutral } of privacyRules) {
    if (resource !== section || path.length === 0) continue;
    let place = root;
    for (const [at, name] of path.entries()) {
      const known = place.members.get(name) ?? { members: new Map() };
      const isLast = at === path.length - 1;
      place.members.set(name, isLast ? { ...known, flag, neutral } : known);
      place = known;
    }
  }
  return root;
}

/** SQL of a value with what is hidden of it neutralised; where there is none, none is made up. */
function shown(value: string, { flag, neutral, members }: Hiding): string {
  if (flag !== undefined) {
    const rest = members.size === 0 ? value : shown(value, { members });
    return `case when list_contains(shown_subjects.hidden, '${flag}') then ${neutral} else ${rest} end`;
  }
  const changed = [...members].map(([name, hiding]) => {
    return `${name} := ${shown(`${value}.${name}`, hiding)}`;
  });
  return `case when ${value} is not null then struct_update(${value}, ${changed.join(', ')}) end`;
}
