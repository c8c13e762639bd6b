export type CashFlowKind = 'flow' | 'adjustment' | 'credit';

/**
 * Texts that brokers write on balance rows, each with an example; the first match counts. Interest,
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

/** Returns the kind of a statement's `balance` or `credit` row; an unknown text is a flow. */
export function cashFlowKind(type: 'balance' | 'credit', text: string): CashFlowKind {
  if (type === 'credit') return 'credit';
  return texts.find(({ pattern }) => pattern.test(text))?.kind ?? 'flow';
}

/** Returns true if the text of a balance row is known. */
export const isKnownText = (text: string): boolean =>
  texts.some(({ pattern }) => pattern.test(text));
