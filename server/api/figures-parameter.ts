import { type SectionName, sections as schemas, sectionNames } from '../../sql/marts/index.ts';
import type { Figures, Sections } from '../accounts/account-object.ts';
import { figureNames } from '../accounts/explain.ts';
import { faultyQuery, namesOf, withDescription } from '../http/parameters.ts';

/** Parameter that names the figures to explain. */
export const figures = withDescription(namesOf('figures'), {
  description:
    'Explains only these figures, by full name, such as `advanced.kelly_percent`, or its last part, such as `twr_percent`. Sections need not be included',
});

const maxNear = 10;
/** Least similarity of a name that is listed: a misspelt name, or one with other words around. */
const minLikeness = 0.5;

/**
 * Returns the full names of figures in a fixed order; null without names. Throws a 400 for an
 * unknown name, with the most similar ones.
 */
export const fullFigureNames = (names: readonly string[] | null): Figures =>
  namedAmong(figureNames, names, (unknown) => {
    const near = figureNames
      .map((full) => ({ full, likeness: similarityOf(full, unknown) }))
      .filter(({ likeness }) => likeness >= minLikeness)
      .sort((a, b) => b.likeness - a.likeness)
      .slice(0, maxNear)
      .map(({ full }) => full);
    const advice =
      near.length === 0
        ? 'Use include=explain to list them.'
        : `The most similar are ${near.join(', ')}.`;
    return faultyQuery({
      parameter: 'figures',
      detail: `figures must be names of figures. ${advice}`,
      allowed: near.length > 0 ? near : undefined,
    });
  });

/**
 * Compares the last parts of two names by their pairs of letters, from 0 to 1. A part that contains
 * the name is most similar.
 */
function similarityOf(full: string, name: string): number {
  const [wanted, last] = [lettersOf(name), lettersOf(full)];
  if (wanted === '') return 0;
  if (last.includes(wanted)) return 1;
  const [pairs, others] = [pairsOf(wanted), pairsOf(last)];
  const shared = [...pairs].filter((pair) => others.has(pair)).length;
  return (2 * shared) / (pairs.size + others.size);
}

const pairsOf = (letters: string): Set<string> =>
  new Set(Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2)));

/** Returns the letters of the last part of a name, without underscores and brackets. */
const lettersOf = (name: string): string =>
  (name.split('.').at(-1) ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * Returns members of sections by their full names, such as `advanced.win_rate`; null without names.
 * Throws a 400, with the names that exist, if a name is no member of an included section.
 */
export function fullFieldNames(
  names: readonly string[] | null,
  sections: Sections,
): ReadonlySet<string> | null {
  const members = sectionNames
    .filter((section) => sections.has(section))
    .flatMap((section) => membersOf(section).map((member) => `${section}.${member}`));
  return namedAmong(members, names, () =>
    faultyQuery({
      parameter: 'fields',
      ...(members.length === 0
        ? {
            detail:
              'fields has no effect unless include names a section with members of fixed names.',
          }
        : { detail: 'fields must name members of the included sections.', allowed: members }),
    }),
  );
}

/** Names that all accounts have in a section. A section by instrument has none. */
function membersOf(section: SectionName): string[] {
  const schema: object = schemas[section];
  return 'properties' in schema ? Object.keys(schema.properties ?? {}) : [];
}

/**
 * Returns what a request names, by full names or their last parts; null without names. Throws what
 * `refusalOf` makes of the first unknown name.
 */
function namedAmong(
  all: readonly string[],
  names: readonly string[] | null,
  refusalOf: (unknown: string) => Error,
): ReadonlySet<string> | null {
  if (names === null || names.length === 0) return null;
  const isNamedBy = (full: string, name: string) => full === name || full.endsWith(`.${name}`);
  const unknown = names.find((name) => !all.some((full) => isNamedBy(full, name)));
  if (unknown !== undefined) throw refusalOf(unknown);
  return new Set(all.filter((full) => names.some((name) => isNamedBy(full, name))));
}
