import { compareDecimals, negateDecimal, sumDecimals } from '../decimals.ts';
import type { Statement } from './statement.ts';
import type { Totals } from './totals.ts';

export interface Checks {
  facts: string[];
  warnings: string[];
}

/** Compares what the rows add up to with every figure that the statement prints. */
export function checkTotals(
  { figures, closed, open, bookings }: Statement,
  totals: Totals,
): Checks {
  const checks: Checks = { facts: [], warnings: [] };
  const compared = [
    {
      name: 'Closed Trade P/L',
      printed: figures.closedProfit,
      sum: totals.closedProfit,
      what: `${closed.length} closed trades`,
    },
    {
      name: 'Floating P/L',
      printed: figures.floatingProfit,
      sum: totals.floatingProfit,
      what: `${open.length} open positions`,
    },
    {
      name: 'Deposit/Withdrawal',
      printed: figures.deposits,
      sum: totals.deposits,
      what: `${bookings.filter(({ type }) => type === 'balance').length} balance rows`,
    },
    {
      name: 'Balance',
      printed: figures.balance,
      sum: totals.balance,
      what: 'opening balance, balance rows and closed trades',
    },
    {
      name: 'Equity',
      printed: figures.equity,
      sum: sumDecimals([totals.balance, totals.floatingProfit, figures.credit ?? '0']),
      what: 'balance, open positions and credit',
    },
  ];
  for (const { name, printed, sum, what } of compared) {
    if (printed === undefined) {
      checks.warnings.push(`${name}: not printed; ${what} add up to ${sum}: is the file cut off?`);
    } else if (compareDecimals(sum, printed) === 0) {
      checks.facts.push(`${name} ${printed}: ${what} add up to it`);
    } else {
      const apart = describeGap(sum, printed);
      checks.warnings.push(
        `${name}: the statement prints ${printed}, ${what} add up to ${sum}, ${apart}`,
      );
    }
  }
  return checks;
}

function describeGap(sum: string, printed: string): string {
  const gap = sumDecimals([sum, negateDecimal(printed)]);
  return gap.startsWith('-') ? `${negateDecimal(gap)} less` : `${gap} more`;
}
