import { withNoun } from '../../base/with-noun.ts';
import { sumDecimals } from '../../read/decimals.ts';
import { type CashFlowKind, cashFlowKind, isKnownText } from '../source/cash-flow-kinds.ts';
import type { Booking } from './rows.ts';

const meanings: Record<CashFlowKind, readonly [noun: string, meaning: string]> = {
  flow: ['balance row', 'counted as deposits or withdrawals'],
  adjustment: ['balance row', 'counted as adjustments (results that belong to no trade)'],
  credit: ['credit row', 'kept as credit (part of no figure)'],
};

const textsNamed = 5;

/** Says how many balance and credit rows were taken as what, and of which the text is not known. */
export function describeBookings(bookings: readonly Booking[]): {
  findings: string[];
  notes: string[];
} {
  const findings = (['flow', 'adjustment', 'credit'] as const).flatMap((kind) => {
    const taken = bookings.filter(({ type, text }) => cashFlowKind(type, text) === kind);
    const [noun, meaning] = meanings[kind];
    const counted = `${withNoun(taken.length, noun)} ${meaning}: ${sumOf(taken)}`;
    return taken.length === 0 ? [] : [counted];
  });
  const unknown = bookings.filter(({ type, text }) => type === 'balance' && !isKnownText(text));
  return { findings, notes: unknown.length === 0 ? [] : [describeUnknown(unknown)] };
}

function describeUnknown(unknown: readonly Booking[]): string {
  const texts = [...new Set(unknown.map(({ text }) => `\`${text.slice(0, 60)}\``))];
  const unnamed = texts.length - textsNamed;
  return (
    `deposits or withdrawals with an unknown text: ${withNoun(unknown.length, 'row')}, ` +
    `${sumOf(unknown)} in all: ${texts.slice(0, textsNamed).join(', ')}` +
    `${unnamed > 0 ? ` and ${unnamed} other texts` : ''}`
  );
}

const sumOf = (bookings: readonly Booking[]): string =>
  sumDecimals(bookings.map(({ amount }) => amount));
