import { createHash } from 'node:crypto';
import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import type { ClosedOrder, Order } from './orders.ts';

/** Makes names unique: the second `a` becomes `a-2`. */
export function createUniqueNames(): (name: string) => string {
  const used = new Map<string, number>();
  return (name) => {
    const times = (used.get(name) ?? 0) + 1;
    used.set(name, times);
    return times === 1 ? name : `${name}-${times}`;
  };
}

/**
 * Tickets of the closed orders of one account. `add` learns which of them close more than once,
 * then the names of `createNames` differ.
 */
export class Tickets {
  /** The first order with each ticket, and the earliest closing. */
  readonly #first = new Map<string, { closed: number; readonly order: ClosedOrder }>();
  /** The tickets that close more than once, with those times. */
  readonly #again = new Set<string>();

  /** Names what is odd about a ticket that closed before: the same time, or another position. */
  add(order: ClosedOrder, line: number): CodedReason | null {
    const { ticket, closed } = order;
    if (ticket === '') return null;
    const first = this.#first.get(ticket);
    if (first === undefined) {
      this.#first.set(ticket, { closed, order });
      return null;
    }
    const times = [`${ticket} ${first.closed}`, `${ticket} ${closed}`] as const;
    const isTwice = closed === first.closed || this.#again.has(times[1]);
    for (const each of [ticket, ...times]) this.#again.add(each);
    first.closed = Math.min(first.closed, closed);
    const [text, other] = [positionOf(order), positionOf(first.order)];
    if (text !== other) {
      return makeReason('import_ticket_of_two', { line, value: ticket, text, other });
    }
    return isTwice ? makeReason('import_closes_twice', { line, value: ticket }) : null;
  }

  /**
   * Creates a function that names orders, each differently. Of a position's parts, the one closed
   * first has its ticket; later parts add the time at which they closed. An order without a ticket
   * gets a name made of its data, so that it is the same in every export.
   */
  createNames(): (order: ClosedOrder) => string {
    const unique = createUniqueNames();
    return (order) => {
      const { ticket, closed } = order;
      if (ticket === '') return unique(madeTicket(order));
      if (!this.#again.has(ticket)) return ticket;
      const isFirst = closed === this.#first.get(ticket)?.closed;
      return unique(isFirst ? ticket : `${ticket}-${stamp(closed)}`);
    };
  }
}

const positionOf = ({ side, symbol }: Order): string => `${side} ${symbol}`;

/** Writes a time with digits alone, and its milliseconds if it has some. */
export const stamp = (at: number): string => new Date(at).toISOString().replace(/\.000|\D/g, '');

function madeTicket(order: ClosedOrder): string {
  const { symbol, side, volume, opened, openPrice, closed, closePrice, profit } = order;
  const all = [symbol, side, volume, opened, openPrice, closed, closePrice, profit].join(' ');
  return `${stamp(closed)}-${createHash('sha1').update(all).digest('hex').slice(0, 8)}`;
}

/** Makes the ticket of an open position without one, the same in every export. */
export const madeOpenTicket = ({ symbol, opened, openPrice, volume }: Order): string =>
  `${symbol}-${opened}-${openPrice}-${volume}`;
