import { compareDecimals, negateDecimal, parseDecimal, sumDecimals } from '../decimals.ts';
import type { Field } from './columns.ts';
import type { Statement } from './statement.ts';

export interface Checks {
  /** What agrees. */
  facts: string[];
  warnings: string[];
  /** Names of printed sums of money that the rows do not bear out. */
  contradicted: string[];
}

/** A balance that changed between two deals by more than the second brought. */
export interface Jump {
  /** The deal before which it did. */
  at: number;
  amount: string;
}

/** Capital before the first deal; undefined where no balance is printed, or it was nothing. */
export function openingOf({ deals, figures }: Statement): string | undefined {
  const [first] = deals;
  const printed = parseDecimal(figures.get('balance') ?? '');
  const nets = deals.map(({ net }) => negateDecimal(net));
  const before =
    first !== undefined && first.balance !== ''
      ? sumDecimals([first.balance, negateDecimal(first.net)])
      : printed === null
        ? '0'
        : sumDecimals([printed, ...nets]);
  return compareDecimals(before, '0') > 0 ? before : undefined;
}

/** Money that moved between deals, which no row tells, by the balance beside each. */
export function jumpsOf({ deals }: Statement): Jump[] {
  let before = '';
  return deals.flatMap((deal, at) => {
    const expected = before === '' ? '' : sumDecimals([before, deal.net]);
    before = deal.balance;
    if (expected === '' || deal.balance === '' || compareDecimals(expected, deal.balance) === 0)
      return [];
    return [{ at, amount: sumDecimals([deal.balance, negateDecimal(expected)]) }];
  });
}

/** Compares what a statement prints with what its rows add up to. */
export function checkStatement(statement: Statement, opening: string | undefined): Checks {
  const checks: Checks = { facts: [], warnings: [], contradicted: [] };
  const { deals, totals, figures } = statement;
  const sums: Partial<Record<Field, string>> = {
    commission: sumDecimals(deals.map(({ commission }) => commission || '0')),
    swap: sumDecimals(deals.map(({ swap }) => swap || '0')),
    net: sumDecimals(deals.map(({ net }) => net)),
    gross: sumDecimals(deals.map(({ profit }) => profit)),
  };
  for (const [field, printed] of totals) {
    compare(
      checks,
      `${field} below the deals`,
      printed,
      sums[field] ?? '0',
      `${deals.length} deals`,
    );
  }
  const jumps = jumpsOf(statement);
  const balance = parseDecimal(figures.get('balance') ?? '');
  if (balance !== null) {
    const sum = sumDecimals([
      opening ?? '0',
      sums.net ?? '0',
      ...jumps.map(({ amount }) => amount),
    ]);
    compare(checks, 'Balance', balance, sum, 'opening balance and deals');
  }
  for (const { at, amount } of jumps) {
    const deal = deals[at];
    checks.warnings.push(
      `line ${deal?.line}: the balance moved by ${amount} before this deal and no row says why: taken as money paid in or out`,
    );
  }
  if (jumps.length === 0 && deals.some(({ balance: printed }) => printed !== '')) {
    checks.facts.push(`the balance beside each of ${deals.length} deals agrees`);
  }
  return checks;
}

function compare(checks: Checks, name: string, printed: string, sum: string, what: string): void {
  if (compareDecimals(sum, printed) === 0) {
    checks.facts.push(`${name} ${printed}: ${what} add up to it`);
    return;
  }
  const gap = sumDecimals([sum, negateDecimal(printed)]);
  const apart = gap.startsWith('-') ? `${negateDecimal(gap)} less` : `${gap} more`;
  checks.contradicted.push(name);
  checks.warnings.push(
    `${name}: the statement prints ${printed}, ${what} add up to ${sum}, ${apart}`,
  );
}
