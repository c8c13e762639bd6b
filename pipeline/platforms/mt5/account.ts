import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import {
  compareDecimals,
  negateDecimal,
  parseDecimal,
  sumDecimals,
  toUnits,
} from '../../read/decimals.ts';
import { keyInDoubt, type TextAnswers } from '../source/cash-flow-kinds.ts';
import { placesOfAll, shareOut } from '../source/shares.ts';
import type { BookedFlow } from '../source/statement-rows.ts';
import { bookingKind, bookingOf } from './bookings.ts';
import { pairDeals, type UnmatchedClosing } from './pairing.ts';
import { closingsOf, costOf, isClosing, tradesOf } from './parts.ts';
import type { Report } from './report.ts';
import type { ClosedPosition, Deal, OpenPosition } from './rows.ts';

/** Account of a report, in the form that source rows need. */
export interface Account {
  trades: ClosedPosition[];
  positions: OpenPosition[];
  flows: BookedFlow[];
  /** Opening balance. Undefined if the report starts with a deposit or at 0. */
  opening: string | undefined;
  /** Opening charges of open positions, which the balance has already paid. */
  charged: string;
  /** Trades were made of deals, as the report lists no positions. */
  isPaired: boolean;
  /** Positions whose closing deals were not found: one trade each, dated by its end. */
  whole: number;
  /** The balance before the first row would be below 0. */
  isOwed: boolean;
  unmatched: UnmatchedClosing[];
  /** First deal at which several positions are open, if the report lists none; else null. */
  unclear: Deal | null;
  /** Differences between listed positions and those that the deals leave open. */
  disputed: CodedReason[];
}

/** Makes trades, positions and flows of what a report lists. */
export function accountOf(report: Report, texts: TextAnswers = {}): Account {
  const { deals, header } = report;
  const isPaired = report.closed.length === 0 && deals.some(({ direction }) => direction !== '');
  const entries = entriesOf(deals);
  const paired = isPaired ? pairDeals(deals, header.mode) : null;
  const { trades, fees, whole, contradicted } = paired
    ? { trades: paired.closed, fees: [], whole: 0, contradicted: [] }
    : tradesListed(report, entries);
  const positions = report.open.map((position) => {
    const entry = entries.get(position.ticket);
    return {
      ...position,
      commission: entry ? restOf(entry, position) : '',
      comment: position.comment || (entry?.comment ?? ''),
    };
  });
  const unmatched = paired?.unmatched ?? [];
  const flows = [
    ...deals.filter(({ direction }) => direction === '').map((deal) => flowOf(deal, texts)),
    ...fees,
    ...unmatched.map(({ deal, amount }) => ({
      id: deal.ticket,
      at: deal.at,
      amount,
      kind: 'adjustment' as const,
    })),
  ];
  const before = openingOf(report, trades, flows);
  const isOwed = before !== undefined && compareDecimals(before, '0') < 0;
  const opening = before === undefined || isOwed || /^[0.]*$/.test(before) ? undefined : before;
  const charged =
    paired?.charged ?? sumDecimals(positions.map(({ commission }) => commission || '0'));
  const isWhole = unmatched.length === 0 && opening === undefined;
  const disputed = [
    ...(isOwed ? [makeReason('import_balance_below', { amount: before })] : []),
    ...turnedRound([...report.closed, ...report.open], entries),
    ...contradicted.map(({ line, ticket }) =>
      makeReason('import_other_closings', { line, value: ticket }),
    ),
    ...(isPaired ? [] : closedBeyond(report)),
    ...(paired && isWhole && report.open.length > 0
      ? [...leftOtherwise(paired.left, report.open), ...openedByNone(report.open, deals)]
      : []),
  ];
  return {
    trades,
    positions,
    flows,
    opening,
    charged,
    isPaired,
    whole,
    unmatched,
    unclear: paired?.unclear ?? null,
    disputed,
    isOwed,
  };
}

/** Positions that the deal which opened them says to be of another side or symbol. */
const turnedRound = (
  positions: readonly (ClosedPosition | OpenPosition)[],
  entries: ReadonlyMap<string, Deal>,
): CodedReason[] =>
  positions.flatMap(({ line, ticket, side, symbol }) => {
    const entry = entries.get(ticket);
    return entry === undefined || (entry.type === side && entry.symbol === symbol)
      ? []
      : [
          makeReason('import_other_position', {
            line,
            value: ticket,
            text: `${side} ${symbol}`,
            other: `${entry.type} ${entry.symbol}`,
          }),
        ];
  });

/** Positions whose ticket no deal has, all of which are there. */
function openedByNone(positions: readonly OpenPosition[], deals: readonly Deal[]): CodedReason[] {
  const orders = new Set(deals.map(({ order }) => order));
  return positions
    .filter(({ ticket }) => !orders.has(ticket))
    .map(({ line, ticket }) => makeReason('import_no_opening', { line, value: ticket }));
}

/** Open volumes that are not what deals, all of which are there, leave open. */
function leftOtherwise(
  left: ReadonlyMap<string, string>,
  positions: readonly OpenPosition[],
): CodedReason[] {
  const listed = volumesOf(positions);
  return [...new Set([...left.keys(), ...listed.keys()])].flatMap((key) => {
    const [dealt = '0', printed = '0'] = [left.get(key), listed.get(key)];
    return compareDecimals(dealt, printed) === 0
      ? []
      : [makeReason('import_lots_differ', { name: key, amount: dealt, value: printed })];
  });
}

