import { type CashFlowKind, cashFlowKind } from '../source/cash-flow-kinds.ts';
import type { Deal } from './rows.ts';

/** What the types of deals that trade nothing mean, by MetaTrader's own words; first match decides. */
const types: readonly { pattern: RegExp; kind: CashFlowKind }[] = [
  { pattern: /^credit$/, kind: 'credit' },
  { pattern: /^(bonus|correction)$/, kind: 'flow' },
  { pattern: /charge|commission|agent|interest|dividend|tax|compensation/, kind: 'adjustment' },
];

/** What a deal without a direction is: money moved, a result of no trade, or credit. */
export function bookingKind({ type, comment }: Deal): CashFlowKind {
  if (type === 'balance') return cashFlowKind('balance', comment);
  return types.find(({ pattern }) => pattern.test(type))?.kind ?? 'adjustment';
}

/** Whether the word for what a booking is was seen before. */
export const isKnownType = ({ type }: Deal): boolean =>
  type === 'balance' || types.some(({ pattern }) => pattern.test(type));
