import {
  type BalanceBooking,
  type CashFlowKind,
  cashFlowKind,
  type TextAnswers,
} from '../source/cash-flow-kinds.ts';

/** Kinds of deals that trade nothing, by MetaTrader's own words; the first match counts. */
const types: readonly { pattern: RegExp; kind: CashFlowKind }[] = [
  { pattern: /^credit$/, kind: 'credit' },
  { pattern: /charge|commission|agent|interest|dividend|tax|compensation/, kind: 'adjustment' },
];

/** Types whose deals are what their text says, and deposits or withdrawals if it says nothing. */
const byText = /^(balance|bonus|correction)$/;

/** Returns a deal that its text explains; null if its type does. */
export const bookingOf = ({
  type,
  comment,
}: {
  type: string;
  comment: string;
}): BalanceBooking | null =>
  byText.test(type) ? { type: 'balance', text: comment, action: type } : null;

/** Returns the kind of a deal without a direction: a flow, an adjustment or credit. */
export function bookingKind(
  { type, comment }: { type: string; comment: string },
  texts: TextAnswers = {},
): CashFlowKind {
  const booking = bookingOf({ type, comment });
  if (booking !== null) return cashFlowKind(booking, texts);
  return types.find(({ pattern }) => pattern.test(type))?.kind ?? 'adjustment';
}

/** Returns true if a word is the type of a booking. */
export const isKnownType = ({ type }: { type: string }): boolean =>
  byText.test(type) || types.some(({ pattern }) => pattern.test(type));
