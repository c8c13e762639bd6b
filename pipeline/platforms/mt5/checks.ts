import { compareDecimals, sumDecimals } from '../../read/decimals.ts';
import { metatraderFigures } from '../source/metatrader-figures.ts';
import { unreadFigures } from '../source/printed-figures.ts';
import { changeOf } from './account.ts';
import { bookingKind } from './bookings.ts';
import type { Report } from './report.ts';

/**
 * Names what is missing from a report, or printed in a form that cannot be read. The tester prints
 * its figures above its deals, so only the end of the file shows that it is whole.
 */
export function wholenessWarnings({ figures, header }: Report, isEnded: boolean): string[] {
  const unread = unreadFigures(figures, metatraderFigures);
  if (figures.size === 0) {
    return ['no figures are printed below the tables: is the file cut off?'];
  }
  if (header.deposit !== null && !isEnded) {
    return [...unread, 'the file does not end with </html>: is it cut off?'];
  }
  const isMissing = header.deposit === null && !figures.has('Balance');
  return isMissing
    ? [...unread, 'no balance and equity are printed below the tables: is a row of them lost?']
    : unread;
}

/** Check of the balances next to deals: the first fault or null, and the count of correct ones. */
export interface RunningBalance {
  readonly fault: string | null;
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
      const fault = `line ${deal.line}: the balance ${deal.balance} does not follow from ${before} before and the deal, which give ${after}`;
      return { fault, agreeing };
    }
    agreeing++;
    before = deal.balance;
  }
  return { fault: null, agreeing };
}
