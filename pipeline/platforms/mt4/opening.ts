import { compareDecimals, negateDecimal, sumDecimals } from '../../read/decimals.ts';
import { figureOf } from './figures.ts';
import type { Booking, Mt4Order } from './rows.ts';
import type { Mt4Statement } from './statement.ts';

/** State of an account before the statement's first row. */
export interface Opening {
  /**
   * Opening balance. Undefined if the statement starts with a deposit or at 0, or contradicts
   * itself.
   */
  readonly capital: string | undefined;
  /**
   * Opening balance by the printed figures if it is below 0, so that they contradict each other.
   */
  readonly owed: string | undefined;
}

/**
 * Subtracts the printed sums of trades and deposits from the printed balance. Sums that are not
 * printed come from the rows.
 */
export function openingOf({ figures, closed, open, bookings }: Mt4Statement): Opening {
  const balance = figureOf(figures, 'Balance');
  if (balance === undefined) return { capital: undefined, owed: undefined };
  const before = sumDecimals([
    balance,
    negateDecimal(figureOf(figures, 'Closed Trade P/L') ?? netOf(closed)),
    negateDecimal(figureOf(figures, 'Deposit/Withdrawal') ?? depositsOf(bookings)),
  ]);
  const sign = compareDecimals(before, '0');
  const isCapital = sign > 0 && !beginsWithDeposit(bookings, [...closed, ...open]);
  return { capital: isCapital ? before : undefined, owed: sign < 0 ? before : undefined };
}

const netOf = (orders: readonly Mt4Order[]): string =>
  sumDecimals(
    orders.flatMap(({ profit, swap, commission, taxes }) =>
      [profit, swap, commission, taxes].filter(Boolean),
    ),
  );

const depositsOf = (bookings: readonly Booking[]): string =>
  sumDecimals(bookings.filter(({ type }) => type === 'balance').map(({ amount }) => amount));

function beginsWithDeposit(bookings: readonly Booking[], orders: readonly Mt4Order[]): boolean {
  const deposits = bookings.filter(
    ({ kind, amount }) => kind === 'flow' && compareDecimals(amount, '0') > 0,
  );
  const earliest = deposits.reduce((min, { booked }) => Math.min(min, booked), Infinity);
  return (
    deposits.length > 0 &&
    orders.every((order) => order.opened >= earliest) &&
    bookings.every((booking) => booking.booked >= earliest)
  );
}
