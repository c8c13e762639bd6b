import type { Cell, TableRow } from '../../read/cells/html-rows.ts';
import { readTime } from '../../read/times.ts';

export interface StatementHeader {
  account: string;
  name: string;
  currency: string;
  leverage: string;
  /** The clock of the computer that saved the statement, not of the server. */
  saved: number;
}

/** Reads the row `Account, Name, Currency, Leverage, date`; undefined for any other row. */
export function readHeader({ cells }: TableRow): StatementHeader | undefined {
  if (cells.length < 4 || (cells[0]?.colspan ?? 1) < 2) return undefined;
  const saved = readTime(cells.at(-1)?.text ?? '', 'year first');
  const currency = printedValue(cells, /^currency/i, 2).toUpperCase();
  if (saved === null || !/^[A-Z][A-Z0-9]{1,11}$/.test(currency)) return undefined;
  const leverage = /^1:(\d+)$/.exec(printedValue(cells, /^leverage/i, 3))?.[1] ?? '';
  const account = printedValue(cells, /^account/i, 0);
  return { account, name: printedValue(cells, /^name/i, 1), currency, leverage, saved: saved.at };
}

// By its English name, else by its place: brokers translate the names.
function printedValue(cells: Cell[], name: RegExp, place: number): string {
  const text = (cells.find((cell) => name.test(cell.text)) ?? cells[place])?.text ?? '';
  return text.slice(text.indexOf(':') + 1).trim();
}
