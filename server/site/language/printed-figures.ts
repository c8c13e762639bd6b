import { printedFigures } from '../../../sql/raw/printed_figures.ts';
import { reasons } from '../../../sql/reconciliation/reasons.ts';
import type { Language } from './languages.ts';

const printed = new Map(Object.entries(printedFigures));
const englishReasons = new Map(Object.entries(reasons));

/** Returns the label of a figure that platforms print. */
export const figureName = (figure: string, { figures }: Pick<Language, 'figures'>): string =>
  figures?.printed[figure] ?? printed.get(figure)?.label ?? figure;

/** Returns the text of a reason why a printed figure differs from ours. */
export const differenceReason = (reason: string, { figures }: Pick<Language, 'figures'>): string =>
  figures?.reasons[reason] ?? englishReasons.get(reason) ?? reason;

/** Writes a printed or computed figure with as many digits as its statement prints. */
export function figureNumber(
  value: number | null,
  { figure, decimals }: { readonly figure: string; readonly decimals: number },
  currency: string | null,
  { format }: Pick<Language, 'format'>,
): string {
  const text = format.number(value, decimals);
  const unit = printed.get(figure)?.unit;
  if (unit === 'percent') return `${text} %`;
  return unit === 'money' && currency !== null ? `${text} ${currency}` : text;
}

/** Sorts figures in the order of statements. */
export function inOrderOfStatements<Figure extends { readonly figure: string }>(
  figures: readonly Figure[],
): Figure[] {
  const names = [...printed.keys()];
  return figures.toSorted(
    (first, second) => names.indexOf(first.figure) - names.indexOf(second.figure),
  );
}
