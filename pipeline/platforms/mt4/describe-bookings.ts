import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { sumDecimals } from '../../read/decimals.ts';
import { balanceTextNotes } from '../source/booking-notes.ts';
import { type CashFlowKind, cashFlowKind } from '../source/cash-flow-kinds.ts';
import type { Booking } from './rows.ts';

const codes = {
  flow: 'rows_flow',
  adjustment: 'rows_adjustment',
  credit: 'rows_credit',
} as const satisfies Record<CashFlowKind, unknown>;

/** Says how many balance and credit rows were taken as what, and which texts should be checked. */
export function describeBookings(bookings: readonly Booking[]): {
  findings: CodedReason[];
  notes: CodedReason[];
} {
  const findings = (['flow', 'adjustment', 'credit'] as const).flatMap((kind) => {
    const taken = bookings.filter(({ type, text }) => cashFlowKind(type, text) === kind);
    const found = { count: taken.length, amount: sumOf(taken) };
    return taken.length === 0 ? [] : [makeReason(codes[kind], found)];
  });
  return { findings, notes: balanceTextNotes(bookings.filter(({ type }) => type === 'balance')) };
}

const sumOf = (bookings: readonly Booking[]): string =>
  sumDecimals(bookings.map(({ amount }) => amount));
