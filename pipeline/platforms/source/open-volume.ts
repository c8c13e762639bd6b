import { divideUnits, placesOf, sumDecimals } from '../../read/decimals.ts';
import { shareOut } from './shares.ts';

export type Fraction = readonly [numerator: bigint, denominator: bigint];

/** Amounts by name; empty where none is told. */
export type Charges<Name extends string> = Readonly<Record<Name, string>>;

const finest = 10n ** 40n;

/** Places that an average of several entry prices is written with beyond theirs. */
const placesOfAverage = 4;

/** Open volume of a position, at which average price, and what opening it has cost. */
export class OpenVolume<Name extends string> {
  volume = 0n;
  average: Fraction = [0n, 1n];
  /** Charges that no trade has paid so far. */
  unpaid: Charges<Name>;

  constructor(unpaid: Charges<Name>) {
    this.unpaid = unpaid;
  }

  open(volume: bigint, price: bigint, charges: Charges<Name>): void {
    const [paid, of] = this.average;
    this.average = reduced(paid * this.volume + price * volume * of, of * (this.volume + volume));
    this.volume += volume;
    this.unpaid = eachOf(this.unpaid, (amount, name) => addUp(amount, charges[name]));
  }

  /** Closes a part, and returns its share of what opening has cost. */
  close(volume: bigint): Charges<Name> {
    const weights = [volume, this.volume - volume];
    const shares = eachOf(this.unpaid, (amount) => (amount && shareOut(amount, weights)[0]) || '');
    this.unpaid = eachOf(this.unpaid, (amount) => (amount && shareOut(amount, weights)[1]) || '');
    this.volume -= volume;
    return shares;
  }

  /** Writes the average of prices that have so many places, with at least `least` of them. */
  priceText(places: number, least: number): string {
    const [paid, of] = this.average;
    const exact = divideUnits(paid, of * 10n ** BigInt(places), places + placesOfAverage);
    const shortened = exact.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
    return placesOf(shortened) >= least ? shortened : exact.slice(0, -placesOfAverage);
  }
}

const eachOf = <Name extends string>(
  charges: Charges<Name>,
  change: (amount: string, name: Name) => string,
): Charges<Name> =>
  Object.fromEntries(
    Object.entries<string>(charges).map(([name, amount]) => [name, change(amount, name as Name)]),
  ) as Record<Name, string>;

/** Adds up what is told; empty where nothing is. */
export const addUp = (...amounts: string[]): string => {
  const present = amounts.filter(Boolean);
  return present.length === 0 ? '' : sumDecimals(present);
};

function reduced(numerator: bigint, denominator: bigint): Fraction {
  let [one, other] = [numerator, denominator];
  while (other !== 0n) [one, other] = [other, one % other];
  const [paid, of] = [numerator / one, denominator / one];
  // Of thousands of entries and exits the fraction would grow without end.
  return of < finest ? [paid, of] : [(paid * finest) / of, finest];
}
