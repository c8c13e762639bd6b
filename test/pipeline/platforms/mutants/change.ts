import type { Random } from '../../../../fixtures/demo/random.ts';
import type { Sample } from './samples.ts';
import type { Cell, Row, Sheet } from './sheet.ts';

export type Change = (sheet: Sheet, random: Random, sample: Sample) => Sheet;

export const anyOf = (list: readonly unknown[], random: Random): number =>
  random.whole(0, Math.max(0, list.length - 1));

export const withRows = (sheet: Sheet, rows: readonly Row[]): Sheet => ({ ...sheet, rows });

export const withText = (cells: readonly Cell[], at: number, text = ''): readonly Cell[] => {
  const cell = cells[at];
  return cell === undefined ? cells : cells.with(at, { ...cell, text });
};

export function inRow(
  change: (cells: readonly Cell[], random: Random, sample: Sample) => readonly Cell[],
): Change {
  return (sheet, random, sample) => {
    const at = anyOf(sheet.rows, random);
    const row = sheet.rows[at];
    if (row === undefined) return sheet;
    const cells = change(row.cells, random, sample);
    return withRows(sheet, sheet.rows.with(at, { ...row, cells }));
  };
}
