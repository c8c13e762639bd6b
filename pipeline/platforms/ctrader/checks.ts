import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { bounds, firstLines } from '../../read/bounds.ts';
import { compareDecimals, negateDecimal, parseDecimal, sumDecimals } from '../../read/decimals.ts';
import type { Deals } from './deals.ts';
import type { CtraderStatement } from './statement.ts';

/** Capital before the first deal; undefined where no balance is printed, or it was nothing. */
export function openingOf({ figures }: CtraderStatement, { all }: Deals): string | undefined {
  const [oldest] = all;
  const printed = parseDecimal(figures.get('balance') ?? '');
  const before =
    oldest !== undefined && oldest.balance !== ''
      ? sumDecimals([oldest.balance, negateDecimal(oldest.net)])
      : printed === null
        ? '0'
        : sumDecimals([printed, ...all.map(({ net }) => negateDecimal(net))]);
  return compareDecimals(before, '0') > 0 ? before : undefined;
}

/** Results of checking the deals' own figures: their balances and their nets. */
export interface DealChecks {
  findings: CodedReason[];
  warnings: CodedReason[];
}

/** Follows the balance of each deal, and adds up its printed figures. */
export function checkDeals(deals: Deals): DealChecks {
  const { all, jumps } = deals;
  const moved = jumps
    .slice(0, bounds.named)
    .map(({ deal: { line }, amount, kind }) =>
      kind === 'flow'
        ? makeReason('import_balance_moved', { line, amount })
        : makeReason('import_balance_moved_refused', { line, amount }),
    );
  return {
    findings:
      jumps.length === 0 && deals.hasBalances
        ? [makeReason('import_balance_agrees', { count: all.length })]
        : [],
    warnings: [
      ...firstLines(moved, 'such deals', jumps.length),
      ...deals.uneven.named('such deals'),
      ...deals.oddTickets.named('tickets that are there twice'),
    ],
  };
}
