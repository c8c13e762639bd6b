import { parseDecimal } from '../decimals.ts';
import type { TableRow } from '../html-rows.ts';

/** The figures a statement prints below its rows; undefined where it prints none. */
export interface PrintedFigures {
  deposits: string | undefined;
  credit: string | undefined;
  closedProfit: string | undefined;
  floatingProfit: string | undefined;
  balance: string | undefined;
  equity: string | undefined;
}

const shape = /^2,2,4,1,(5|3,2)$/;

/** Whether a row has the shape of the section Summary's. */
export const isFigures = ({ cells }: TableRow): boolean =>
  cells.length <= 6 && shape.test(cells.map((cell) => cell.colspan).join());

/** Reads the three rows of the section Summary, the first of their shape, by their places. */
export function readSummary(rows: readonly TableRow[]): PrintedFigures {
  const [deposits, profits, balances] = rows;
  return {
    deposits: figure(deposits, 1),
    credit: figure(deposits, 3),
    closedProfit: figure(profits, 1),
    floatingProfit: figure(profits, 3),
    balance: figure(balances, 1),
    equity: figure(balances, 3),
  };
}

function figure(row: TableRow | undefined, place: number): string | undefined {
  return parseDecimal(row?.cells[place]?.text ?? '') ?? undefined;
}
