import type { JsonText } from '../../base/json-text.ts';
import { bookingKind } from '../../platforms/mt5/bookings.ts';
import { pairDeals } from '../../platforms/mt5/pairing.ts';
import type { Deal } from '../../platforms/mt5/rows.ts';
import { cashFlowKind, type TextAnswers } from '../../platforms/source/cash-flow-kinds.ts';
import type { ClosedOrder, Order, Side } from '../../platforms/source/orders.ts';
import { sumDecimals } from '../../read/decimals.ts';
import type { TerminalAccount } from './terminal.ts';

/** Cash flow or adjustment of a terminal's deals. */
interface BookedFlow {
  readonly id: string;
  readonly at: number;
  readonly amount: string;
  readonly kind: ReturnType<typeof cashFlowKind>;
}

/** Closed order with the ticket of the deal that closed it. */
interface PairedOrder extends ClosedOrder {
  readonly closedBy: string;
}

/** Trades and flows of a terminal's deals, on its server's clock. */
export interface OrdersAndFlows {
  readonly trades: PairedOrder[];
  readonly flows: BookedFlow[];
  readonly charged: ReadonlyMap<string, string>;
}

/** Fields of a deal or position; numbers as they were written. */
export type Fields = Readonly<Record<string, string>>;

/**
 * Makes closed orders and flows of deals. Pass all deals of a position or no deal of it. `answers`
 * say what balance entries in doubt are.
 */
export function ordersAndFlowsOf(
  platform: TerminalAccount['platform'],
  deals: readonly JsonText[],
  answers: TextAnswers,
): OrdersAndFlows {
  const listed = deals.map(fieldsOf).sort(byTime);
  return platform === 'MT5' ? pair(listed, answers) : read(listed, answers);
}

/** Parses JSON with numbers as texts, so that no digit is lost. */
export function fieldsOf(object: JsonText): Fields {
  return JSON.parse(
    object.replace(/("(?:[^"\\]|\\.)*")|(-?\d[\d.]*)/g, (_, text, number) => text ?? `"${number}"`),
  );
}

/** Sorts deals by time; of the same second, the lower ticket comes first. */
function byTime(first: Fields, second: Fields): number {
  const time = (deal: Fields) => Number(deal.time ?? deal.close_time);
  const ticket = (deal: Fields) => BigInt(deal.ticket ?? 0);
  return time(first) - time(second) || (ticket(first) < ticket(second) ? -1 : 1);
}

const wall = (seconds: string | undefined): number => Number(seconds) * 1000;
const level = (price = ''): string => (/[1-9]/.test(price) ? price : '');
const sideOf = (type: string | undefined): Side => (type === '1' ? 'sell' : 'buy');

/** Returns a comment without MetaTrader's note on why it closed the order. */
const commentOf = (comment = ''): string =>
  comment.replace(/\s*\[(?:sl|tp)(?:\/gap)?\]$/i, '').trim();

/** Reads the common fields of a closed order or an open position. */
export const orderOf = (fields: Fields): Omit<Order, 'openPrice' | 'commission'> => ({
  ticket: fields.ticket ?? '',
  symbol: fields.symbol ?? '',
  side: sideOf(fields.type),
  volume: fields.volume ?? fields.lots ?? '',
  stopLoss: level(fields.sl),
  takeProfit: level(fields.tp),
  opened: wall(fields.time ?? fields.open_time),
  profit: fields.profit ?? '',
  swap: fields.swap ?? '',
  comment: commentOf(fields.comment),
  magicNumber: fields.magic ?? '',
});

/** Returns the excursion that an Expert Advisor found; undefined if it lacked bars. */
const excursionOf = ({ mae, mfe }: Fields): ClosedOrder['excursion'] =>
  mae === undefined || mfe === undefined ? undefined : { mae, mfe };

