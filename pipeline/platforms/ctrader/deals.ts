import { makeReason } from '../../base/reasons/reason.ts';
import { bounds, CountedLines, unreadableAt } from '../../read/bounds.ts';
import { compareDecimals, negateDecimal, Sum, sumDecimals } from '../../read/decimals.ts';
import type { Timezone } from '../../read/timezone.ts';
import { Span } from '../source/orders.ts';
import { Tickets } from '../source/tickets.ts';
import type { CtraderDeal, LostResult } from './rows.ts';

/** A balance that changed between two deals by more than the second brought. */
export interface Jump {
  /** The deal before which it did. */
  deal: Pick<CtraderDeal, 'line' | 'ticket' | 'closed'>;
  amount: string;
  /** A result that belongs to a refused row, or money that moved. */
  kind: 'adjustment' | 'flow';
}

/**
 * Tally of a statement's deals, added one by one in the order of the file. Most files are in the
 * order of closing, newest or oldest first, so balances are compared as deals come.
 */
export class DealTally {
  count = 0;
  inUnits = 0;
  hasBalances = false;
  /** Deals whose printed net differs from their parts, and tickets that are odd. */
  readonly uneven = new CountedLines();
  readonly oddTickets = new CountedLines();
  readonly tickets = new Tickets();
  readonly sums = { commission: new Sum(), swap: new Sum(), net: new Sum(), gross: new Sum() };
  /** Of the times as printed, and on the clock that is told. */
  readonly printed = new Span();
  readonly told = new Span();
  readonly #held: CtraderDeal[] = [];
  readonly #lost: LostResult[] = [];
  readonly #timezone: Timezone | null;
  #newestFirst: Jump[] | null = [];
  #oldestFirst: Jump[] | null = [];
  #first: CtraderDeal | undefined;
  #latest: CtraderDeal | undefined;
  #oldest: CtraderDeal | undefined;
  #newest: CtraderDeal | undefined;

  constructor(timezone: Timezone | null) {
    this.#timezone = timezone;
  }

  add(deal: CtraderDeal): void {
    this.count++;
    if (deal.isUnits) this.inUnits++;
    if (deal.balance !== '') this.hasBalances = true;
    for (const result of deal.lost) this.#lost.push(result);
    const fault = this.tickets.add(deal, deal.line);
    if (fault !== null) this.oddTickets.add(fault);
    this.#addUp(deal);
    this.sums.commission.add(deal.commission);
    this.sums.swap.add(deal.swap);
    this.sums.net.add(deal.net);
    this.sums.gross.add(deal.profit);
    for (const wall of [deal.opened, deal.closed]) {
      this.printed.add(wall);
      this.told.add(this.#timezone?.toUtc(wall) ?? wall);
    }
    if (this.#held.length < bounds.heldTrades) this.#held.push(deal);
    if (this.#latest !== undefined) this.#compare(this.#latest, deal);
    this.#first ??= deal;
    this.#latest = deal;
    if (this.#oldest === undefined || deal.closed <= this.#oldest.closed) this.#oldest = deal;
    if (this.#newest === undefined || deal.closed > this.#newest.closed) this.#newest = deal;
  }

  #addUp({ line, net, profit, commission, swap }: CtraderDeal): void {
    const sum = sumDecimals([profit, commission, swap].filter(Boolean));
    if (isNear(net, sum)) return;
    this.uneven.add(makeReason('import_uneven_deal', { line, amount: net, value: sum }));
  }

  /** More of them than are held. */
  get isLong(): boolean {
    return this.count > this.#held.length;
  }

  /** Deals in memory, oldest first; at equal times in the order of the file. */
  held(): CtraderDeal[] {
    const step = this.#isOldestFirst ? 1 : -1;
    return this.#held.toSorted(
      (first, second) => first.closed - second.closed || step * (first.line - second.line),
    );
  }

  get oldest(): CtraderDeal | undefined {
    return this.#isOldestFirst ? this.#first : this.#oldest;
  }

  get newest(): CtraderDeal | undefined {
    return this.#isOldestFirst ? this.#latest : this.#newest;
  }

  /**
   * Finds money that moved between deals, which no row lists, by the balance of each deal. Returns
   * null for a long file in no order.
   */
  jumps(): Jump[] | null {
    if (this.#isOldestFirst) return this.#oldestFirst;
    if (this.#newestFirst !== null) return this.#newestFirst.toReversed();
    if (this.isLong) return null;
    const deals = this.held();
    return deals.slice(1).flatMap((deal, at) => {
      const before = deals[at] ?? deal;
      return jumpsBetween(before, deal, this.#lostWith(changeBetween(before, deal)));
    });
  }

  /** The refused rows that may have changed a balance by that amount, wherever they belong. */
  #lostWith(change: string): LostResult[] {
    if (this.#lost.includes(null)) return [null];
    return this.#lost.filter((result) => compareDecimals(result ?? '', change) === 0).slice(0, 1);
  }

  /** At equal times both orders are possible: then the one with fewer jumps is right. */
  get #isOldestFirst(): boolean {
    if (this.#newestFirst === null || this.#oldestFirst === null) return this.#oldestFirst !== null;
    return this.#oldestFirst.length < this.#newestFirst.length;
  }

  #compare(above: CtraderDeal, below: CtraderDeal): void {
    if (below.closed > above.closed) this.#newestFirst = null;
    if (below.closed < above.closed) this.#oldestFirst = null;
    this.#newestFirst?.push(...jumpsBetween(below, above, below.lost));
    this.#oldestFirst?.push(...jumpsBetween(above, below, below.lost));
    const found = (this.#newestFirst ?? this.#oldestFirst)?.length ?? 0;
    if (found > bounds.heldRows) {
      throw unreadableAt(
        below.line,
        makeReason('file_unexplained_moves', { max: bounds.heldRows }),
      );
    }
  }
}

/** Returns true if amounts are the same except for the rounding of three parts. */
function isNear(one: string, other: string): boolean {
  const apart = sumDecimals([one, negateDecimal(other)]);
  return compareDecimals(apart, '0.02') <= 0 && compareDecimals(apart, '-0.02') >= 0;
}

/** Returns by how much a balance changed between two deals; 0 if one of them prints none. */
function changeBetween(before: CtraderDeal, { net, balance }: CtraderDeal): string {
  if (before.balance === '' || balance === '') return '0';
  return sumDecimals([balance, negateDecimal(sumDecimals([before.balance, net]))]);
}

/**
 * Finds what changed a balance between two deals. Where rows were refused it is their result, as
 * much as they print; only the rest is money that moved. Where a result can't be read, a loss is
 * taken for it. A gain may be a deposit next to it, so it counts as one and makes no record better.
 */
function jumpsBetween(before: CtraderDeal, deal: CtraderDeal, lost: readonly LostResult[]): Jump[] {
  const change = changeBetween(before, deal);
  if (compareDecimals(change, '0') === 0) return [];
  const printed = lost.flatMap((result) => result ?? []);
  const known = sumDecimals(printed);
  const isRead = printed.length === lost.length;
  const result = isRead || compareDecimals(change, known) > 0 ? known : change;
  const { line, ticket, closed } = deal;
  const jumps: Jump[] = [
    { deal: { line, ticket, closed }, amount: result, kind: 'adjustment' },
    {
      deal: { line, ticket, closed },
      amount: sumDecimals([change, negateDecimal(result)]),
      kind: 'flow',
    },
  ];
  return jumps.filter(({ amount }) => compareDecimals(amount, '0') !== 0);
}
