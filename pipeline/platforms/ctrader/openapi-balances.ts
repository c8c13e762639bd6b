import { compareDecimals, negateDecimal, sumDecimals } from '../../read/decimals.ts';
import type { CashFlowKind } from '../source/cash-flow-kinds.ts';
import type { ClosingDeal, MoneyTransfer } from './openapi-records.ts';
import type { Rows } from './openapi-rows.ts';

interface Step {
  what: string;
  id: string;
  at: number;
  change: string;
  balance: string;
  version: bigint | null;
}

/** Money that moved before a deal or transfer, and no message says why. */
interface BalanceJump extends MoneyTransfer {
  /** Id of the deal or transfer. */
  before: string;
}

/** Findings from the balances of deals and transfers. */
export interface Balances {
  /** Before the first of them; undefined where it was nothing or is not said. */
  opening: string | undefined;
  /** Opening balance by the first of them, if it is below 0. */
  missing: string | undefined;
  /** After the last. */
  closing: string;
  /** Money that moved and no message says why. */
  jumps: BalanceJump[];
  agreeing: number;
}

/**
 * Follows the balance from message to message, in order of its version, or else of time. Where a
 * deal can't be read, a loss that no message explains is its result. A gain counts as a deposit,
 * which makes no record better.
 */
export function followBalances({
  closings,
  transfers,
  unread,
}: Pick<Rows, 'closings' | 'transfers' | 'unread'>): Balances {
  const isDealUnread = unread.some(({ what }) => what === 'deal');
  const steps: Step[] = [
    ...closings.map((deal: ClosingDeal) => ({
      what: 'deal',
      id: deal.ticket,
      at: deal.closed,
      change: deal.net,
      balance: deal.balance,
      version: deal.version,
    })),
    ...transfers.map((transfer) => ({
      what: 'transfer',
      id: transfer.id,
      at: transfer.at,
      change: transfer.amount,
      balance: transfer.balance,
      version: transfer.version,
    })),
  ].sort(inOrder);
  const [first] = steps;
  const before =
    first && first.balance !== ''
      ? sumDecimals([first.balance, negateDecimal(first.change)])
      : undefined;
  const jumps: BalanceJump[] = [];
  let agreeing = 0;
  let known = '';
  for (const { id, at, change, balance, version } of steps) {
    const expected = known === '' ? '' : sumDecimals([known, change]);
    known = balance === '' ? expected : balance;
    if (balance === '' || expected === '') continue;
    const apart = sumDecimals([balance, negateDecimal(expected)]);
    if (compareDecimals(apart, '0') === 0) agreeing++;
    else {
      const isLoss = compareDecimals(apart, '0') < 0;
      const kind: CashFlowKind = isDealUnread && isLoss ? 'adjustment' : 'flow';
      jumps.push({ id: `before-${id}`, at, amount: apart, kind, balance, version, before: id });
    }
  }
  const sign = before === undefined ? 0 : compareDecimals(before, '0');
  return {
    opening: sign > 0 ? before : undefined,
    missing: sign < 0 ? before : undefined,
    closing: known,
    jumps,
    agreeing,
  };
}

function inOrder(one: Step, other: Step): number {
  if (one.version !== null && other.version !== null && one.version !== other.version) {
    return one.version < other.version ? -1 : 1;
  }
  return one.at - other.at || one.id.length - other.id.length || (one.id < other.id ? -1 : 1);
}
