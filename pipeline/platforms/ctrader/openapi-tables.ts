import { divideUnits, sumDecimals } from '../../read/decimals.ts';
import { decimalOf, type ExactObject, textOf } from '../../read/json-values.ts';
import type { Messages } from './openapi-messages.ts';
import type { ClosingDeal, OpenHolding } from './openapi-records.ts';
import type { Rows } from './openapi-rows.ts';
import { amountOf } from './openapi-values.ts';

const maxPlaces = 8;

/** Volume of a deal or position in cents of units. */
interface InCents {
  readonly symbolId: string;
  readonly cents: bigint;
}

/** Turns volumes in cents of units into lots of a symbol. */
export interface Lots {
  /** True if the symbol's name and lot size are known. */
  isKnown(row: InCents): boolean;
  of(row: InCents): { readonly symbol: string; readonly volume: string };
}

/** Returns the lots of the symbols in some messages. */
export function lotsOf({ symbols }: Pick<Messages, 'symbols'>): Lots {
  const known = new Map(
    [...symbols].map(([id, symbol]) => [
      id,
      {
        name: textOf(symbol.get('symbolName')) || textOf(symbol.get('name')),
        lotSize: decimalOf(symbol.get('lotSize')) ?? '',
      },
    ]),
  );
  return {
    isKnown({ symbolId }) {
      const symbol = known.get(symbolId);
      return Boolean(symbol?.name) && /^[1-9]\d{0,20}$/.test(symbol?.lotSize ?? '');
    },
    of({ symbolId, cents }) {
      const symbol = known.get(symbolId);
      const lots = divideUnits(cents, BigInt(symbol?.lotSize ?? '1'), maxPlaces);
      const volume = lots.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
      return { symbol: symbol?.name ?? '', volume };
    },
  };
}

/** Makes a trade of a deal that closed a position or a part of it. */
export const closedTrade = (deal: ClosingDeal, openings: Rows['openings'], lots: Lots) => ({
  ...deal,
  ...lots.of(deal),
  opened: Math.min(deal.closed, openings.get(deal.position) ?? deal.closed),
});

/** Adds up the balance, the results of open positions and the bonuses. */
export function equityOf(
  trader: ExactObject | undefined,
  balance: string,
  holdings: readonly OpenHolding[],
): string {
  const bonuses = ['managerBonus', 'ibBonus'].map((name) => amountOf(trader, name));
  const open = holdings.map(({ unrealized }) => unrealized ?? '');
  return sumDecimals([balance, ...bonuses, ...open].filter(Boolean));
}

const addsMargins: ReadonlySet<string> = new Set(['1', 'SUM']);

/**
 * Adds up the margin of open positions. Empty if one is missing, or if a symbol has both sides open
 * and the account does not add their margins.
 */
export function marginOf(
  trader: ExactObject | undefined,
  holdings: readonly OpenHolding[],
): string {
  const sides = new Set(holdings.map(({ symbolId, side }) => `${symbolId} ${side}`));
  const isHedged = sides.size > new Set(holdings.map(({ symbolId }) => symbolId)).size;
  const isSum = addsMargins.has(textOf(trader?.get('totalMarginCalculationType')));
  const margins = holdings.map(({ margin }) => margin);
  if (margins.includes('') || (isHedged && !isSum)) return '';
  return sumDecimals(['0', ...margins]);
}

/** Returns an account's leverage, such as 50 for 1:50; empty if it is not told. */
export function leverageOf(trader: ExactObject | undefined): string {
  const cents = textOf(trader?.get('leverageInCents'));
  if (!/^[1-9]\d{0,8}$/.test(cents)) return '';
  return divideUnits(BigInt(cents), 100n, 2).replace(/\.00$/, '');
}
