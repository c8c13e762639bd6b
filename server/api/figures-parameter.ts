import Type from 'typebox';
import type { Figures } from '../accounts/account-object.ts';
import { figureNames } from '../accounts/explain.ts';
import { ApiError } from '../http/errors.ts';
import { described, type Parameter } from '../http/parameters.ts';

const list: Parameter<readonly string[]> = {
  allowed: 'names of figures, separated by commas',
  schema: Type.Array(Type.String()),
  parse: (text) => text.split(',').filter((name) => name !== ''),
};

/** Figures to explain, as a query names them. */
export const figures = described(list, {
  description:
    'Explains these figures alone: names as in `explain`, such as `advanced.kelly_percent`, or their ends, such as `twr_percent`, which stands for every figure that ends so. Sections that they are in need not be included',
});

const maxNear = 10;
/** More words than a name has. */
const maxWords = 100;

/** Returns the full names of these figures in a fixed order, null without any; throws a 400 for a name that is none. */
export function figuresNamed(names: readonly string[] | null): Figures {
  if (names === null || names.length === 0) return null;
  const unknown = names.find((name) => !figureNames.some((full) => isNamedBy(full, name)));
  if (unknown !== undefined) throw unknownFigure(unknown);
  return new Set(figureNames.filter((full) => names.some((name) => isNamedBy(full, name))));
}

const isNamedBy = (full: string, name: string): boolean =>
  full === name || full.endsWith(`.${name}`);

function unknownFigure(name: string): ApiError {
  const near = figureNames
    .map((full) => ({ full, likeness: likenessOf(full, name) }))
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, maxNear)
    .map(({ full }) => full);
  const detail =
    near.length === 0
      ? 'figures must be names of figures; include=explain lists those of an answer.'
      : `figures must be names of figures; the nearest are ${near.join(', ')}.`;
  return new ApiError('invalid_parameter', { detail, ...(near.length > 0 && { allowed: near }) });
}

/** Counts the words that the last parts of two names share; one that contains the other comes first. */
function likenessOf(full: string, name: string): number {
  const [wanted, last] = [lastPart(name), lastPart(full)];
  if (wanted === '') return 0;
  if (last.includes(wanted) || wanted.includes(last)) return maxWords;
  const words = new Set(last.split('_'));
  return new Set(wanted.split('_').filter((word) => words.has(word))).size;
}

const lastPart = (name: string): string => name.split('.').at(-1)?.toLowerCase() ?? '';
