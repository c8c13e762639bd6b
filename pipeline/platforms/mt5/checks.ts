import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { compareDecimals, sumDecimals } from '../../read/decimals.ts';
import { metatraderFigures } from '../source/metatrader-figures.ts';
import { unreadFigures } from '../source/printed-figures.ts';
import { changeOf } from './account.ts';
import { bookingKind } from './bookings.ts';
import type { Report } from './report.ts';

/** Names what is missing from a report, or printed in a form that can't be read. */
export function wholenessWarnings({ figures, header }: Report): CodedReason[] {
  const unread = unreadFigures(figures, metatraderFigures);
  if (figures.size === 0) {
    return [makeReason('import_no_figures')];
  }
  const isMissing = header.deposit === null && !figures.has('Balance');
  return isMissing ? [...unread, makeReason('import_no_balance_row')] : unread;
}

/** Check of the balances next to deals: the first fault or null, and the count of correct ones. */
export interface RunningBalance {
  readonly fault: CodedReason | null;
  readonly agreeing: number;
}

/** Follows the balance next to each deal: the previous one plus the deal's change. */
export function followBalance({ deals }: Report): RunningBalance {
  let before: string | undefined;
  let agreeing = 0;
  for (const deal of deals) {
    if (deal.balance === '') continue;
    const after = sumDecimals([before ?? deal.balance, before ? changeOf(deal) : '0']);
    const isKept = bookingKind(deal) === 'credit' && before === deal.balance;
    if (compareDecimals(after, deal.balance) !== 0 && !isKept) {
      const fault = makeReason('import_balance_breaks', {
        line: deal.line,
        amount: deal.balance,
        from: before ?? '',
        to: after,
      });
      return { fault, agreeing };
    }
    agreeing++;
    before = deal.balance;
  }
  return { fault: null, agreeing };
}
