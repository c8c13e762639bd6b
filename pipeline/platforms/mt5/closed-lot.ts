import { directionOf, type PointValue } from './point-values.ts';
import type { Deal } from './rows.ts';

/** Data of an open position that show whether a deal closed it. */
export interface Candidate {
  /** Of the order that opened it, which is the id of the position. */
  readonly order: string;
  readonly openPrice: number;
  readonly opened: number;
  volume: bigint;
}

/**
 * Evidence for the position that a deal closed. Code `only` means that no other position was open.
 * Code `told` means that its id or its result names the position. With `alike` the result fits
 * several positions, with `unfitting` it fits no position. Code `unknown` means no evidence.
 */
export type Evidence = 'only' | 'told' | 'alike' | 'unfitting' | 'unknown';

/** Most open positions that are compared; real accounts have fewer. */
const maxLooks = 5000;

/**
 * Finds the position of a hedging account that a deal closed, or closed a part of. If evidence
 * leaves a choice, takes the oldest of the same volume, else the oldest. Null if each is smaller
 * than the deal.
 */
export function findClosedLot<Lot extends Candidate>(
  lots: readonly Lot[],
  deal: Deal,
  volume: bigint,
  value: PointValue | undefined,
  counterPrice: number | undefined,
): { lot: Lot; evidence: Evidence } | null {
  const possible = lots.slice(0, maxLooks).filter((lot) => lot.volume >= volume);
  const [oldest] = possible;
  if (oldest === undefined) return null;
  const take = (among: readonly Lot[], evidence: Evidence) => ({
    lot: among.find((lot) => lot.volume === volume) ?? among[0] ?? oldest,
    evidence,
  });
  const named = possible.filter(({ order }) => idsIn(deal).includes(order));
  if (named.length > 0) return take(named, 'told');
  // One of two positions that close each other ends at the price at which the other was opened.
  const countered = possible.filter(({ openPrice }) => openPrice === counterPrice);
  if (countered.length > 0) return take(countered, areSame(countered) ? 'told' : 'alike');
  if (value === undefined) return take(possible, areSame(possible) ? 'only' : 'unknown');
  const { fitting, closest } = fittingOf(possible, deal, value);
  if (fitting.length === 0) return take(possible, 'unfitting');
  return take(closest, areSame(fitting) ? 'told' : 'alike');
}

/** The positions that give the result of a deal at its price, and those that do so most closely. */
function fittingOf<Lot extends Candidate>(
  lots: readonly Lot[],
  deal: Deal,
  value: PointValue,
): { fitting: Lot[]; closest: Lot[] } {
  const [price, profit] = [Number(deal.price), Number(deal.profit)];
  const perPoint = directionOf(deal) * Number(deal.volume) * value.worthAt(deal);
  const apart = ({ openPrice }: Lot) => Math.abs((price - openPrice) * perPoint - profit);
  const fitting = lots.filter((lot) => apart(lot) <= value.toleranceOf(profit));
  const limit = Math.min(...fitting.map(apart)) + value.toleranceOf(0);
  return { fitting, closest: fitting.filter((lot) => apart(lot) <= limit) };
}

const areSame = ([first, ...others]: readonly Candidate[]): boolean =>
  others.every(
    ({ openPrice, opened }) => openPrice === first?.openPrice && opened === first.opened,
  );

/** Ids of positions in the comment of a deal, such as `close #1234 by #1235`. */
const idsIn = ({ comment }: Deal): string[] =>
  [...comment.matchAll(/#(\d+)/g)].map(([, id = '']) => id);
