import { createHash } from 'node:crypto';
import { randomFrom } from '../support/random.ts';
/** Row of a list as a run publishes it: its sort key, its member, and its object. */
export interface ListRow {
  readonly instant: number;
  readonly member: number;
  readonly object: Readonly<Record<string, unknown>>;
}

export interface RowOptions {
  readonly seed?: number;
  /** Members of a portfolio. The rows are shared out to them. */
  readonly members?: number;
}

const newest = Date.parse('2026-02-28T20:59:59.999Z');
const hour = 3_600_000;

/**
 * Makes closed trades, newest first. Some close at the same time, some in the first or last moment
 * of a day.
 */
export function tradeRows(count: number, { seed = 1, members = 1 }: RowOptions = {}): ListRow[] {
  const random = randomFrom(seed);
  let instant = newest;
  return Array.from({ length: count }, (_, at) => {
    if (random() < 0.8) instant -= Math.floor(random() * 9 * hour);
    if (random() < 0.1) instant -= instant % (24 * hour);
    const closed_at = new Date(instant).toISOString().replace('.000Z', 'Z');
    const close = { close_price: 1.25, closed_at, net_profit: at + 0.5 };
    const object = { ...orderOf(seed, at), ...close };
    return { instant, member: Math.floor(random() * members), object };
  });
}

/** Makes open positions, newest first. */
export function positionRows(count: number, { seed = 1, members = 1 }: RowOptions = {}): ListRow[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, at) => ({
    instant: newest - at * hour,
    member: Math.floor(random() * members),
    object: orderOf(seed, at),
  }));
}

function orderOf(seed: number, at: number) {
  return {
    ticket: `${seed}-${at}`,
    symbol: 'EURUSD',
    side: at % 2 === 0 ? 'buy' : 'sell',
    volume: 0.01 * (at + 1),
    open_price: 1.2,
    stop_loss: at % 3 === 0 ? null : 1.1,
    take_profit: 1.3,
    opened_at: '2024-01-02T03:04:05Z',
    profit: at,
    commission: -0.5,
    swap: 1,
    comment: at % 5 === 0 ? null : `comment, "${at}" {}[]`,
    magic_number: at,
  };
}

/** Returns the version that a list with these objects has. */
export const versionOf = (objects: readonly object[]): string =>
  createHash('sha256')
    .update(objects.map((object) => `${JSON.stringify(object)},\n`).join(''))
    .digest('hex')
    .slice(0, 32);
