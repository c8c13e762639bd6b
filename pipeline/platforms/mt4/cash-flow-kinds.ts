import { sumDecimals } from '../../read/values/decimals.ts';
import type { Booking } from './rows.ts';

export type CashFlowKind = 'flow' | 'adjustment' | 'credit';

/**
 * What brokers write on balance rows, first match decides; seen texts stand beside. Interest,
 * dividends, financing, fees, taxes and rebates are results; money that moves is a flow.
 */
const texts: readonly { pattern: RegExp; kind: CashFlowKind; seen: string }[] = [
  { pattern: /^summary trade result/i, kind: 'adjustment', seen: 'Summary trade result Q4 2013' },
  { pattern: /^summary balance result/i, kind: 'flow', seen: 'Summary balance result 2013' },
  { pattern: /\bdividends?\b/i, kind: 'adjustment', seen: 'Dividend #1506048299' },
  { pattern: /\binterest\b/i, kind: 'adjustment', seen: 'Interest' },
  { pattern: /\b(financing|swaps?|rollover)\b/i, kind: 'adjustment', seen: 'Financing' },
  { pattern: /\b(fees?|commissions?|charges?)\b/i, kind: 'adjustment', seen: 'Inactivity fee' },
  { pattern: /\btax(es)?\b/i, kind: 'adjustment', seen: 'Tax' },
  { pattern: /\b(rebates?|cash ?back)\b/i, kind: 'adjustment', seen: 'Rebate' },
  { pattern: /\bcompensation\b/i, kind: 'adjustment', seen: 'Trading compensation' },
  { pattern: /\bdeposit/i, kind: 'flow', seen: 'Deposit GROWPY RUR 37509877' },
  { pattern: /\bwithdrawal\b/i, kind: 'flow', seen: 'Withdrawal A_CASH USD 39265023' },
  { pattern: /^Intr(Fr|To)\b/, kind: 'flow', seen: 'IntrTo 4571918 38388902' },
  { pattern: /transfer/i, kind: 'flow', seen: 'ACCOUNT_TRANSFER' },
  { pattern: /^adjustment$/i, kind: 'flow', seen: 'ADJUSTMENT' },
  { pattern: /^AB sp\b/, kind: 'flow', seen: 'AB sp 38477510' },
  { pattern: /^[DW]ByWT/i, kind: 'flow', seen: 'DByWT(PayType[Ips])' },
  { pattern: /^[DW]-trial-/, kind: 'flow', seen: 'D-trial-USD-INT-e009a18af70d' },
];

/** What a `balance` or `credit` row of a statement is; a text not known is a flow. */
export function cashFlowKind(type: 'balance' | 'credit', text: string): CashFlowKind {
  if (type === 'credit') return 'credit';
  return texts.find(({ pattern }) => pattern.test(text))?.kind ?? 'flow';
}

/** Whether what a balance row means was seen before. */
export const isKnownText = (text: string): boolean =>
  texts.some(({ pattern }) => pattern.test(text));

const meanings: Record<CashFlowKind, string> = {
  flow: 'balance rows taken as flow (money paid in or out)',
  adjustment: 'balance rows taken as adjustment (a result of no trade)',
  credit: 'credit rows kept as credit (part of no figure)',
};

const textsNamed = 5;

/** Says how many balance and credit rows were taken as what, and of which the text is not known. */
export function describeBookings(bookings: readonly Booking[]): {
  facts: string[];
  notes: string[];
} {
  const facts = (['flow', 'adjustment', 'credit'] as const).flatMap((kind) => {
    const taken = bookings.filter(({ type, text }) => cashFlowKind(type, text) === kind);
    return taken.length === 0 ? [] : [`${taken.length} ${meanings[kind]}: ${sumOf(taken)}`];
  });
  const unknown = bookings.filter(({ type, text }) => type === 'balance' && !isKnownText(text));
  return { facts, notes: unknown.length === 0 ? [] : [describeUnknown(unknown)] };
}

function describeUnknown(unknown: readonly Booking[]): string {
  const texts = [...new Set(unknown.map(({ text }) => `\`${text.slice(0, 60)}\``))];
  const others = texts.length - textsNamed;
  return (
    `${unknown.length} of the balance rows taken as flow have a text that is not known, ` +
    `${sumOf(unknown)} in all: ${texts.slice(0, textsNamed).join(', ')}` +
    `${others > 0 ? ` and ${others} other texts` : ''}`
  );
}

const sumOf = (bookings: readonly Booking[]): string =>
  sumDecimals(bookings.map(({ amount }) => amount));
