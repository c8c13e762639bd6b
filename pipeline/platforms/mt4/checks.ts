import { compareDecimals, negateDecimal, sumDecimals } from '../../read/values/decimals.ts';
import type { Checks } from '../source/checks.ts';
import { checkDetails } from './check-details.ts';
import { checkNumbered } from './check-numbered.ts';
import { figureOf } from './figures.ts';
import type { Order } from './rows.ts';
import type { Statement } from './statement.ts';
import type { Totals } from './totals.ts';

interface Sum {
  name: string;
  sum: string;
  /** What adds up to it. */
  what: string;
  /** Other sums that a statement may print as well. */
  others?: readonly string[];
}

/** Compares every figure that a statement prints with what its rows give. */
export function checkTotals(statement: Statement, totals: Totals): Checks {
  if (statement.isNumbered) return checkNumbered(statement, totals);
  const checks: Checks = { facts: [], warnings: [], contradicted: [] };
  const { figures } = statement;
  for (const { name, sum, what } of summarySums(statement, totals)) {
    const printed = figureOf(figures, name);
    if (printed === undefined) {
      checks.warnings.push(`${name}: not printed; ${what} add up to ${sum}: is the file cut off?`);
    } else if (compareDecimals(sum, printed) === 0) {
      checks.facts.push(`${name} ${printed}: ${what} add up to it`);
    } else {
      checks.contradicted.push(name);
      checks.warnings.push(describeGap({ name, sum, what }, printed));
    }
  }
  checkFurther(statement, totals, checks);
  checkDetails(statement, totals, checks);
  for (const where of figures.unknown) {
    checks.warnings.push(`figures ${where}: not compared, as their rows are none that are known`);
  }
  if (!statement.isEnded && checks.warnings.length === 0) {
    checks.warnings.push('the file does not end with </html>: is it cut off?');
  }
  return checks;
}

function summarySums(
  { figures, closed, open, bookings }: Statement,
  totals: Totals,
): readonly Sum[] {
  const balanceRows = bookings.filter(({ type }) => type === 'balance').length;
  return [
    {
      name: 'Closed Trade P/L',
      sum: totals.closedProfit,
      what: `${closed.length} closed trades`,
    },
    { name: 'Floating P/L', sum: totals.floatingProfit, what: `${open.length} open positions` },
    { name: 'Deposit/Withdrawal', sum: totals.deposits, what: `${balanceRows} balance rows` },
    {
      name: 'Balance',
      sum: totals.balance,
      what: 'opening balance, balance rows and closed trades',
    },
    {
      name: 'Equity',
      sum: sumDecimals([
        totals.balance,
        totals.floatingProfit,
        figureOf(figures, 'Credit Facility') ?? '0',
      ]),
      what: 'balance, open positions and credit',
    },
  ];
}

/** Figures that a statement may do without. */
function checkFurther(statement: Statement, totals: Totals, checks: Checks): void {
  const { printed } = statement.figures;
  const sums = [...sectionSums(statement, totals), ...marginSums(statement)].filter(({ name }) =>
    printed.has(name),
  );
  let agreeing = 0;
  for (const each of sums) {
    const figure = figureOf(statement.figures, each.name);
    const known = [each.sum, ...(each.others ?? [])];
    if (figure !== undefined && known.some((sum) => compareDecimals(sum, figure) === 0)) agreeing++;
    else if (figure !== undefined) {
      if (each.name !== 'Free Margin') checks.contradicted.push(each.name);
      checks.warnings.push(describeGap(each, figure));
    } else {
      const text = printed.get(each.name) ?? '';
      checks.warnings.push(
        `${each.name}: \`${text}\` is no number; ${each.what} add up to ${each.sum}`,
      );
    }
  }
  if (agreeing > 0) checks.facts.push(`${agreeing} sums below the trades and of the margin agree`);
}

function sectionSums({ closed, open, bookings }: Statement, totals: Totals): Sum[] {
  const sections = [
    { what: 'closed trades', orders: closed, total: 'Closed P/L', sum: totals.closedProfit },
    {
      what: 'open trades',
      orders: open,
      total: 'Floating P/L of open trades',
      sum: totals.floatingProfit,
    },
  ];
  const credits = bookings.filter(({ type }) => type === 'credit');
  return [
    ...sections.flatMap(({ what, orders, total, sum }) => [
      ...columns.map(({ name, read }) => ({
        name: `${name} of ${what}`,
        sum: sumDecimals(orders.map(read).filter(Boolean)),
        what: `the ${what}`,
      })),
      { name: total, sum, what: `the ${what}` },
    ]),
    // Credit given before the first row is not among them.
    ...(totals.opening === undefined
      ? [
          {
            name: 'Credit Facility',
            sum: sumDecimals(credits.map(({ amount }) => amount)),
            what: `${credits.length} credit rows`,
          },
        ]
      : []),
  ];
}

const columns: readonly { name: string; read(order: Order): string }[] = [
  { name: 'Commission', read: ({ commission }) => commission },
  { name: 'Taxes', read: ({ taxes }) => taxes },
  { name: 'Swap', read: ({ swap }) => swap },
  { name: 'Profit', read: ({ profit }) => profit },
];

/** What the margin leaves free: of the equity, or as a broker may set it, of the balance and what of the open trades it counts. */
function marginSums({ figures }: Statement): Sum[] {
  const [margin, equity, floating] = ['Margin', 'Equity', 'Floating P/L'].map((name) =>
    figureOf(figures, name),
  );
  if (margin === undefined || equity === undefined || floating === undefined) return [];
  const free = sumDecimals([equity, negateDecimal(margin)]);
  const without = sumDecimals([free, negateDecimal(floating)]);
  return [{ name: 'Free Margin', sum: free, what: 'equity less margin', others: [without] }];
}

function describeGap({ name, sum, what }: Sum, printed: string): string {
  const gap = sumDecimals([sum, negateDecimal(printed)]);
  const apart = gap.startsWith('-') ? `${negateDecimal(gap)} less` : `${gap} more`;
  return `${name}: the statement prints ${printed}, ${what} add up to ${sum}, ${apart}`;
}
