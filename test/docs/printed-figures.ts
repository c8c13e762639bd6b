import { printedFigures } from '../../sql/raw/printed_figures.ts';
import { reasons } from '../../sql/reconciliation/reasons.ts';

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const line = (columns: number): string => `|${'---|'.repeat(columns)}`;

/** Figures in one cell of the table, which keeps it readable. */
const figuresPerRow = 8;

/** Markdown table of the figures that statements may print, a few in each row. */
export const printedFiguresTable = (): string => {
  const units = [...new Set(Object.values(printedFigures).map(({ unit }) => unit))];
  const rowsOfUnit = (unit: string): string[] => {
    const names = Object.entries(printedFigures)
      .filter(([, figure]) => figure.unit === unit)
      .map(([name]) => `\`${name}\``);
    const count = Math.ceil(names.length / figuresPerRow);
    return Array.from({ length: count }, (_, at) =>
      row(unit, names.slice(at * figuresPerRow, (at + 1) * figuresPerRow).join(', ')),
    );
  };
  return [row('`figure` in', 'may be'), line(2), ...units.flatMap(rowsOfUnit)].join('\n');
};

/** Why a printed figure may be another than ours, as a Markdown table. */
export const reasonsTable = (): string =>
  [
    row('`reason`', 'is'),
    line(2),
    ...Object.entries(reasons).map(([name, words]) => row(`\`${name}\``, words)),
  ].join('\n');
