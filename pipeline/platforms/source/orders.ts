import type { SourceRow } from './source-tables.ts';

export type Side = 'buy' | 'sell';

/** Open or closed order as exports print it; a field is empty if it is not printed. */
export interface Order {
  ticket: string;
  symbol: string;
  side: Side;
  /** In lots. */
  volume: string;
  openPrice: string;
  stopLoss: string;
  takeProfit: string;
  /** On the export's clock, in milliseconds as if it were UTC. */
  opened: number;
  /** Result before costs. */
  profit: string;
  commission: string;
  swap: string;
  comment: string;
  magicNumber?: string;
}

export interface ClosedOrder extends Order {
  closePrice: string;
  closed: number;
  /** Part of the commission that was charged at opening; only lists of deals show it. */
  openingCommission?: string | undefined;
  /** False if the export has no place for stops, so that an empty stop says nothing. */
  stopsKnown?: boolean;
  /** Worst and best result while it was open; only terminals know them. */
  excursion?: { readonly mae: string; readonly mfe: string } | undefined;
}

/**
 * Converts times of an export into UTC. A time that exists twice becomes the instant that is not
 * before `notBefore`.
 */
export type ToUtc = (wall: number, notBefore?: number) => number;

const unprinted = {
  broker: '',
  server: '',
  leverage: '',
  demo: '',
  opening_balance: '',
  reported_balance: '',
  contradicted: '',
  statement: '',
  deposits_unknown: '',
  timezone: '',
} as const;

type Unprinted = keyof typeof unprinted;

/** Returns an account as a row. Columns that are not given are empty. */
export const accountRow = (
  columns: Omit<SourceRow<'accounts'>, Unprinted> & Partial<Pick<SourceRow<'accounts'>, Unprinted>>,
): SourceRow<'accounts'> => ({ ...unprinted, ...columns });

/** A closed order as a row of trades. */
export function tradeRow(order: ClosedOrder, accountId: string, utc: ToUtc): SourceRow<'trades'> {
  const opened = utc(order.opened);
  return {
    ...orderColumns(order, accountId),
    ...order.excursion,
    opening_commission: order.openingCommission ?? '',
    stops_known: order.stopsKnown === false ? 'false' : '',
    close_price: order.closePrice,
    opened_at: instant(opened),
    closed_at: instant(utc(order.closed, opened)),
  };
}

/** An open order as a row of positions. */
export function positionRow(
  order: Order,
  accountId: string,
  utc: ToUtc,
  reportedAt: number,
): SourceRow<'positions'> {
  return {
    ...orderColumns(order, accountId),
    opened_at: instant(utc(order.opened)),
    reported_at: instant(reportedAt),
  };
}

function orderColumns(order: Order, accountId: string) {
  return {
    account_id: accountId,
    ticket: order.ticket,
    symbol: order.symbol,
    side: order.side,
    volume: order.volume,
    open_price: order.openPrice,
    stop_loss: order.stopLoss,
    take_profit: order.takeProfit,
    profit: order.profit,
    commission: order.commission,
    swap: order.swap,
    comment: order.comment,
    magic_number: order.magicNumber ?? '',
  };
}

/** The first and the last of instants, which are told one by one. */
export class Span {
  first = Number.POSITIVE_INFINITY;
  last = Number.NEGATIVE_INFINITY;

  add(at: number): void {
    if (at < this.first) this.first = at;
    if (at > this.last) this.last = at;
  }

  get isEmpty(): boolean {
    return this.last < this.first;
  }
}

/** The time from the opening of the first order, or another event, to the last of them. */
export function spanOf(
  utc: ToUtc,
  {
    trades,
    positions,
    others,
  }: {
    trades: readonly ClosedOrder[];
    positions: readonly Order[];
    others: readonly number[];
  },
): Span {
  const span = new Span();
  for (const { opened, closed } of trades) {
    const from = utc(opened);
    span.add(from);
    span.add(utc(closed, from));
  }
  for (const { opened } of positions) span.add(utc(opened));
  for (const at of others) span.add(utc(at));
  return span;
}

/** An instant as sources write it. */
export const instant = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace('.000Z', 'Z');
