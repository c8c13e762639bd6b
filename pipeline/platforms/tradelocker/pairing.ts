import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { divideUnits, toUnits } from '../../read/decimals.ts';
import { addUp, type Fraction, OpenVolume } from '../source/open-volume.ts';
import type { ClosedOrder, Side } from '../source/orders.ts';
import { placesOfAll } from '../source/shares.ts';
import type { Fill, TradelockerOpenPosition } from './rows.ts';

/** Trade that closed a position or a part of one; its profit is empty if no column has it. */
export interface Trade extends Omit<ClosedOrder, 'symbol'> {
  instrument: string;
  /** Price movement in favour of the trade, times the volume, exactly. */
  moved: Fraction;
}

/** Why trades of a position cannot be told. */
export interface UnpairedPosition {
  position: string;
  reason: CodedReason;
}

/**
 * Makes trades of each position's filled orders. The first order opens it, the same side adds to it
 * at the average price, and the other side closes. Leaves out positions whose orders contradict the
 * list of open positions. Pass undefined as `open` if the answers have no such list.
 */
export function pairFills(
  fills: readonly Fill[],
  open: readonly TradelockerOpenPosition[] | undefined,
): { trades: Trade[]; unpaired: UnpairedPosition[]; unlisted: number } {
  const listed = new Map((open ?? []).map((position) => [position.ticket, position]));
  const byPosition = new Map<string, Fill[]>();
  for (const fill of fills) {
    const fills = byPosition.get(fill.position);
    if (fills) fills.push(fill);
    else byPosition.set(fill.position, [fill]);
  }
  const trades: Trade[] = [];
  const unpaired: UnpairedPosition[] = [];
  let unlisted = 0;
  for (const [position, ofPosition] of byPosition) {
    ofPosition.sort((first, second) => first.at - second.at || compareIds(first.id, second.id));
    const paired = pairOne(position, ofPosition);
    if (open === undefined && !paired.isWhole) unlisted++;
    const reason = faultOf(paired, listed.get(position));
    if (reason !== null) unpaired.push({ position, reason });
    else for (const trade of paired.trades) trades.push(trade);
  }
  return { trades, unpaired, unlisted };
}

const compareIds = (first: string, second: string): number =>
  first.length - second.length || (first < second ? -1 : first > second ? 1 : 0);

interface Paired {
  trades: Trade[];
  side: Side;
  /** Open volume, with the decimals of the longest volume. */
  held: string;
  /** Closed, and no more than that. */
  isWhole: boolean;
  fault: CodedReason | null;
}

function faultOf(
  { fault, held, side, isWhole }: Paired,
  listed: TradelockerOpenPosition | undefined,
) {
  if (fault !== null) return fault;
  if (listed === undefined) {
    return isWhole ? null : makeReason('import_left_open');
  }
  const places = placesOfAll([held, listed.volume]);
  const isAlike = side === listed.side && toUnits(held, places) === toUnits(listed.volume, places);
  return isAlike
    ? null
    : makeReason('import_other_open', {
        value: `${side} ${held}`,
        other: `${listed.side} ${listed.volume}`,
      });
}

function pairOne(position: string, fills: readonly Fill[]): Paired {
  const [first] = fills;
  if (first === undefined) throw new Error('a position without orders');
  const { side, instrument } = first;
  const places = placesOfAll(fills.map(({ volume }) => volume));
  const priceAt = placesOfAll(fills.map(({ price }) => price));
  const unit = 10n ** BigInt(places + priceAt);
  const trades: Trade[] = [];
  const holding = new OpenVolume({ commission: '', swap: '' });
  let fault: CodedReason | null = null;
  for (const fill of fills) {
    const volume = toUnits(fill.volume, places);
    const price = toUnits(fill.price, priceAt);
    if (fill.instrument !== instrument) fault = makeReason('import_several_instruments');
    if (fill.side === side) {
      holding.open(volume, price, fill);
      continue;
    }
    if (volume > holding.volume) {
      fault = makeReason('import_close_more');
      break;
    }
    const [paid, of] = holding.average;
    const apart = side === 'buy' ? price * of - paid : paid - price * of;
    const openPrice = holding.priceText(priceAt, priceAt);
    const opening = holding.close(volume);
    trades.push({
      ticket: trades.length === 0 ? position : `${position}-${trades.length + 1}`,
      instrument,
      side,
      volume: fill.volume,
      closePrice: fill.price,
      closed: fill.at,
      openPrice,
      opened: first.at,
      stopLoss: first.stopLoss,
      takeProfit: first.takeProfit,
      comment: first.comment,
      profit: fill.profit,
      moved: [apart * volume, of * unit],
      commission: addUp(opening.commission, fill.commission),
      swap: addUp(opening.swap, fill.swap),
    });
  }
  return {
    trades,
    side,
    held: divideUnits(holding.volume, 10n ** BigInt(places), places),
    isWhole: holding.volume === 0n,
    fault,
  };
}
