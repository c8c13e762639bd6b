import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { sumDecimals } from '../../read/decimals.ts';
import type { CashFlowKind } from '../source/cash-flow-kinds.ts';
import type { Booking } from './rows.ts';

const codes = {
  flow: 'rows_flow',
  adjustment: 'rows_adjustment',
  credit: 'rows_credit',
} as const satisfies Record<CashFlowKind, unknown>;

/** Says how many balance and credit rows were taken as what. */
export function describeBookings(bookings: readonly Booking[]): CodedReason[] {
  return (['flow', 'adjustment', 'credit'] as const).flatMap((kind) => {
    const taken = bookings.filter((booking) => booking.kind === kind);
    const found = { count: taken.length, amount: sumOf(taken) };
    return taken.length === 0 ? [] : [makeReason(codes[kind], found)];
  });
}

const sumOf = (bookings: readonly Booking[]): string =>
  sumDecimals(bookings.map(({ amount }) => amount));
