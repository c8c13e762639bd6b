import fc from 'fast-check';
import { instantText } from './instants.ts';
import type { Row } from './world.ts';

const start = Date.parse('2023-11-01T00:00:00Z');

/**
 * A few times of day only, so that events often have the same time. Two are the first and the last
 * second of a day.
 */
const seconds = [0, 9 * 3600, 12 * 3600, 12 * 3600 + 20, 86_399];

export const randomTime = fc
  .record({ day: fc.integer({ min: 0, max: 200 }), second: fc.constantFrom(...seconds) })
  .map(({ day, second }) => start + (day * 86_400 + second) * 1000);

/** Instruments with a first price and the decimals of their prices. */
const instruments = [
  { symbol: 'EURUSD', ticks: 110_000, decimals: 5 },
  { symbol: 'EURUSD.m', ticks: 11_000, decimals: 4 },
  { symbol: '#GBPJPY', ticks: 190_000, decimals: 3 },
  { symbol: 'USDJPYft', ticks: 15_000, decimals: 2 },
  { symbol: 'XAUUSD', ticks: 203_000, decimals: 2 },
  { symbol: 'XAGUSD', ticks: 25_000, decimals: 3 },
  { symbol: 'US30', ticks: 380_000, decimals: 1 },
  { symbol: 'BTCUSD', ticks: 4_000_000, decimals: 2 },
  { symbol: '__proto__', ticks: 1000, decimals: 1 },
  { symbol: "'); DROP TABLE trades; --", ticks: 1000, decimals: 0 },
];

/** Net profit in whole units of the currency's last decimal; some are exactly 0. */
const result = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -5000, max: 5000 }) },
  { weight: 2, arbitrary: fc.integer({ min: -200_000, max: 200_000 }) },
  { weight: 1, arbitrary: fc.constant(0) },
);

const deal = fc.record({
  instrument: fc.constantFrom(...instruments),
  side: fc.constantFrom('buy', 'sell'),
  lots: fc.integer({ min: 1, max: 500 }),
  move: fc.integer({ min: -900, max: 900 }),
  hours: fc.integer({ min: 0, max: 200 }),
  at: randomTime,
  milliseconds: fc.constantFrom(0, 0, 0, 250),
  profit: result,
  commission: fc.constantFrom(null, 0, -7, -350),
  swap: fc.constantFrom(null, 0, 3, -41),
  stop: fc.constantFrom(null, 300),
  target: fc.constantFrom(null, 450),
  comment: fc.constantFrom(null, null, 'breakout', 'a, "b"', "it's", 'zażółć ✓'),
  adverse: fc.constantFrom(null, 0, 500, 20_000),
  favourable: fc.constantFrom(null, 0, 300, 9000, 30_000),
  magic: fc.constantFrom(null, '0', '7', '42', '-7', '9007199254740993', '18446744073709551615'),
});

type Of<A> = A extends fc.Arbitrary<infer Value> ? Value : never;

export type Deal = Of<typeof deal>;

export const randomDeals = fc.array(deal, { maxLength: 60, size: 'max' });
export const randomOpenDeals = fc.array(deal, { maxLength: 4 });

export const randomBookings = (maxLength: number, largest: number) =>
  fc.array(
    fc.record({
      at: randomTime,
      amount: fc.integer({ min: -largest / 4, max: largest }).filter((amount) => amount !== 0),
    }),
    { maxLength },
  );

export const randomReports = fc.array(
  fc.record({ at: randomTime, percent: fc.integer({ min: 70, max: 135 }) }),
  { maxLength: 60, size: 'max' },
);

/** Formats a number of units of the last decimal as decimal text. */
export function decimal(units: number, decimals: number): string {
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0');
  const whole = decimals === 0 ? digits : digits.slice(0, -decimals);
  const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`;
  return `${units < 0 ? '-' : ''}${whole}${fraction}`;
}

/** Makes a closed trade as a source row. */
export function tradeRow(spec: Deal, accountId: string, ticket: string, decimals: number): Row {
  const { instrument } = spec;
  return {
    ...openRow(spec, accountId, ticket, decimals),
    close_price: decimal(instrument.ticks + spec.move, instrument.decimals),
    closed_at: instantText(spec.at + spec.milliseconds),
    mae: spec.adverse === null ? null : decimal(-spec.adverse, decimals),
    mfe: spec.favourable === null ? null : decimal(spec.favourable, decimals),
  };
}

/** Makes an open position as a source row. */
export function positionRow(
  spec: Deal,
  accountId: string,
  ticket: string,
  decimals: number,
  reportedAt: number,
): Row {
  return {
    ...openRow(spec, accountId, ticket, decimals),
    reported_at: instantText(reportedAt),
  };
}

function openRow(spec: Deal, accountId: string, ticket: string, decimals: number): Row {
  const { instrument } = spec;
  const price = (ticks: number) => decimal(instrument.ticks + ticks, instrument.decimals);
  const amount = (units: number | null) => (units === null ? null : decimal(units, decimals));
  return {
    account_id: accountId,
    ticket,
    symbol: instrument.symbol,
    side: spec.side,
    volume: decimal(spec.lots, 2),
    open_price: price(0),
    stop_loss: spec.stop === null ? null : price(-spec.stop),
    take_profit: spec.target === null ? null : price(spec.target),
    opened_at: instantText(spec.at - spec.hours * 3_600_000 + spec.milliseconds),
    profit: decimal(spec.profit, decimals),
    commission: decimals === 8 ? decimal(-12, 8) : amount(spec.commission),
    swap: amount(spec.swap),
    comment: spec.comment,
    magic_number: spec.magic,
  };
}