/**
 * Volumes that deals close beyond the listed positions. A deal without a result would otherwise be
 * lost: the balance doesn't show it. A position that is still open may have been closed in part.
 */
function closedBeyond({ closed, open, deals }: Report): CodedReason[] {
  const closings = deals.filter(isClosing);
  // Of a reversal only a part closes.
  if (closings.some(({ direction }) => direction === 'in/out')) return [];
  const sideOf = ({ type }: Deal) => (type === 'buy' ? 'sell' : 'buy');
  const dealt = volumesOf(closings.map((deal) => ({ ...deal, side: sideOf(deal) })));
  const [listed, left] = [volumesOf(closed), volumesOf(open)];
  return [...dealt].flatMap(([key, amount]) => {
    const value = listed.get(key) ?? '0';
    return left.has(key) || compareDecimals(amount, value) <= 0
      ? []
      : [makeReason('import_closed_lots_differ', { name: key, amount, value })];
  });
}

/** Adds up volumes by side and symbol. */
function volumesOf(
  rows: readonly { side: string; symbol: string; volume: string }[],
): Map<string, string> {
  const volumes = new Map<string, string[]>();
  for (const { side, symbol, volume } of rows) {
    const key = `${side} ${symbol}`;
    const known = volumes.get(key);
    if (known) known.push(volume);
    else volumes.set(key, [volume]);
  }
  return new Map([...volumes].map(([key, all]) => [key, sumDecimals(all)]));
}

/** The sum of what trades brought and cost. */
const netOf = (trades: readonly ClosedPosition[]): string =>
  sumDecimals(
    trades.flatMap(({ profit, swap, commission }) => [profit, swap, commission].filter(Boolean)),
  );

/** Returns the change of the balance by a deal. */
export const changeOf = (deal: Deal): string =>
  sumDecimals([deal.profit, deal.swap, deal.commission, deal.fee].filter(Boolean));

/** Returns the opening charge of the part of a position that is still open. */
function restOf(entry: Deal, { volume }: OpenPosition): string {
  const places = placesOfAll([entry.volume, volume]);
  const left = toUnits(volume, places);
  const whole = toUnits(entry.volume, places);
  if (left >= whole) return costOf(entry);
  return shareOut(costOf(entry), [whole - left, left])[1] ?? '';
}

/** The deals that open, by the order they filled, which is the ticket of the position. */
function entriesOf(deals: readonly Deal[]): ReadonlyMap<string, Deal> {
  const entries = new Map<string, Deal>();
  for (const deal of deals) {
    if (deal.direction === 'in' && deal.order !== '') entries.set(deal.order, deal);
  }
  return entries;
}

/**
 * Lists the trades of a report that lists positions. A position whose deals are not found stays
 * whole, with the fee of the deal that opened it. Fees without a position become adjustments.
 */
function tradesListed(
  { closed, deals }: Report,
  entries: ReadonlyMap<string, Deal>,
): {
  trades: ClosedPosition[];
  fees: BookedFlow[];
  whole: number;
  contradicted: readonly ClosedPosition[];
} {
  const { closings, contradicted } = closingsOf(closed, deals);
  const trades = closed.flatMap((position) => {
    const entry = entries.get(position.ticket);
    const named = { ...position, comment: position.comment || (entry?.comment ?? '') };
    const parts = closings.get(position);
    if (parts !== undefined) return tradesOf(named, parts, entry);
    return [
      {
        ...named,
        commission: sumDecimals([position.commission || '0', entry?.fee || '0']),
        openingCommission: entry && costOf(entry),
      },
    ];
  });
  const found = new Set([...closings.values()].flat());
  const fees = deals
    .filter((deal) => isClosing(deal) && isSome(deal.fee) && !found.has(deal))
    .map(
      ({ ticket, at, fee }): BookedFlow => ({
        id: `fee-${ticket}`,
        at,
        amount: fee,
        kind: 'adjustment',
      }),
    );
  return { trades, fees, whole: closed.length - closings.size, contradicted };
}

const isSome = (amount: string): boolean => amount !== '' && compareDecimals(amount, '0') !== 0;

function flowOf(deal: Deal, texts: TextAnswers): BookedFlow {
  const booking = bookingOf(deal);
  return {
    id: deal.ticket,
    at: deal.at,
    amount: changeOf(deal),
    kind: bookingKind(deal, texts),
    text: booking === null ? '' : keyInDoubt(booking),
  };
}

/**
 * Returns the balance before the first deal. If no deal shows it, computes it from the printed
 * balance.
 */
function openingOf(
  { deals, figures }: Report,
  trades: readonly ClosedPosition[],
  flows: readonly BookedFlow[],
): string | undefined {
  const [first] = deals;
  const printed = parseDecimal(figures.get('Balance') ?? '');
  const before =
    first !== undefined && first.balance !== ''
      ? [first.balance, negateDecimal(changeOf(first))]
      : printed !== null
        ? [
            printed,
            negateDecimal(netOf(trades)),
            ...flows.map(({ amount }) => negateDecimal(amount)),
          ]
        : [];
  const opening = sumDecimals(before);
  const isCredit = first !== undefined && bookingKind(first) === 'credit' && first.direction === '';
  return before.length > 0 && !isCredit ? opening : undefined;
}
