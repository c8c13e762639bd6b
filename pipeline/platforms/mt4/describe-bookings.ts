import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { sumDecimals } from '../../read/decimals.ts';
import { type CashFlowKind, cashFlowKind, isKnownText } from '../source/cash-flow-kinds.ts';
import type { Booking } from './rows.ts';

const codes = {
  flow: 'rows_flow',
  adjustment: 'rows_adjustment',
  credit: 'rows_credit',
} as const satisfies Record<CashFlowKind, unknown>;

const textsNamed = 5;

/** Says how many balance and credit rows were taken as what, and of which the text is not known. */
export function describeBookings(bookings: readonly Booking[]): {
  findings: CodedReason[];
  notes: CodedReason[];
} {
  const findings = (['flow', 'adjustment', 'credit'] as const).flatMap((kind) => {
    const taken = bookings.filter(({ type, text }) => cashFlowKind(type, text) === kind);
    const found = { count: taken.length, amount: sumOf(taken) };
    return taken.length === 0 ? [] : [makeReason(codes[kind], found)];
  });
  const unknown = bookings.filter(({ type, text }) => type === 'balance' && !isKnownText(text));
  return { findings, notes: unknown.length === 0 ? [] : [describeUnknown(unknown)] };
}

function describeUnknown(unknown: readonly Booking[]): CodedReason {
  const texts = [...new Set(unknown.map(({ text }) => `\`${text.slice(0, 60)}\``))];
  const unnamed = texts.length - textsNamed;
  const names = texts.slice(0, textsNamed).join(', ');
  const text = unnamed > 0 ? makeReason('and_other_texts', { names, count: unnamed }) : names;
  return makeReason('unknown_texts', {
    count: unknown.length,
    amount: sumOf(unknown),
    text,
  });
}

const sumOf = (bookings: readonly Booking[]): string =>
  sumDecimals(bookings.map(({ amount }) => amount));
