import type { Figures } from '../accounts/account-object.ts';
import { figureNames } from '../accounts/explain.ts';
import type { ApiError } from '../http/errors.ts';
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
 * unknown name.
 */
export function fullFigureNames(names: readonly string[] | null): Figures {
  if (names === null || names.length === 0) return null;
  const unknown = names.find((name) => !figureNames.some((full) => isNamedBy(full, name)));
  if (unknown !== undefined) throw unknownFigure(unknown);
  return new Set(figureNames.filter((full) => names.some((name) => isNamedBy(full, name))));
}

const isNamedBy = (full: string, name: string): boolean =>
  full === name || full.endsWith(`.${name}`);

function unknownFigure(name: string): ApiError {
  const near = figureNames
    .map((full) => ({ full, likeness: similarityOf(full, name) }))
    .filter(({ likeness }) => likeness >= minLikeness)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, maxNear)
    .map(({ full }) => full);
  const detail =
    near.length === 0
      ? 'figures must be names of figures. Use include=explain to list them.'
      : `figures must be names of figures. The most similar are ${near.join(', ')}.`;
  return faultyQuery({
    parameter: 'figures',
    detail,
    allowed: near.length > 0 ? near : undefined,
  });
}

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