/** Reads deals of MT4: closed orders are trades, balance operations are flows. */
function read(orders: readonly Fields[], answers: TextAnswers): OrdersAndFlows {
  const isTrade = ({ type }: Fields) => type === '0' || type === '1';
  return {
    trades: orders.filter(isTrade).map((order) => ({
      ...orderOf(order),
      openPrice: order.open_price ?? '',
      closePrice: order.close_price ?? '',
      closed: wall(order.close_time),
      commission: order.commission ?? '',
      excursion: excursionOf(order),
      closedBy: order.ticket ?? '',
    })),
    flows: orders
      .filter((order) => !isTrade(order))
      .map(({ ticket = '', type, open_time, profit = '', comment = '' }) => ({
        id: ticket,
        at: wall(open_time),
        amount: profit,
        kind: cashFlowKind({ type: type === '7' ? 'credit' : 'balance', text: comment }, answers),
      })),
    charged: new Map(),
  };
}

/** Names of MT5's deal types in its reports, by number; `null` for cancelled deals. */
const typeNames = [
  ...['buy', 'sell', 'balance', 'credit', 'charge', 'correction', 'bonus', 'commission'],
  ...['daily commission', 'monthly commission', 'daily agent commission'],
  ...['monthly agent commission', 'interest', null, null, 'dividend', 'franked dividend', 'tax'],
];
const directions = ['in', 'out', 'in/out', 'out by'] as const;

/**
 * Pairs deals of MT5, which name their position. Each position is netted within itself, in netting
 * and in hedging accounts. A trade's ticket is its position's, as in reports; later parts add a
 * number.
 */
function pair(deals: readonly Fields[], answers: TextAnswers): OrdersAndFlows {
  const byPosition = new Map<string, Fields[]>();
  const flows: BookedFlow[] = [];
  for (const deal of deals) {
    const type = Number(deal.type);
    if (type > 1) {
      const flow = flowOf(deal, answers);
      if (flow) flows.push(flow);
      continue;
    }
    const position = deal.position === '0' ? `of ${deal.symbol}` : (deal.position ?? '');
    const known = byPosition.get(position);
    if (known) known.push(deal);
    else byPosition.set(position, [deal]);
  }
  const trades: PairedOrder[] = [];
  const charged = new Map<string, string>();
  for (const [position, ofPosition] of byPosition) {
    const paired = pairDeals(ofPosition.map(dealOf), 'netting');
    const [entry] = ofPosition;
    for (const [at, trade] of paired.closed.entries()) {
      const exit = ofPosition[trade.line];
      trades.push({
        ...trade,
        ticket: /^\d/.test(position) ? numbered(position, at) : trade.ticket,
        stopLoss: level(exit?.sl),
        stopsKnown: true,
        takeProfit: level(exit?.tp),
        magicNumber: entry?.magic ?? '',
        excursion: exit && excursionOf(exit),
        closedBy: exit?.ticket ?? '',
      });
    }
    if (/[1-9]/.test(paired.charged)) charged.set(position, paired.charged);
  }
  return { trades, flows, charged };
}

/** Returns the ticket of a part of a position; later parts add a number. */
const numbered = (position: string, at: number): string =>
  at === 0 ? position : `${position}-${at + 1}`;

function flowOf(fields: Fields, answers: TextAnswers): BookedFlow | null {
  const name = typeNames[Number(fields.type)];
  if (name === null) return null;
  const deal = { ...dealOf(fields, 0), type: name ?? `type ${fields.type}` };
  const amount = sumDecimals([deal.profit, deal.swap, deal.commission, deal.fee]);
  return { id: deal.ticket, at: deal.at, amount, kind: bookingKind(deal, answers) };
}

/**
 * Returns a deal in the form of a report; its line is its index among the deals of its position.
 */
const dealOf = (deal: Fields, line: number): Deal => ({
  line,
  ticket: deal.ticket ?? '',
  at: wall(deal.time),
  type: sideOf(deal.type),
  direction: Number(deal.type) > 1 ? '' : (directions[Number(deal.entry)] ?? 'in'),
  symbol: deal.symbol ?? '',
  volume: deal.volume ?? '',
  price: deal.price ?? '',
  order: '',
  commission: deal.commission ?? '0',
  fee: deal.fee ?? '0',
  swap: deal.swap ?? '0',
  profit: deal.profit ?? '0',
  balance: '',
  comment: commentOf(deal.comment),
});
