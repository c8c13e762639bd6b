import { printedFigures } from '../../sql/raw/printed_figures.ts';
import { reasons } from '../../sql/reconciliation/reasons.ts';

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const line = (columns: number): string => `|${'---|'.repeat(columns)}`;

/** What statements may print of themselves, as a Markdown table. */
export const printedFiguresTable = (): string => {
  const units = [...new Set(Object.values(printedFigures).map(({ unit }) => unit))];
  return [
    row('`figure` in', 'may be'),
    line(2),
    ...units.map((unit) =>
      row(
        unit,
        Object.entries(printedFigures)
          .filter(([, figure]) => figure.unit === unit)
          .map(([name]) => `\`${name}\``)
          .join(', '),
      ),
    ),
  ].join('\n');
};

/** Why a printed figure may be another than ours, as a Markdown table. */
export const reasonsTable = (): string =>
  [
    row('`reason`', 'is'),
    line(2),
    ...Object.entries(reasons).map(([name, words]) => row(`\`${name}\``, words)),
  ].join('\n');
