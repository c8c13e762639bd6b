import { divideUnits, sumDecimals, toUnits } from '../decimals.ts';
import type { Side } from '../orders.ts';
import { costOf } from './parts.ts';
import type { ClosedPosition, Deal } from './rows.ts';
import { placesOfAll, shareOut } from './shares.ts';

/** What is open of a symbol, made of one deal or, where positions are netted, of several. */
interface Lot {
  side: Side;
  opened: number;
  comment: string;
  /** In the smallest part of a lot that the report has. */
  volume: bigint;
  /** Sum of price times volume, in their smallest parts. */
  cost: bigint;
  /** What opening it was charged and is not charged to a trade yet. */
  charged: string;
}

/** The result of a deal that closes what was opened before the report begins. */
export interface Unmatched {
  deal: Deal;
  amount: string;
}

export interface Paired {
  closed: ClosedPosition[];
  /** What opening deals were charged whose positions are open still. */
  charged: string;
  unmatched: Unmatched[];
  /** The volumes that are open still, by side and symbol. */
  left: ReadonlyMap<string, string>;
}

/**
 * Pairs deals to trades, one for each deal that closes: where positions are netted, against the
 * average price of what is open; where they are hedged, against what is open on the other side, the
 * oldest of the same volume first. A reversal closes all and opens the rest. What a deal cost and
 * brought is shared by volume; the last part bears what rounding leaves.
 */
export function pairDeals(deals: readonly Deal[], mode: 'hedge' | 'netting'): Paired {
  const trading = deals.filter(({ direction }) => direction !== '');
  const places = {
    volume: placesOfAll(trading.map(({ volume }) => volume)),
    price: placesOfAll(trading.map(({ price }) => price)),
  };
  const open = new Map<string, Lot[]>();
  const openOf = (side: string, symbol: string): Lot[] => {
    const lots = open.get(`${side} ${symbol}`) ?? [];
    open.set(`${side} ${symbol}`, lots);
    return lots;
  };
  const closed: ClosedPosition[] = [];
  const unmatched: Unmatched[] = [];
  for (const deal of trading) {
    const others = openOf(deal.type === 'buy' ? 'sell' : 'buy', deal.symbol);
    const volume = toUnits(deal.volume, places.volume);
    const parts = deal.direction === 'in' ? [] : partsToClose(others, volume);
    const rest = parts.reduce((left, part) => left - part.volume, volume);
    const isOpening = deal.direction === 'in' || deal.direction === 'in/out';
    const shares = [...parts.map((part) => part.volume), rest];
    const costs = shareOut(costOf(deal), shares);
    // Of a reversal only what it closes brings a result.
    const earning = isOpening ? shares.slice(0, -1) : shares;
    const [swaps, profits] = [deal.swap, deal.profit].map((sum) => shareOut(sum, earning));
    for (const [at, part] of parts.entries()) {
      const { price, charged } = takeFrom(part, places.price);
      closed.push({
        ...{ line: deal.line, symbol: deal.symbol, stopLoss: '', takeProfit: '' },
        ticket: parts.length > 1 ? `${deal.ticket}-${at + 1}` : deal.ticket,
        side: part.lot.side,
        volume: decimal(part.volume, places.volume),
        openPrice: price,
        closePrice: deal.price,
        opened: part.lot.opened,
        closed: deal.at,
        commission: sumDecimals([charged, costs[at] ?? '0']),
        swap: swaps?.[at] ?? '0',
        profit: profits?.[at] ?? '0',
        comment: part.lot.comment,
      });
    }
    dropTaken(others, parts);
    const [cost = '0'] = costs.slice(-1);
    if (rest > 0n && isOpening) {
      add(
        openOf(deal.type, deal.symbol),
        lotOf(deal, rest, rest * toUnits(deal.price, places.price), cost),
        mode,
      );
    } else if (rest > 0n) {
      const amount = sumDecimals([cost, ...[swaps, profits].map((sums) => sums?.at(-1) ?? '0')]);
      unmatched.push({ deal, amount });
    }
  }
  const charged = sumDecimals([...open.values()].flat().map((lot) => lot.charged));
  const left = new Map<string, string>();
  for (const [key, lots] of open) {
    const volume = lots.reduce((sum, lot) => sum + lot.volume, 0n);
    if (volume > 0n) left.set(key, decimal(volume, places.volume));
  }
  return { closed, unmatched, charged, left };
}

interface Part {
  lot: Lot;
  volume: bigint;
}

/** How many of the oldest one of the same volume is looked for among. */
const maxLooks = 1000;

/** What a volume closes of what is open on the other side, in turn. */
function partsToClose(others: readonly Lot[], volume: bigint): Part[] {
  const same = others.slice(0, maxLooks).find((lot) => lot.volume === volume);
  const parts: Part[] = [];
  let left = volume;
  for (const lot of same ? [same] : others) {
    if (left === 0n) break;
    const isWhole = lot.volume <= left;
    parts.push({ lot, volume: isWhole ? lot.volume : left });
    left = isWhole ? left - lot.volume : 0n;
  }
  return parts;
}

/** Removes what was closed whole: the oldest, or one of those that were looked at. */
function dropTaken(others: Lot[], parts: readonly Part[]): void {
  const taken = parts.filter(({ lot }) => lot.volume === 0n);
  if (taken[0] !== undefined) others.splice(others.indexOf(taken[0].lot), taken.length);
}

/** Takes a part out of what is open: what it cost on average, and its share of what opening was charged. */
function takeFrom({ lot, volume }: Part, pricePlaces: number): { price: string; charged: string } {
  const price = divideUnits(lot.cost, lot.volume * 10n ** BigInt(pricePlaces), pricePlaces + 4);
  const [charged = '0', rest = '0'] = shareOut(lot.charged, [volume, lot.volume - volume]);
  lot.cost -= (lot.cost * volume) / lot.volume;
  lot.volume -= volume;
  lot.charged = rest;
  return { price: price.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''), charged };
}

function lotOf(deal: Deal, volume: bigint, cost: bigint, charged: string): Lot {
  const side = deal.type === 'buy' ? 'buy' : 'sell';
  return { side, opened: deal.at, comment: deal.comment, volume, cost, charged };
}

/** Adds to what is open of the same symbol and side. */
function add(lots: Lot[], lot: Lot, mode: 'hedge' | 'netting'): void {
  const [known] = lots;
  if (mode === 'hedge' || known === undefined) {
    lots.push(lot);
    return;
  }
  known.volume += lot.volume;
  known.cost += lot.cost;
  known.charged = sumDecimals([known.charged, lot.charged]);
}

const divided = (numerator: bigint, whole: bigint, places: number): string =>
  divideUnits(numerator, whole * 10n ** BigInt(places), places);
const decimal = (units: bigint, places: number): string => divided(units, 1n, places);
