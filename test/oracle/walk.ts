import type { Book, Trade } from './book.ts';
import type { Money } from './money.ts';

/** State right after an event that changed the balance. */
export type Step = {
  readonly at: number;
  readonly trade: Trade | null;
  /** Slug of its account, in a portfolio. */
  readonly member: string | null;
  /** True if a member joins the portfolio here without capital. */
  readonly isEmpty: boolean;
  /** Result of a trade or adjustment; null for a deposit or withdrawal. */
  readonly result: Money | null;
  /**
   * Return on the capital before; null for a deposit or withdrawal, and if that capital was not
   * above 0.
   */
  readonly change: number | null;
  readonly balance: Money;
  readonly profit: Money;
  readonly index: number;
  /** Distance from the highest index so far in percent, 0 or negative. */
  readonly drawdown: number;
};

type Event = {
  at: number;
  rank: number;
  amount: Money;
  trade: Trade | null;
  isFlow: boolean;
  member?: string | undefined;
};

/**
 * Goes through an account event by event. At the same time the order is: joining capital, deposit,
 * adjustment, trade, withdrawal.
 */
export function walk(book: Book): Step[] {
  let balance = book.opening;
  let profit = 0n;
  let index = 1;
  let peak = 1;
  return orderedEvents(book).map((event) => {
    const change = event.isFlow ? null : changeOn(balance, event.amount);
    if (change !== null) index *= 1 + change;
    if (!event.isFlow) profit += event.amount;
    balance += event.amount;
    peak = Math.max(peak, index);
    return {
      at: event.at,
      trade: event.trade,
      member: event.member ?? null,
      isEmpty: event.rank === -1 && event.amount === 0n,
      result: event.isFlow ? null : event.amount,
      change,
      balance,
      profit,
      index,
      drawdown: index === peak ? 0 : (index / peak - 1) * 100,
    };
  });
}

/** Computes the time-weighted return over some steps, in percent. */
export function compound(steps: readonly Step[]): number {
  let product = 1;
  for (const step of steps) product *= 1 + (step.change ?? 0);
  return (product - 1) * 100;
}

function orderedEvents(book: Book): Event[] {
  const events: Event[] = [];
  for (const { at, amount, member } of book.joinings) {
    events.push({ at, rank: -1, amount, trade: null, isFlow: true, member });
  }
  for (const { at, amount, member } of book.flows) {
    events.push({ at, rank: amount < 0n ? 3 : 0, amount, trade: null, isFlow: true, member });
  }
  for (const { at, amount, member } of book.adjustments) {
    events.push({ at, rank: 1, amount, trade: null, isFlow: false, member });
  }
  for (const trade of book.trades) {
    const { closedAt: at, net: amount, member } = trade;
    events.push({ at, rank: 2, amount, trade, isFlow: false, member });
  }
  return events.sort((first, second) => first.at - second.at || first.rank - second.rank);
}

function changeOn(capital: Money, amount: Money): number | null {
  if (capital <= 0n) return null;
  return amount <= -capital ? -1 : Number(amount) / Number(capital);
}
