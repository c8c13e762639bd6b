import { type Money, sumMoney } from './money.ts';
import type { PrintedVerdict } from './printed.ts';

export type Reconciliation = {
  readonly reported: Money;
  /** Ours when the platform last reported or now, whichever comes nearer. */
  readonly balance: Money;
  readonly isReconciled: boolean;
};

/** Minor units of ISO 4217 that are the unit itself. */
const withoutCents = ['CLP', 'ISK', 'JPY', 'KRW', 'PYG', 'UGX', 'VND', 'XAF', 'XOF', 'XPF'];

/** Compares what a platform printed with what its trades and deposits add up to. */
export function reconcile(
  reported: Money,
  currency: string,
  starting: Money,
  bookings: readonly { readonly at: number; readonly amount: Money }[],
  reportedAt: number,
  /** For opening the positions that are open, by some platforms at once. */
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

/** One unit of the last digit that is not a zero at the end, at least of the currency's cents. */
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
 * Of several accounts one that does not reconcile counts first, then one that nothing is known of.
 */
export function reconciledTogether(
  members: readonly { readonly reconciled: boolean | null }[],
): boolean | null {
  if (members.some(({ reconciled }) => reconciled === false)) return false;
  return members.every(({ reconciled }) => reconciled !== null) ? true : null;
}
