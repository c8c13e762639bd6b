import {
  compareDecimals,
  divideUnits,
  negateDecimal,
  placesOf,
  sumDecimals,
  toUnits,
} from '../../read/decimals.ts';
import { decimalOf, type ExactObject, textOf } from '../../read/json-values.ts';
import type { Trade } from './pairing.ts';

/** Data of a traded instrument. */
export interface Instrument {
  name: string;
  /** Units of a lot; null where no details are given. */
  lotSize: string | null;
  /** Currency of its prices. */
  currency: string;
}

export function instrumentsOf(
  details: ReadonlyMap<string, ExactObject>,
): ReadonlyMap<string, Instrument> {
  return new Map(
    [...details].map(([id, detail]) => [
      id,
      {
        name: textOf(detail.get('name')),
        lotSize: decimalOf(detail.get('lotSize')),
        currency: textOf(detail.get('quotingCurrency')).toUpperCase(),
      },
    ]),
  );
}

interface PricedTrade extends Trade {
  symbol: string;
}

/** Trades with their results, and the instruments of those whose result nothing tells. */
export interface PricedTrades {
  trades: PricedTrade[];
  /** Symbols without details. */
  unsized: string[];
  /** Trades in another currency, by symbol. */
  foreign: ReadonlyMap<string, number>;
  computed: number;
  /** Results that a column tells and prices contradict. */
  contradicted: { ticket: string; stated: string; ours: string }[];
}

/**
 * Returns the results in a column. Without one, computes price movement times volume and lot size,
 * if prices are in the account's currency: no answer has the rate of another currency.
 */
export function resultsOf(
  trades: readonly Trade[],
  instruments: ReadonlyMap<string, Instrument>,
  currency: string,
  places: number,
): PricedTrades {
  const priced: PricedTrade[] = [];
  const unsized = new Set<string>();
  const foreign = new Map<string, number>();
  const contradicted: PricedTrades['contradicted'] = [];
  let computed = 0;
  for (const trade of trades) {
    const instrument = instruments.get(trade.instrument);
    const symbol = instrument?.name ?? '';
    const isSized = instrument?.lotSize && instrument.currency === currency;
    const ours = isSized ? profitOf(trade, instrument.lotSize ?? '', places) : null;
    if (trade.profit !== '') {
      priced.push({ ...trade, symbol });
      const { ticket, profit: stated } = trade;
      if (ours !== null && isApart(stated, ours)) contradicted.push({ ticket, stated, ours });
    } else if (!instrument?.lotSize || instrument.currency === '') unsized.add(symbol);
    else if (ours === null) foreign.set(symbol, (foreign.get(symbol) ?? 0) + 1);
    else {
      computed++;
      priced.push({ ...trade, symbol, profit: ours });
    }
  }
  return { trades: priced, unsized: [...unsized], foreign, computed, contradicted };
}

/** More than an average price and two roundings may be apart. */
function isApart(stated: string, ours: string): boolean {
  const gap = sumDecimals([stated, negateDecimal(ours)]).replace('-', '');
  return compareDecimals(gap, '0.02') > 0;
}

function profitOf({ moved: [moved, of] }: Trade, lotSize: string, places: number): string {
  const lotPlaces = placesOf(lotSize);
  const units = moved * toUnits(lotSize, lotPlaces);
  return divideUnits(units, of * 10n ** BigInt(lotPlaces), places);
}

/** Decimals of a currency, or as many more as amounts in it are printed with. */
export function decimalsOf(currency: string, printed: string): number {
  const isCode = /^[A-Z]{3}$/.test(currency);
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: isCode ? currency : 'USD',
  });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return Math.max(maximumFractionDigits, Math.min(8, placesOf(printed)));
}
