import type { JsonText } from '../../base/json-text.ts';
import { bookingKind } from '../../platforms/mt5/bookings.ts';
import { pairDeals } from '../../platforms/mt5/pairing.ts';
import type { Deal } from '../../platforms/mt5/rows.ts';
import { cashFlowKind } from '../../platforms/source/cash-flow-kinds.ts';
import type { ClosedOrder, Order, Side } from '../../platforms/source/orders.ts';
import { sumDecimals } from '../../read/decimals.ts';
import type { TerminalAccount } from './terminal.ts';

/** Money that moved beside trades. */
export interface BookedFlow {
  readonly id: string;
  readonly at: number;
  readonly amount: string;
  readonly kind: ReturnType<typeof cashFlowKind>;
}

/** What deals of one terminal come to, on its server's clock. */
export interface Booked {
  readonly trades: ClosedOrder[];
  readonly flows: BookedFlow[];
  readonly charged: ReadonlyMap<string, string>;
}

/** A deal or a position; numbers are as they were written. */
export type Fields = Readonly<Record<string, string>>;

/** Makes closed orders and money that moved of deals; of a position either all that there are or none. */
export function book(platform: TerminalAccount['platform'], deals: readonly JsonText[]): Booked {
  const listed = deals.map(fieldsOf).sort(byTime);
  return platform === 'MT5' ? pair(listed) : read(listed);
}

/** Reads numbers as texts, so that none loses a digit. */
export function fieldsOf(object: JsonText): Fields {
  return JSON.parse(
    object.replace(/("(?:[^"\\]|\\.)*")|(-?\d[\d.]*)/g, (_, text, number) => text ?? `"${number}"`),
  );
}

/** Of the same second, the one with the lower ticket happened before. */
function byTime(one: Fields, other: Fields): number {
  const time = (deal: Fields) => Number(deal.time ?? deal.close_time);
  const ticket = (deal: Fields) => BigInt(deal.ticket ?? 0);
  return time(one) - time(other) || (ticket(one) < ticket(other) ? -1 : 1);
}

const wall = (seconds: string | undefined): number => Number(seconds) * 1000;
const level = (price = ''): string => (/[1-9]/.test(price) ? price : '');
const sideOf = (type: string | undefined): Side => (type === '1' ? 'sell' : 'buy');

/** Why MetaTrader closed an order is no part of its comment. */
const commentOf = (comment = ''): string =>
  comment.replace(/\s*\[(?:sl|tp)(?:\/gap)?\]$/i, '').trim();

/** What an order, or a position, says of itself. */
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

/** Closed orders of MT4 are trades as they stand, its bookings money that moved. */
function read(orders: readonly Fields[]): Booked {
  const isTrade = ({ type }: Fields) => type === '0' || type === '1';
  return {
    trades: orders.filter(isTrade).map((order) => ({
      ...orderOf(order),
      openPrice: order.open_price ?? '',
      closePrice: order.close_price ?? '',
      closed: wall(order.close_time),
      commission: order.commission ?? '',
    })),
    flows: orders
      .filter((order) => !isTrade(order))
      .map(({ ticket = '', type, open_time, profit = '', comment = '' }) => ({
        id: ticket,
        at: wall(open_time),
        amount: profit,
        kind: cashFlowKind(type === '7' ? 'credit' : 'balance', comment),
      })),
    charged: new Map(),
  };
}

/** What the types of MT5's deals are called in its reports, by their numbers; `null` trades nothing any more. */
const typeNames = [
  ...['buy', 'sell', 'balance', 'credit', 'charge', 'correction', 'bonus', 'commission'],
  ...['daily commission', 'monthly commission', 'daily agent commission'],
  ...['monthly agent commission', 'interest', null, null, 'dividend', 'franked dividend', 'tax'],
];
const directions = ['in', 'out', 'in/out', 'out by'] as const;

/**
 * Pairs deals of MT5, which say of which position they are: one position is netted within itself, whether
 * the account nets or hedges. A trade's ticket is that of its position, as in reports; later parts have
 * a number behind it.
 */
function pair(deals: readonly Fields[]): Booked {
  const byPosition = new Map<string, Fields[]>();
  const flows: BookedFlow[] = [];
  for (const deal of deals) {
    const type = Number(deal.type);
    if (type > 1) {
      const flow = flowOf(deal);
      if (flow) flows.push(flow);
      continue;
    }
    const position = deal.position === '0' ? `of ${deal.symbol}` : (deal.position ?? '');
    const known = byPosition.get(position);
    if (known) known.push(deal);
    else byPosition.set(position, [deal]);
  }
  const trades: ClosedOrder[] = [];
  const charged = new Map<string, string>();
  for (const [position, own] of byPosition) {
    const paired = pairDeals(own.map(dealOf), 'netting');
    const [entry] = own;
    for (const [at, trade] of paired.closed.entries()) {
      const exit = own[trade.line];
      trades.push({
        ...trade,
        ticket: /^\d/.test(position) ? numbered(position, at) : trade.ticket,
        stopLoss: level(exit?.sl),
        takeProfit: level(exit?.tp),
        magicNumber: entry?.magic ?? '',
      });
    }
    if (/[1-9]/.test(paired.charged)) charged.set(position, paired.charged);
  }
  return { trades, flows, charged };
}

/** A position's own number; those of its later parts have one behind it. */
const numbered = (position: string, at: number): string =>
  at === 0 ? position : `${position}-${at + 1}`;

function flowOf(fields: Fields): BookedFlow | null {
  const name = typeNames[Number(fields.type)];
  if (name === null) return null;
  const deal = { ...dealOf(fields, 0), type: name ?? `type ${fields.type}` };
  const amount = sumDecimals([deal.profit, deal.swap, deal.commission, deal.fee]);
  return { id: deal.ticket, at: deal.at, amount, kind: bookingKind(deal) };
}

/** As a report has it; its line is its place among the deals of its position. */
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
