import { bounds, firstOf } from '../../read/bytes/bounds.ts';
import {
  compareDecimals,
  negateDecimal,
  parseDecimal,
  sumDecimals,
} from '../../read/values/decimals.ts';
import type { Checks } from '../source/checks.ts';
import type { Field } from './columns.ts';
import type { DealTally } from './deals.ts';
import type { Statement } from './statement.ts';

/** Capital before the first deal; undefined where no balance is printed, or it was nothing. */
export function openingOf({ figures }: Statement, deals: DealTally): string | undefined {
  const { oldest } = deals;
  const printed = parseDecimal(figures.get('balance') ?? '');
  const before =
    oldest !== undefined && oldest.balance !== ''
      ? sumDecimals([oldest.balance, negateDecimal(oldest.net)])
      : printed === null
        ? '0'
        : sumDecimals([printed, negateDecimal(deals.sums.net.value)]);
  return compareDecimals(before, '0') > 0 ? before : undefined;
}

/** Compares what a statement prints with what its rows add up to. */
export function checkStatement(
  { totals, figures }: Statement,
  deals: DealTally,
  opening: string | undefined,
): Checks {
  const checks: Checks = { facts: [], warnings: [], contradicted: [] };
  const sums: Partial<Record<Field, { value: string }>> = deals.sums;
  for (const [field, printed] of totals) {
    const sum = sums[field]?.value ?? '0';
    compare(checks, `${field} below the deals`, printed, sum, `${deals.count} deals`);
  }
  const jumps = deals.jumps();
  const beside = jumps === null ? (deals.newest?.balance ?? '') : '';
  const balance = parseDecimal(figures.get('balance') ?? beside);
  if (balance !== null) {
    const sum = sumDecimals([
      opening ?? '0',
      deals.sums.net.value,
      ...(jumps ?? []).map(({ amount }) => amount),
    ]);
    compare(checks, 'Balance', balance, sum, 'opening balance and deals');
  }
  if (jumps === null && deals.hasBalances) {
    checks.warnings.push(
      `more than ${bounds.heldTrades} deals in no order of their closing: the balance beside each is not checked`,
    );
  }
  const moved = (jumps ?? [])
    .slice(0, bounds.named)
    .map(
      ({ deal, amount }) =>
        `line ${deal.line}: the balance moved by ${amount} before this deal and no row says why: taken as money paid in or out`,
    );
  checks.warnings.push(...firstOf(moved, 'such deals', jumps?.length));
  const uneven = deals.unevenDeals.map(
    ({ line, net, sum }) =>
      `line ${line}: net ${net} is printed, gross, commission and swap add up to ${sum}, which is taken`,
  );
  checks.warnings.push(...firstOf(uneven, 'such deals', deals.uneven));
  if (jumps?.length === 0 && deals.hasBalances) {
    checks.facts.push(`the balance beside each of ${deals.count} deals agrees`);
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
