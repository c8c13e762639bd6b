import { sumDecimals, toUnits } from '../decimals.ts';
import type { ClosedPosition, Deal } from './rows.ts';
import { placesOfAll, shareOut } from './shares.ts';

/** Volume, profit and swap as whole numbers. */
interface Amounts {
  volume: bigint;
  profit: bigint;
  swap: bigint;
}

interface Closing extends Amounts {
  deal: Deal;
}

/** Steps that the deals of one position are looked for in; real reports take few. */
const maxSteps = 20_000;

/**
 * Finds the deals that closed each position, which a report does not say: of its symbol and the other
 * side, within its time, the last at its end, with its volume, profit and swap in all. A position
 * closed in parts becomes a trade for each, as MetaTrader counts them and as the balance moved; one
 * whose deals are not found is no key of the map.
 */
export function closingsOf(
  positions: readonly ClosedPosition[],
  deals: readonly Deal[],
): ReadonlyMap<ClosedPosition, readonly Deal[]> {
  const amountsOf = readerOfAmounts([...positions, ...deals]);
  const bySymbol = new Map<string, Closing[]>();
  for (const deal of deals) {
    if (deal.direction === '' || deal.direction === 'in') continue;
    const closings = bySymbol.get(deal.symbol) ?? [];
    bySymbol.set(deal.symbol, closings);
    closings.push({ deal, ...amountsOf(deal) });
  }
  const used = new Set<Deal>();
  const found = new Map<ClosedPosition, readonly Deal[]>();
  // Whatever one deal closed is taken first: it leaves the others little to choose from.
  for (const maxParts of [1, Number.POSITIVE_INFINITY]) {
    for (const position of positions) {
      if (found.has(position)) continue;
      const candidates = within(bySymbol.get(position.symbol) ?? [], position, maxParts === 1);
      const free = candidates.filter(({ deal }) => !used.has(deal) && deal.type !== position.side);
      const parts = addingUpTo(amountsOf(position), free, position.closed, maxParts);
      if (parts === null) continue;
      found.set(position, parts);
      for (const deal of parts) used.add(deal);
    }
  }
  return found;
}

/** A trade for each deal that closed a part of a position; later parts have a number behind its ticket. */
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
    swap: deal.swap,
    profit: deal.profit,
  }));
}

/** What a deal cost beside its price. */
export const costOf = ({ commission, fee }: Pick<Deal, 'commission' | 'fee'>): string =>
  sumDecimals([commission, fee].filter(Boolean));

/** Deals are listed as they were done: those from a position's opening to its end, or at its end alone. */
function within(
  closings: readonly Closing[],
  position: ClosedPosition,
  isAtEnd: boolean,
): Closing[] {
  const from = isAtEnd ? position.closed : position.opened;
  let first = 0;
  for (let last = closings.length; first < last; ) {
    const middle = (first + last) >> 1;
    if ((closings[middle]?.deal.at ?? 0) < from) first = middle + 1;
    else last = middle;
  }
  const found: Closing[] = [];
  for (let at = first; at < closings.length; at += 1) {
    const closing = closings[at];
    if (closing === undefined || closing.deal.at > position.closed) break;
    found.push(closing);
  }
  return found;
}

/** The first deals, the last of them at the end, that add up to the amounts; null where none are found. */
function addingUpTo(
  amounts: Amounts,
  candidates: readonly Closing[],
  end: number,
  maxParts: number,
): Deal[] | null {
  let steps = 0;
  const parts: Deal[] = [];
  const search = (from: number, { volume, profit, swap }: Amounts): boolean => {
    if (volume === 0n) return profit === 0n && swap === 0n && parts.at(-1)?.at === end;
    if (parts.length === maxParts) return false;
    for (let at = from; at < candidates.length; at += 1) {
      const part = candidates[at];
      steps += 1;
      if (part === undefined || steps > maxSteps) return false;
      if (part.volume > volume) continue;
      parts.push(part.deal);
      const rest = {
        volume: volume - part.volume,
        profit: profit - part.profit,
        swap: swap - part.swap,
      };
      if (search(at + 1, rest)) return true;
      parts.pop();
    }
    return false;
  };
  return search(0, amounts) ? parts : null;
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
