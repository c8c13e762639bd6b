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
