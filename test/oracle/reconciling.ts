import { type Money, sumMoney } from './money.ts';
import type { PrintedVerdict } from './printed.ts';

export type Reconciliation = {
  readonly reported: Money;
  /** Our balance at the platform's last report or now: the one that is closer. */
  readonly balance: Money;
  readonly isReconciled: boolean;
};

/** Currencies without decimals (ISO 4217). */
const withoutCents = ['CLP', 'ISK', 'JPY', 'KRW', 'PYG', 'UGX', 'VND', 'XAF', 'XOF', 'XPF'];

/** Compares the balance that a platform prints with the sum of its trades and deposits. */
export function reconcile(
  reported: Money,
  currency: string,
  starting: Money,
  bookings: readonly { readonly at: number; readonly amount: Money }[],
  reportedAt: number,
  /** Opening costs of open positions, which some platforms charge at once. */
  charged: Money,
): Reconciliation {
  const at = (time: number) =>
    starting +
    sumMoney(bookings.filter((booking) => booking.at <= time).map(({ amount }) => amount));
  const [earlier, later] = [at(reportedAt), at(Number.POSITIVE_INFINITY)];
  const gap = (balance: Money) => (balance > reported ? balance - reported : reported - balance);
  const booked = gap(earlier) < gap(later) ? earlier : later;
  const balance = gap(booked + charged) < gap(booked) ? booked + charged : booked;
  return { reported, balance, isReconciled: 2n * gap(balance) <= lastDigit(reported, currency) };
}

/** Returns one unit of the last digit that is not a trailing zero, but at most a cent. */
export function lastDigit(amount: Money, currency: string): Money {
  let unit = withoutCents.includes(currency) ? 100_000_000n : 1_000_000n;
  while (amount % unit !== 0n) unit /= 10n;
  return unit;
}

/** Returns true if an account's printed figures agree; null if nothing was printed. */
export function reconciledOf(
  reconciliation: Reconciliation | null,
  contradicted: boolean,
  { isOff, balance }: PrintedVerdict,
): boolean | null {
  if (isOff || contradicted) return false;
  if (balance === 'none') return reconciliation?.isReconciled ?? null;
  return balance === 'unknown' ? null : true;
}

/**
 * Combines the results of several accounts: false if any does not reconcile, else null if any is
 * unknown.
 */
export function reconciledTogether(
  members: readonly { readonly reconciled: boolean | null }[],
): boolean | null {
  if (members.some(({ reconciled }) => reconciled === false)) return false;
  return members.every(({ reconciled }) => reconciled !== null) ? true : null;
}
