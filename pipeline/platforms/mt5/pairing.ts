import { divideUnits, sumDecimals, toUnits } from '../../read/decimals.ts';
import { OpenVolume } from '../source/open-volume.ts';
import type { Side } from '../source/orders.ts';
import { placesOfAll, shareOut } from '../source/shares.ts';
import type { ReportHeader } from './header.ts';
import { costOf } from './parts.ts';
import type { ClosedPosition, Deal } from './rows.ts';

/** Open volume of a symbol and side, made of one deal or several, with the first of them. */
interface Lot {
  readonly first: Deal;
  readonly held: OpenVolume<'commission'>;
}

/** The result of a deal that closes what was opened before the report begins. */
export interface UnmatchedClosing {
  deal: Deal;
  amount: string;
}

export interface PairedDeals {
  closed: ClosedPosition[];
  /** Opening charges of positions that are still open. */
  charged: string;
  unmatched: UnmatchedClosing[];
  /** The volumes that are open still, by side and symbol. */
  left: ReadonlyMap<string, string>;
  /** First deal at which several positions are open, so that nothing says which a deal closes. */
  unclear: Deal | null;
}

/**
 * Pairs deals to trades in the order of their times, one for each deal that closes. It closes what
 * is open at its average price, and a reversal closes all and opens the rest. What a deal cost and
 * brought is shared by volume; the last part bears what rounding leaves. The pairs are wrong if
 * `unclear` is a deal.
 */
export function pairDeals(deals: readonly Deal[], mode: ReportHeader['mode']): PairedDeals {
  const trading = deals
    .filter(({ direction }) => direction !== '')
    .sort((first, second) => first.at - second.at);
  const places = {
    volume: placesOfAll(trading.map(({ volume }) => volume)),
    price: placesOfAll(trading.map(({ price }) => price)),
  };
  const open = new Map<string, Lot>();
  const closed: ClosedPosition[] = [];
  const unmatched: UnmatchedClosing[] = [];
  let unclear: Deal | null = null;
  for (const deal of trading) {
    const side: Side = deal.type === 'buy' ? 'buy' : 'sell';
    const closedSide = side === 'buy' ? 'sell' : 'buy';
    const opened = `${side} ${deal.symbol}`;
    const opposite = `${closedSide} ${deal.symbol}`;
    const volume = toUnits(deal.volume, places.volume);
    const isOpening = deal.direction === 'in' || deal.direction === 'in/out';
    const lot = deal.direction === 'in' ? undefined : open.get(opposite);
    const held = lot?.held.volume ?? 0n;
    const rest = volume > held ? volume - held : 0n;
    const part = volume - rest;
    if (isUnclear(mode, deal, { same: open.has(opened), opposite: open.has(opposite), rest })) {
      unclear ??= deal;
    }
    const [closingCost = '0', restCost = '0'] = shareOut(costOf(deal), [part, rest]);
    // Of a reversal only what it closes brings a result.
    const [swaps, profits] = [deal.swap, deal.profit].map((sum) =>
      shareOut(sum, isOpening ? [part] : [part, rest]),
    );
    if (lot !== undefined) {
      const brought = { closingCost, swap: swaps?.[0] ?? '0', profit: profits?.[0] ?? '0' };
      closed.push({ ...closePart(lot, deal, part, places, brought), side: closedSide });
      if (lot.held.volume === 0n) open.delete(opposite);
    }
    if (rest === 0n) continue;
    if (isOpening) {
      const known = open.get(opened) ?? { first: deal, held: new OpenVolume({ commission: '0' }) };
      known.held.open(rest, toUnits(deal.price, places.price), { commission: restCost });
      open.set(opened, known);
    } else {
      const amount = sumDecimals([restCost, swaps?.[1] ?? '0', profits?.[1] ?? '0']);
      unmatched.push({ deal, amount });
    }
  }
  return {
    closed,
    unmatched,
    charged: sumDecimals([...open.values()].map(({ held }) => held.unpaid.commission || '0')),
    left: new Map([...open].map(([key, { held }]) => [key, decimal(held.volume, places.volume)])),
    unclear,
  };
}

/**
 * Tells whether a deal of a hedging account shows several open positions. `open` says whether its
 * side and the opposite side have one, and what a closing deal closes beyond it. Reports of 2016
 * don't name the kind of account: each side of a symbol counts as one position.
 */
function isUnclear(
  mode: ReportHeader['mode'],
  { direction }: Deal,
  open: { readonly same: boolean; readonly opposite: boolean; readonly rest: bigint },
): boolean {
  if (mode !== 'hedge') return false;
  // In the end, another position was open before the report begins.
  return direction === 'in' ? open.opposite || open.same : open.rest > 0n;
}

/** Closes a part of an open volume with a deal, and returns the trade without its side. */
function closePart(
  { first, held }: Lot,
  deal: Deal,
  part: bigint,
  places: Readonly<Record<'volume' | 'price', number>>,
  brought: { readonly closingCost: string; readonly swap: string; readonly profit: string },
): Omit<ClosedPosition, 'side'> {
  const openPrice = held.priceText(places.price, 0);
  const { commission: openingCommission } = held.close(part);
  return {
    line: deal.line,
    ticket: deal.ticket,
    symbol: deal.symbol,
    stopLoss: '',
    takeProfit: '',
    stopsKnown: false,
    opened: first.at,
    closed: deal.at,
    closePrice: deal.price,
    comment: first.comment,
    volume: decimal(part, places.volume),
    openPrice,
    openingCommission,
    commission: sumDecimals([openingCommission, brought.closingCost]),
    swap: brought.swap,
    profit: brought.profit,
  };
}

const decimal = (units: bigint, places: number): string =>
  divideUnits(units, 10n ** BigInt(places), places);
