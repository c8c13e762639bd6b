import { sumDecimals, toUnits } from '../../read/decimals.ts';
import { placesOfAll, shareOut } from '../source/shares.ts';
import type { ClosedPosition, Deal } from './rows.ts';

/** Volume, profit and swap as whole numbers. */
interface Amounts {
  volume: bigint;
  profit: bigint;
  swap: bigint;
}

interface Closing extends Amounts {
  readonly deal: Deal;
  /** Its place among those of its symbol and side, which are in order of their times. */
  readonly no: number;
}

/** Deals of one symbol and side that close. */
interface Closings {
  readonly inOrder: Closing[];
  readonly byAmounts: Map<string, Closing[]>;
}

/** Steps that deals are looked for in, those of a position and of a report; real ones take few. */
const maxSteps = { ofPosition: 20_000, ofReport: 3_000_000 };

/**
 * Finds the deals that closed each position, which a report does not name. They have its symbol and
 * the other side, and lie within its time, the last one at its end. Together they have its volume,
 * profit and swap. A position closed in parts becomes one trade a part, as MetaTrader counts and as
 * the balance moved. A position without a match, or without one in that many steps, is missing in
 * the map. `contradicted` has those without a match although closing deals are left within them.
 */
export function closingsOf(
  positions: readonly ClosedPosition[],
  deals: readonly Deal[],
): {
  readonly closings: ReadonlyMap<ClosedPosition, readonly Deal[]>;
  readonly contradicted: readonly ClosedPosition[];
} {
  const amountsOf = readerOfAmounts([...positions, ...deals]);
  const bySide = new Map<string, Closings>();
  for (const deal of deals.filter(isClosing).sort((first, second) => first.at - second.at)) {
    const key = `${deal.type} ${deal.symbol}`;
    const closings = bySide.get(key) ?? { inOrder: [], byAmounts: new Map() };
    bySide.set(key, closings);
    add(closings, { deal, no: closings.inOrder.length, ...amountsOf(deal) });
  }
  const used = new Set<Closing>();
  const found = new Map<ClosedPosition, readonly Deal[]>();
  const givenUp = new Set<ClosedPosition>();
  const closingsFor = ({ side, symbol }: ClosedPosition) =>
    bySide.get(`${side === 'buy' ? 'sell' : 'buy'} ${symbol}`);
  let left = maxSteps.ofReport;
  // What few deals closed is taken first: it leaves the others little to choose from.
  for (const maxParts of [1, 2, Number.POSITIVE_INFINITY]) {
    for (const position of positions) {
      const closings = closingsFor(position);
      if (closings === undefined || found.has(position)) continue;
      const budget = { steps: Math.min(left, maxSteps.ofPosition) };
      left -= budget.steps;
      const parts = partsOf(position, amountsOf(position), maxParts, closings, used, budget);
      left += budget.steps;
      if (budget.steps === 0) givenUp.add(position);
      if (parts === null) continue;
      found.set(
        position,
        parts.map(({ deal }) => deal),
      );
      for (const part of parts) used.add(part);
    }
  }
  const contradicted = positions.filter((position) => {
    if (found.has(position) || givenUp.has(position)) return false;
    const isWithin = ({ at }: Deal) => position.opened <= at && at <= position.closed;
    const closings = closingsFor(position)?.inOrder ?? [];
    return closings.some((closing) => isWithin(closing.deal) && !used.has(closing));
  });
  return { closings: found, contradicted };
}

/** Returns true if a deal closes anything. */
export const isClosing = ({ direction }: Deal): boolean => direction !== '' && direction !== 'in';

/**
 * Returns one trade per closing deal of a position. From the second on, a number follows the
 * ticket.
 */
export function tradesOf(
  position: ClosedPosition,
  closings: readonly Deal[],
  entry: Deal | undefined,
): ClosedPosition[] {
  const volumes = [...closings, ...(entry ? [entry] : [])].map(({ volume }) => volume);
  const places = placesOfAll(volumes);
  const shares = closings.map(({ volume }) => toUnits(volume, places));
  const closed = shares.reduce((sum, share) => sum + share, 0n);
  const whole = entry ? toUnits(entry.volume, places) : closed;
  const charges = shareOut(entry ? costOf(entry) : '0', [
    ...shares,
    ...(whole > closed ? [whole - closed] : []),
  ]);
  return closings.map((deal, at) => ({
    ...position,
    line: deal.line,
    ticket: at === 0 ? position.ticket : `${position.ticket}-${at + 1}`,
    volume: deal.volume,
    closePrice: deal.price,
    closed: deal.at,
    commission: sumDecimals([charges[at] ?? '0', costOf(deal)]),
    openingCommission: entry && charges[at],
    swap: deal.swap,
    profit: deal.profit,
  }));
}

