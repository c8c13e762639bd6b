import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { divideUnits, negateDecimal, placesOf, sumDecimals, toUnits } from '../../read/decimals.ts';
import type { ClosedOrder, Side } from '../source/orders.ts';
import { placesOfAll } from '../source/shares.ts';
import type { Fill, TradelockerOpenPosition } from './rows.ts';

/** Trade that closed a position or a part of one; its profit is empty if no column has it. */
export interface Trade extends Omit<ClosedOrder, 'symbol'> {
  instrument: string;
  /** Price movement in favour of the trade, times the volume, exactly. */
  moved: Fraction;
}

type Fraction = readonly [numerator: bigint, denominator: bigint];

type Costs = Pick<Trade, 'commission' | 'swap'>;

/** Why trades of a position cannot be told. */
export interface UnpairedPosition {
  position: string;
  reason: CodedReason;
}

const finest = 10n ** 40n;

/** Places that an average of several entry prices is written with beyond theirs. */
const placesOfAverage = 4;

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
  const holding = new Holding();
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
    trades.push({
      ticket: trades.length === 0 ? position : `${position}-${trades.length + 1}`,
      instrument,
      side,
      volume: fill.volume,
      closePrice: fill.price,
      closed: fill.at,
      openPrice: priceOf(holding.average, priceAt),
      opened: first.at,
      stopLoss: first.stopLoss,
      takeProfit: first.takeProfit,
      comment: first.comment,
      profit: fill.profit,
      moved: [apart * volume, of * unit],
      ...holding.close(volume, fill),
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

/** Open volume of a position, at which average price, and what opening it has cost. */
class Holding {
  volume = 0n;
  average: Fraction = [0n, 1n];
  /** Costs that no trade has paid so far. */
  readonly #unpaid: Costs = { commission: '', swap: '' };

  open(volume: bigint, price: bigint, costs: Costs): void {
    const [paid, of] = this.average;
    this.average = reduced(paid * this.volume + price * volume * of, of * (this.volume + volume));
    this.volume += volume;
    for (const field of ['commission', 'swap'] as const) {
      this.#unpaid[field] = addUp(this.#unpaid[field], costs[field]);
    }
  }

  /** Closes a part, and returns its costs with its share of those of opening. */
  close(volume: bigint, costs: Costs): Costs {
    const payShare = (field: keyof Costs): string => {
      const share = shareOf(this.#unpaid[field], volume, this.volume);
      this.#unpaid[field] = addUp(this.#unpaid[field], share && negateDecimal(share));
      return addUp(share, costs[field]);
    };
    const all = { commission: payShare('commission'), swap: payShare('swap') };
    this.volume -= volume;
    return all;
  }
}

/**
 * Share of a charge for a part of the held volume, with as many decimals as the charge, at least
 * two.
 */
function shareOf(charge: string, volume: bigint, held: bigint): string {
  if (charge === '' || volume === held) return charge;
  const places = Math.max(2, placesOf(charge));
  return divideUnits(toUnits(charge, places) * volume, held * 10n ** BigInt(places), places);
}

/** The sum of what is told; empty where nothing is. */
const addUp = (...amounts: string[]): string => {
  const present = amounts.filter(Boolean);
  return present.length === 0 ? '' : sumDecimals(present);
};

function priceOf([paid, of]: Fraction, places: number): string {
  const exact = divideUnits(paid, of * 10n ** BigInt(places), places + placesOfAverage);
  const shortened = exact.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
  return placesOf(shortened) >= places ? shortened : exact.slice(0, exact.length - placesOfAverage);
}

function reduced(numerator: bigint, denominator: bigint): Fraction {
  let [one, other] = [numerator, denominator];
  while (other !== 0n) [one, other] = [other, one % other];
  const [paid, of] = [numerator / one, denominator / one];
  // Of thousands of entries and exits the fraction would grow without end.
  return of < finest ? [paid, of] : [(paid * finest) / of, finest];
}
