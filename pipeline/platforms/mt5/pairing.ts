import { divideUnits, sumDecimals, toUnits } from '../../read/decimals.ts';
import type { Side } from '../source/orders.ts';
import { placesOfAll, shareOut } from '../source/shares.ts';
import { type Candidate, type Evidence, findClosedLot } from './closed-lot.ts';
import { costOf } from './parts.ts';
import { episodesOf, learnPointValues, moneyUnitOf, type PointValue } from './point-values.ts';
import type { ClosedPosition, Deal } from './rows.ts';
import { votedResults } from './voted-results.ts';

/** Open lot of a symbol, made of one deal or, in netting accounts, of several. */
interface Lot extends Candidate {
  side: Side;
  comment: string;
  /** Sum of price times volume, in their smallest parts. */
  cost: bigint;
  /** Opening charge that no trade has borne yet. */
  charged: string;
}

/** The result of a deal that closes what was opened before the report begins. */
export interface UnmatchedClosing {
  deal: Deal;
  amount: string;
}

/** A deal that closed one of several positions, of which the report does not say which. */
export interface AmbiguousClosing {
  deal: Deal;
  evidence: Exclude<Evidence, 'only' | 'told'>;
}

export interface PairedDeals {
  closed: ClosedPosition[];
  /** Opening charges of positions that are still open. */
  charged: string;
  unmatched: UnmatchedClosing[];
  /** The volumes that are open still, by side and symbol. */
  left: ReadonlyMap<string, string>;
  doubtful: AmbiguousClosing[];
}

export type PairingMode = 'hedge' | 'netting';
/** Worth of a movement of the price, by symbol. */
export type PointValues = ReadonlyMap<string, PointValue>;

/**
 * Pairs deals to trades, one for each deal that closes. Where positions are netted, it closes what
 * is open at its average price, and a reversal closes all and opens the rest. Where they are
 * hedged, it closes the position that its result fits, by the values that `learnPointValues` finds.
 * What a deal cost and brought is shared by volume; the last part bears what rounding leaves.
 */
export function pairDeals(deals: readonly Deal[], mode: PairingMode): PairedDeals {
  const trading = tradingOf(deals);
  return mode === 'netting' ? pairNetted(trading) : pairHedged(trading);
}

/**
 * Lists the deals that trade in the order of their times, which may differ from the file's order.
 */
export const tradingOf = (deals: readonly Deal[]): Deal[] =>
  deals.filter(({ direction }) => direction !== '').sort((first, second) => first.at - second.at);

/** Pairs trading deals, in the order of their times, by the average price of what is open. */
export const pairNetted = (trading: readonly Deal[]): PairedDeals =>
  pairBy(trading, 'netting', new Map());

/**
 * Pairs trading deals, in the order of their times, each with the position that its result fits.
 */
export function pairHedged(trading: readonly Deal[]): PairedDeals {
  const unit = moneyUnitOf(trading);
  const values = learnPointValues(episodesOf(trading), unit);
  const voted = votedResults(trading, unit, (symbol) => !values.has(symbol));
  return pairBy(trading, 'hedge', new Map([...learnPointValues(voted, unit), ...values]));
}

