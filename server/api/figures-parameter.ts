import Type from 'typebox';
import type { Figures } from '../accounts/account-object.ts';
import { figureNames } from '../accounts/explain.ts';
import { ApiError } from '../http/errors.ts';
import { type Parameter, withDescription } from '../http/parameters.ts';

const list: Parameter<readonly string[]> = {
  allowed: 'names of figures, separated by commas',
  schema: Type.Array(Type.String()),
  parse: (text) => text.split(',').filter((name) => name !== ''),
};

/** Parameter that names the figures to explain. */
export const figures = withDescription(list, {
  description:
    'Explains only these figures, by full name, such as `advanced.kelly_percent`, or its last part, such as `twr_percent`. Sections need not be included',
});

const maxNear = 10;
/** Similarity of a name that contains the other. It is more than two names can share words. */
const maxWords = 100;

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
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, maxNear)
    .map(({ full }) => full);
  const detail =
    near.length === 0
      ? 'figures must be names of figures. Use include=explain to list them.'
      : `figures must be names of figures. The most similar are ${near.join(', ')}.`;
  return new ApiError('invalid_parameter', { detail, ...(near.length > 0 && { allowed: near }) });
}

/**
 * Counts the words that the last parts of two names share. If one part contains the other, they are
 * most similar.
 */
function similarityOf(full: string, name: string): number {
  const [wanted, last] = [lastPart(name), lastPart(full)];
  if (wanted === '') return 0;
  if (last.includes(wanted) || wanted.includes(last)) return maxWords;
  const words = new Set(last.split('_'));
  return new Set(wanted.split('_').filter((word) => words.has(word))).size;
}

const lastPart = (name: string): string => name.split('.').at(-1)?.toLowerCase() ?? '';
