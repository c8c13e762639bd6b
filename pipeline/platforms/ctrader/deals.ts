import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { bounds, CountedLines, firstLines } from '../../read/bounds.ts';
import {
  compareDecimals,
  maxCharacters,
  negateDecimal,
  parseDecimal,
  sumDecimals,
  toUnits,
} from '../../read/decimals.ts';
import { Tickets } from '../source/tickets.ts';
import type { CtraderDeal, LostResult } from './rows.ts';
import type { CtraderStatement } from './statement.ts';

/** A balance that changed between two deals by more than the second brought. */
interface Jump {
  /** The deal before which it did. */
  deal: CtraderDeal;
  amount: string;
  /** A result that belongs to a refused row, or money that moved. */
  kind: 'adjustment' | 'flow';
}

/** All deals of a statement, with what their figures tell. */
export interface Deals {
  /** Oldest first; at equal times in the order of the file. */
  all: readonly CtraderDeal[];
  /** Money that moved between deals, which no row lists. */
  jumps: readonly Jump[];
  hasBalances: boolean;
  /** Deals whose printed net differs from their parts, and tickets that are odd. */
  uneven: CountedLines;
  oddTickets: CountedLines;
  tickets: Tickets;
}

/** Compares the figures of deals, which are in the order of their file. */
export function dealsInOrder(listed: readonly CtraderDeal[]): Deals {
  const uneven = new CountedLines();
  const oddTickets = new CountedLines();
  const tickets = new Tickets();
  for (const deal of listed) {
    const { line, net, profit, commission, swap } = deal;
    const fault = tickets.add(deal, line);
    if (fault !== null) oddTickets.add(fault);
    const sum = sumDecimals([profit, commission, swap].filter(Boolean));
    if (!isNear(net, sum)) {
      uneven.add(makeReason('import_uneven_deal', { line, amount: net, value: sum }));
    }
  }
  const hasBalances = listed.some(({ balance }) => balance !== '');
  return { ...inOrderOfClosing(listed), hasBalances, uneven, oddTickets, tickets };
}

/**
 * Sorts deals and finds what changed their balances. Most files are in the order of closing, newest
 * or oldest first. At equal times both orders are possible: then the one with fewer jumps is right.
 */
function inOrderOfClosing(listed: readonly CtraderDeal[]): Pick<Deals, 'all' | 'jumps'> {
  const above = (at: number): CtraderDeal | undefined => listed[at - 1];
  const oldestFirst = listed.every(({ closed }, at) => closed >= (above(at)?.closed ?? closed))
    ? listed.flatMap((deal, at) => jumpsBetween(above(at), deal, deal.lost))
    : null;
  const newestFirst = listed.every(({ closed }, at) => closed <= (above(at)?.closed ?? closed))
    ? listed.flatMap((deal, at) => jumpsBetween(deal, above(at), deal.lost))
    : null;
  if (oldestFirst && (newestFirst === null || oldestFirst.length < newestFirst.length)) {
    return { all: listed, jumps: oldestFirst };
  }
  const all = listed.toReversed().sort((first, second) => first.closed - second.closed);
  if (newestFirst) return { all, jumps: newestFirst.toReversed() };
  const lost = listed.flatMap((deal) => deal.lost);
  const lostWith = lost.includes(null) ? () => [null] : lostByAmount(lost);
  const jumps = all.flatMap((deal, at) => {
    const before = all[at - 1];
    return jumpsBetween(before, deal, lostWith(changeBetween(before, deal)));
  });
  return { all, jumps };
}

/** Finds the result of a refused row that may have changed a balance, wherever it belongs. */
function lostByAmount(lost: readonly LostResult[]): (change: string) => LostResult[] {
  // No amount has more places, so equal ones have the same key however they are written.
  const keyOf = (amount: string) => toUnits(amount, maxCharacters);
  const byAmount = new Map(lost.map((result) => [keyOf(result ?? ''), result]));
  return (change) => {
    const result = byAmount.get(keyOf(change));
    return result === undefined ? [] : [result];
  };
}

/** Returns true if amounts are the same except for the rounding of three parts. */
function isNear(one: string, other: string): boolean {
  const apart = sumDecimals([one, negateDecimal(other)]);
  return compareDecimals(apart, '0.02') <= 0 && compareDecimals(apart, '-0.02') >= 0;
}

/** Returns by how much a balance changed between two deals; 0 if one of them prints none. */
const changeBetween = (before: CtraderDeal | undefined, deal: CtraderDeal): string =>
  before?.balance && deal.balance
    ? sumDecimals([deal.balance, negateDecimal(sumDecimals([before.balance, deal.net]))])
    : '0';

/**
 * Finds what changed a balance between two deals. Where rows were refused it is their result, as
 * much as they print; only the rest is money that moved. Where a result can't be read, a loss is
 * taken for it. A gain may be a deposit next to it, so it counts as one and makes no record better.
 */
function jumpsBetween(
  before: CtraderDeal | undefined,
  deal: CtraderDeal | undefined,
  lost: readonly LostResult[],
): Jump[] {
  const change = deal ? changeBetween(before, deal) : '0';
  if (deal === undefined || compareDecimals(change, '0') === 0) return [];
  const printed = lost.flatMap((result) => result ?? []);
  const known = sumDecimals(printed);
  const isRead = printed.length === lost.length;
  const result = isRead || compareDecimals(change, known) > 0 ? known : change;
  const jumps: Jump[] = [
    { deal, amount: result, kind: 'adjustment' },
    { deal, amount: sumDecimals([change, negateDecimal(result)]), kind: 'flow' },
  ];
  return jumps.filter(({ amount }) => compareDecimals(amount, '0') !== 0);
}

/** Capital before the first deal; undefined where no balance is printed, or it was nothing. */
export function openingOf({ figures }: CtraderStatement, { all }: Deals): string | undefined {
  const [oldest] = all;
  const printed = parseDecimal(figures.get('balance') ?? '');
  const before =
    oldest !== undefined && oldest.balance !== ''
      ? sumDecimals([oldest.balance, negateDecimal(oldest.net)])
      : printed === null
        ? '0'
        : sumDecimals([printed, ...all.map(({ net }) => negateDecimal(net))]);
  return compareDecimals(before, '0') > 0 ? before : undefined;
}

/** Results of checking the deals' own figures: their balances and their nets. */
interface DealChecks {
  findings: CodedReason[];
  warnings: CodedReason[];
}

/** Follows the balance of each deal, and adds up its printed figures. */
export function checkDeals(deals: Deals): DealChecks {
  const { all, jumps } = deals;
  const moved = jumps
    .slice(0, bounds.named)
    .map(({ deal: { line }, amount, kind }) =>
      kind === 'flow'
        ? makeReason('import_balance_moved', { line, amount })
        : makeReason('import_balance_moved_refused', { line, amount }),
    );
  return {
    findings:
      jumps.length === 0 && deals.hasBalances
        ? [makeReason('import_balance_agrees', { count: all.length })]
        : [],
    warnings: [
      ...firstLines(moved, 'such deals', jumps.length),
      ...deals.uneven.named('such deals'),
      ...deals.oddTickets.named('tickets that are there twice'),
    ],
  };
}