function pairBy(trading: readonly Deal[], mode: PairingMode, values: PointValues): PairedDeals {
  const places = {
    volume: placesOfAll(trading.map(({ volume }) => volume)),
    price: placesOfAll(trading.map(({ price }) => price)),
  };
  const counterPriceOf = counterPrices(trading);
  const open = new Map<string, Lot[]>();
  const openOf = (side: string, symbol: string): Lot[] => {
    const lots = open.get(`${side} ${symbol}`) ?? [];
    open.set(`${side} ${symbol}`, lots);
    return lots;
  };
  const closed: ClosedPosition[] = [];
  const unmatched: UnmatchedClosing[] = [];
  const doubtful: AmbiguousClosing[] = [];
  const partsToClose = (lots: readonly Lot[], deal: Deal, volume: bigint): Part[] => {
    if (mode === 'netting') return inTurn(lots, volume);
    const value = values.get(deal.symbol);
    const found = findClosedLot(lots, deal, volume, value, counterPriceOf(deal));
    const evidence = found?.evidence ?? 'unknown';
    if (evidence !== 'only' && evidence !== 'told' && lots.length > 0) {
      doubtful.push({ deal, evidence });
    }
    if (found === null) return inTurn(lots, volume);
    return [{ lot: found.lot, volume }];
  };
  for (const deal of trading) {
    const opposite = openOf(deal.type === 'buy' ? 'sell' : 'buy', deal.symbol);
    const volume = toUnits(deal.volume, places.volume);
    const parts = deal.direction === 'in' ? [] : partsToClose(opposite, deal, volume);
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
        line: deal.line,
        symbol: deal.symbol,
        stopLoss: '',
        stopsKnown: false,
        takeProfit: '',
        ticket: parts.length > 1 ? `${deal.ticket}-${at + 1}` : deal.ticket,
        side: part.lot.side,
        volume: decimal(part.volume, places.volume),
        openPrice: price,
        closePrice: deal.price,
        opened: part.lot.opened,
        closed: deal.at,
        commission: sumDecimals([charged, costs[at] ?? '0']),
        openingCommission: charged,
        swap: swaps?.[at] ?? '0',
        profit: profits?.[at] ?? '0',
        comment: part.lot.comment,
      });
    }
    dropTaken(opposite, parts);
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
  return { closed, unmatched, charged, left, doubtful };
}

interface Part {
  lot: Lot;
  volume: bigint;
}

/** The oldest first, as many as a volume closes. */
function inTurn(lots: readonly Lot[], volume: bigint): Part[] {
  const parts: Part[] = [];
  let left = volume;
  for (const lot of lots) {
    if (left === 0n) break;
    const isWhole = lot.volume <= left;
    parts.push({ lot, volume: isWhole ? lot.volume : left });
    left = isWhole ? left - lot.volume : 0n;
  }
  return parts;
}

/** Removes what was closed whole. Such lots are neighbours: one that was found, or the oldest. */
function dropTaken(lots: Lot[], parts: readonly Part[]): void {
  const taken = parts.filter(({ lot }) => lot.volume === 0n);
  if (taken[0] !== undefined) lots.splice(lots.indexOf(taken[0].lot), taken.length);
}

/**
 * Removes a part of an open position. Returns its average price and its share of the opening costs.
 */
function takeFrom({ lot, volume }: Part, pricePlaces: number): { price: string; charged: string } {
  const price = divideUnits(lot.cost, lot.volume * 10n ** BigInt(pricePlaces), pricePlaces + 4);
  const [charged = '0', rest = '0'] = shareOut(lot.charged, [volume, lot.volume - volume]);
  lot.cost -= (lot.cost * volume) / lot.volume;
  lot.volume -= volume;
  lot.charged = rest;
  return { price: price.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''), charged };
}

function lotOf(deal: Deal, volume: bigint, cost: bigint, charged: string): Lot {
  return {
    side: deal.type === 'buy' ? 'buy' : 'sell',
    opened: deal.at,
    comment: deal.comment,
    volume,
    cost,
    charged,
    order: deal.order,
    openPrice: Number(deal.price),
  };
}

/** Adds to what is open of the same symbol and side. */
function add(lots: Lot[], lot: Lot, mode: PairingMode): void {
  const [known] = lots;
  if (mode === 'hedge' || known === undefined) {
    lots.push(lot);
    return;
  }
  known.volume += lot.volume;
  known.cost += lot.cost;
  known.charged = sumDecimals([known.charged, lot.charged]);
}

/**
 * Price of the other deal if two positions were closed by each other. Undefined for all other
 * deals.
 */
function counterPrices(trading: readonly Deal[]): (deal: Deal) => number | undefined {
  const prices = new Map<string, number>();
  const keyOf = ({ at, symbol, volume }: Deal, type: string) => `${at} ${symbol} ${volume} ${type}`;
  for (const deal of trading) {
    if (deal.direction === 'out by') prices.set(keyOf(deal, deal.type), Number(deal.price));
  }
  return (deal) =>
    deal.direction === 'out by'
      ? prices.get(keyOf(deal, deal.type === 'buy' ? 'sell' : 'buy'))
      : undefined;
}

const divided = (numerator: bigint, whole: bigint, places: number): string =>
  divideUnits(numerator, whole * 10n ** BigInt(places), places);
const decimal = (units: bigint, places: number): string => divided(units, 1n, places);