/** Returns the costs of a deal other than its price. */
export const costOf = ({ commission, fee }: Pick<Deal, 'commission' | 'fee'>): string =>
  sumDecimals([commission, fee].filter(Boolean));

function add({ inOrder, byAmounts }: Closings, closing: Closing): void {
  inOrder.push(closing);
  const alike = byAmounts.get(keyOf(closing));
  if (alike) alike.push(closing);
  else byAmounts.set(keyOf(closing), [closing]);
}

const keyOf = ({ volume, profit, swap }: Amounts): string => `${volume} ${profit} ${swap}`;

const less = (whole: Amounts, part: Amounts): Amounts => ({
  volume: whole.volume - part.volume,
  profit: whole.profit - part.profit,
  swap: whole.swap - part.swap,
});

/**
 * So many deals at most that add up to what a position brought, in their order; null where none are
 * found. The one that leaves nothing is looked up, so that two parts take no search.
 */
function partsOf(
  { opened, closed }: ClosedPosition,
  whole: Amounts,
  maxParts: number,
  { inOrder, byAmounts }: Closings,
  used: ReadonlySet<Closing>,
  budget: { steps: number },
): Closing[] | null {
  /** Those from a place on that are free, up to the end. */
  function* free(closings: readonly Closing[], from: number): Generator<Closing> {
    for (let at = from; at < closings.length && budget.steps > 0; at += 1) {
      const closing = closings[at];
      if (closing === undefined || closing.deal.at > closed) return;
      budget.steps -= 1;
      if (!used.has(closing)) yield closing;
    }
  }
  /** Finds closings before the last one, from an index on, that add up to the rest. */
  function fill(rest: Amounts, from: number, last: Closing, maxParts: number): Closing[] | null {
    const alike = byAmounts.get(keyOf(rest)) ?? [];
    for (const closing of free(
      alike,
      firstOf(alike, ({ no }) => no >= from),
    )) {
      if (closing !== last) return [closing];
    }
    if (maxParts === 1) return null;
    for (const part of free(inOrder, from)) {
      if (part === last || part.volume >= rest.volume) continue;
      const remaining = fill(less(rest, part), part.no + 1, last, maxParts - 1);
      if (remaining) return [part, ...remaining];
    }
    return null;
  }
  const first = firstOf(inOrder, ({ deal }) => deal.at >= opened);
  for (const last of free(
    inOrder,
    firstOf(inOrder, ({ deal }) => deal.at >= closed),
  )) {
    if (keyOf(last) === keyOf(whole)) return [last];
    if (maxParts === 1 || last.volume >= whole.volume) continue;
    const earlier = fill(less(whole, last), first, last, maxParts - 1);
    if (earlier) return [...earlier, last].sort((before, after) => before.no - after.no);
  }
  return null;
}

/** The place of the first that is so, in an order in which all behind it are. */
function firstOf(closings: readonly Closing[], isSo: (closing: Closing) => boolean): number {
  let first = 0;
  for (let last = closings.length; first < last; ) {
    const middle = (first + last) >> 1;
    const closing = closings[middle];
    if (closing !== undefined && !isSo(closing)) first = middle + 1;
    else last = middle;
  }
  return first;
}

function readerOfAmounts(rows: readonly Pick<Deal, 'volume' | 'profit' | 'swap'>[]) {
  const ofVolume = placesOfAll(rows.map(({ volume }) => volume));
  const ofMoney = placesOfAll(rows.flatMap(({ profit, swap }) => [profit, swap]));
  return ({ volume, profit, swap }: Pick<Deal, 'volume' | 'profit' | 'swap'>): Amounts => ({
    volume: toUnits(volume || '0', ofVolume),
    profit: toUnits(profit || '0', ofMoney),
    swap: toUnits(swap || '0', ofMoney),
  });
}
