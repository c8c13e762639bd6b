import type { TableRow } from '../../read/cells/html-rows.ts';
import { ImportFault } from '../../read/faults.ts';
import { isFolder } from '../../read/json-files.ts';
import { type Peek, peekInto } from './peek.ts';

/**
 * Returns true if the beginning of a file is a report of MetaTrader's strategy tester. MetaTrader 4
 * translates its title, so the rows of its trades show it too.
 */
export const isBacktest = ({ kind, head, rows }: Peek): boolean =>
  kind === 'markup' && (signature.test(head) || rows.some(isTestedOrder));

const signature = /<title>\s*strategy tester\b|<meta name="generator" content="strategy tester"/i;

/** Throws an ImportFault if a file is a report of the strategy tester. */
export async function refuseBacktest(file: string): Promise<void> {
  // Folders hold answers of an API. The format says whether it reads any.
  if (await isFolder(file)) return;
  if (isBacktest(await peekInto(file))) throw new ImportFault('backtest', file, {});
}

/**
 * Row of a tested order in MetaTrader 4: its number, time, type, order, size and price. Statements
 * have tickets instead of numbers, and more cells.
 */
function isTestedOrder({ cells }: TableRow): boolean {
  const [no = '', time = '', type = '', order = ''] = cells.map(({ text }) => text);
  const isShort = cells.length === 9 || cells.length === 10;
  const isNumbered = /^\d{1,7}$/.test(no) && /^\d{1,7}$/.test(order);
  return isShort && isNumbered && /^\d{4}\.\d\d\.\d\d \d\d:\d\d$/.test(time) && !/\d/.test(type);
}
