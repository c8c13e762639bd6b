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
  const near = figureNames.filter((full) => isNear(full, name)).slice(0, maxNear);
  const detail =
    near.length === 0
      ? 'figures must be names of figures; include=explain lists those of an answer.'
      : `figures must be names of figures; the nearest are ${near.join(', ')}.`;
  return new ApiError('invalid_parameter', { detail, ...(near.length > 0 && { allowed: near }) });
}

/** Whether all words of what was asked for are in the last part of a name, or the other way round. */
function isNear(full: string, name: string): boolean {
  const [wanted, words] = [lastPart(name), lastPart(full)];
  return wanted !== '' && (words.includes(wanted) || wanted.includes(words));
}

const lastPart = (name: string): string => name.split('.').at(-1)?.toLowerCase() ?? '';
