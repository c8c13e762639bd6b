import { printedFigures } from '../../sql/raw/printed_figures.ts';
import { reasons } from '../../sql/reconciliation/reasons.ts';

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const line = (columns: number): string => `|${'---|'.repeat(columns)}`;

/** Number of figures in one cell, which keeps the table readable. */
const figuresPerRow = 8;

/** Prints the figures of statements as a Markdown table, a few in each row. */
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

/** Prints the reasons for differences between printed figures and ours as a Markdown table. */
export const reasonsTable = (): string =>
  [
    row('`reason`', 'is'),
    line(2),
    ...Object.entries(reasons).map(([name, words]) => row(`\`${name}\``, words)),
  ].join('\n');
