import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { sumDecimals } from '../../read/decimals.ts';
import type { CashFlowKind } from './cash-flow-kinds.ts';

const kinds = ['flow', 'adjustment', 'credit'] as const;

/** Codes for balance entries: deals, or rows of a list. */
const entryCodes = {
  flow: 'import_entries_flow',
  adjustment: 'import_entries_adjustment',
  credit: 'import_entries_credit',
} as const;

/** Codes for the balance and credit rows of a statement. */
export const rowCodes = {
  flow: 'import_rows_flow',
  adjustment: 'import_rows_adjustment',
  credit: 'import_rows_credit',
} as const;

/** Says how many bookings were taken as what. */
export const describeBookings = (
  bookings: readonly { readonly kind: CashFlowKind; readonly amount: string }[],
  codes: typeof entryCodes | typeof rowCodes = entryCodes,
): CodedReason[] =>
  kinds.flatMap((kind) => {
    const amounts = bookings.flatMap((booking) => (booking.kind === kind ? booking.amount : []));
    const found = { count: amounts.length, amount: sumDecimals(amounts) };
    return amounts.length === 0 ? [] : [makeReason(codes[kind], found)];
  });
