import { compareDecimals, negateDecimal, sumDecimals } from '../../read/values/decimals.ts';
import { cashFlowKind } from './cash-flow-kinds.ts';
import { figureOf } from './figures.ts';
import type { Booking, Order } from './rows.ts';
import type { Statement } from './statement.ts';

export interface Totals {
  closedProfit: string;
  floatingProfit: string;
  /** What bookings change the balance by: flows and adjustments, no credit. */
  deposits: string;
  /** Capital before the statement's first row; undefined where it begins with its deposit or from nothing, or contradicts itself. */
  opening: string | undefined;
  balance: string;
}

/** Adds up a statement's rows; the opening balance is what its printed figures leave unexplained. */
export function addUp({ figures, closed, open, bookings }: Statement): Totals {
  const closedProfit = netProfit(closed);
  const deposits = sumDecimals(
    bookings.filter((booking) => booking.type === 'balance').map((booking) => booking.amount),
  );
  const unexplained = sumDecimals([
    figureOf(figures, 'Balance') ?? sumDecimals([closedProfit, deposits]),
    negateDecimal(figureOf(figures, 'Closed Trade P/L') ?? closedProfit),
    negateDecimal(figureOf(figures, 'Deposit/Withdrawal') ?? deposits),
  ]);
  const isCapital = compareDecimals(unexplained, '0') > 0;
  const opening =
    isCapital && !beginsWithDeposit(bookings, [...closed, ...open]) ? unexplained : undefined;
  return {
    closedProfit,
    deposits,
    opening,
    floatingProfit: netProfit(open),
    balance: sumDecimals([opening ?? '0', deposits, closedProfit]),
  };
}

function netProfit(orders: readonly Order[]): string {
  return sumDecimals(orders.flatMap(amountsOf));
}

/** What a trade brought and cost. */
export const amountsOf = ({ profit, swap, commission, taxes }: Order): string[] =>
  [profit, swap, commission, taxes].filter(Boolean);

function beginsWithDeposit(bookings: readonly Booking[], orders: readonly Order[]): boolean {
  const deposits = bookings.filter(
    ({ type, text, amount }) =>
      cashFlowKind(type, text) === 'flow' && compareDecimals(amount, '0') > 0,
  );
  const earliest = deposits.reduce((min, { booked }) => Math.min(min, booked), Infinity);
  return (
    deposits.length > 0 &&
    orders.every((order) => order.opened >= earliest) &&
    bookings.every((booking) => booking.booked >= earliest)
  );
}
