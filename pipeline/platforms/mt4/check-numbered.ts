import { firstOf } from '../../read/bytes/bounds.ts';
import {
  compareDecimals,
  negateDecimal,
  parseDecimal,
  sumDecimals,
} from '../../read/values/decimals.ts';
import type { Checks } from '../source/checks.ts';
import type { Order } from './rows.ts';
import type { Statement } from './statement.ts';
import { amountsOf, type Totals } from './totals.ts';

/** Compares the sums of a numbered report; their `Summary P/L` has the bookings that are no deposit. */
export function checkNumbered(statement: Statement, totals: Totals): Checks {
  const checks: Checks = { facts: [], warnings: [], contradicted: [] };
  const { printed } = statement.figures;
  const { closed, bookings } = statement;
  const isDeposit = ({ text }: { text: string }) => /^deposit$/i.test(text);
  const sumOf = (rows: readonly { amount: string }[]) =>
    sumDecimals(rows.map(({ amount }) => amount));
  const others = sumOf(bookings.filter((booking) => !isDeposit(booking)));
  const column = (read: (order: Order) => string) => sumDecimals(closed.map(read).filter(Boolean));
  const sums: readonly [name: string, sum: string][] = [
    ['Deposit/Withdrawal', sumOf(bookings.filter(isDeposit))],
    ['Closed Trade P/L', sumDecimals([...closed.flatMap(amountsOf), others])],
    ['Balance', totals.balance],
    ['commission of all rows', column(({ commission }) => commission)],
    ['swap of all rows', column(({ swap }) => swap)],
    ['profit of all rows', sumDecimals([column(({ profit }) => profit), others])],
  ];
  checks.warnings.push(...firstOf(statement.jumps, 'such rows'));
  if (!statement.isEnded)
    checks.warnings.push('the file does not end with </html>: is it cut off?');
  for (const [name, sum] of sums) {
    const text = printed.get(name);
    if (text === undefined) {
      // Some scripts write none at all; where there are some, all are.
      if (printed.size > 0 && !name.endsWith('rows')) {
        checks.warnings.push(`${name}: not printed; the rows add up to ${sum}`);
      }
      continue;
    }
    const figure = parseDecimal(text);
    if (figure !== null && compareDecimals(figure, sum) === 0) {
      checks.facts.push(`${name} ${figure}: the rows add up to it`);
      continue;
    }
    checks.contradicted.push(name);
    const gap = figure === null ? '' : `, ${sumDecimals([sum, negateDecimal(figure)])} apart`;
    checks.warnings.push(`${name}: the statement prints ${text}, its rows add up to ${sum}${gap}`);
  }
  return checks;
}
