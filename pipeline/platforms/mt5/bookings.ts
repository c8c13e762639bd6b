import { type CashFlowKind, cashFlowKind, type TextAnswers } from '../source/cash-flow-kinds.ts';

/** Kinds of deals that trade nothing, by MetaTrader's own words; the first match counts. */
const types: readonly { pattern: RegExp; kind: CashFlowKind }[] = [
  { pattern: /^credit$/, kind: 'credit' },
  { pattern: /^(bonus|correction)$/, kind: 'flow' },
  { pattern: /charge|commission|agent|interest|dividend|tax|compensation/, kind: 'adjustment' },
];

/** Returns the kind of a deal without a direction: a flow, an adjustment or credit. */
export function bookingKind(
  { type, comment }: { type: string; comment: string },
  texts: TextAnswers = {},
): CashFlowKind {
  if (type === 'balance') return cashFlowKind({ type, text: comment }, texts);
  return types.find(({ pattern }) => pattern.test(type))?.kind ?? 'adjustment';
}

/** Returns true if a word is the type of a booking. */
export const isKnownType = ({ type }: { type: string }): boolean =>
  type === 'balance' || types.some(({ pattern }) => pattern.test(type));
