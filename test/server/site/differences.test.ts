import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type ConventionDifference,
  differences,
  type ExampleBooking,
} from '../../../server/site/differences.ts';
import { computeWorld, type Expected } from '../../oracle/compute-world.ts';
import { isObject, type Json } from '../../oracle/json.ts';
import { erf, mean, sampleDeviation } from '../../oracle/means.ts';
import { publish } from '../../oracle/rounding.ts';
import type { RegistryEntry, Row, World } from '../../oracle/world.ts';

const examples = suite('examples of where others differ');

const start = Date.UTC(2024, 0, 1, 8);
const hour = 3_600_000;
const instant = (at: number): string => new Date(at).toISOString();
const identity = (name: string): string => `MT5:${name}@Example`;

/** Makes the rows of an example. They are an hour apart; each month begins at its first hour. */
function rowsOf({ name, bookings }: ConventionDifference) {
  const account_id = identity(name);
  const rows = { trades: [] as Row[], cash_flows: [] as Row[], equity: [] as Row[] };
  let at = start;
  let openedAt: number | null = null;
  const trade = ([profit = 0, commission = 0, swap = 0]: readonly number[]): void => {
    rows.trades.push({
      account_id,
      ticket: `${rows.trades.length + 1}`,
      symbol: 'EURUSD',
      side: 'buy',
      volume: '1',
      open_price: '1',
      close_price: '1',
      closed_at: instant(at),
      opened_at: instant(openedAt ?? at - hour / 2),
      profit: `${profit}`,
      commission: `${commission}`,
      swap: `${swap}`,
    });
  };
  const flow = (amount: number, kind = 'flow'): void => {
    const id = `${rows.cash_flows.length + 1}`;
    rows.cash_flows.push({ account_id, id, at: instant(at), amount: `${amount}`, kind });
  };
  const report = (equity: number): void => {
    rows.equity.push({ account_id, at: instant(at), equity: `${equity}`, balance: `${equity}` });
  };
  for (const [kind, ...values] of bookings) {
    at += hour;
    const numbers = values.flatMap((value) => (typeof value === 'number' ? [value] : []));
    if (kind === 'opened') openedAt = at;
    else if (kind === 'month') at = nextMonth(at);
    else if (kind === 'weekdays') reportWeekdays(values);
    else if (kind === 'trade' || kind === 'costly') trade(numbers);
    else
      flow((kind === 'withdrawal' ? -1 : 1) * (numbers[0] ?? 0), kind === 'credit' ? kind : 'flow');
  }
  return rows;

  function reportWeekdays([returns, times]: readonly unknown[]): void {
    let equity = 1e8;
    flow(equity);
    at = Date.UTC(2024, 0, 5, 20);
    report(equity);
    for (const value of repeated(returns, times)) {
      do at += 24 * hour;
      while ([0, 6].includes(new Date(at).getUTCDay()));
      equity *= 1 + value / 100;
      report(Number(equity.toFixed(2)));
    }
  }
}

const nextMonth = (at: number): number =>
  Date.UTC(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth() + 1, 2);

function repeated(returns: unknown, times: unknown): number[] {
  if (!Array.isArray(returns)) throw new Error('no returns');
  return Array.from({ length: Number(times) }, () => returns.map(Number)).flat();
}

function worldOf(shown: readonly ConventionDifference[]): World {
  const rows = shown.map(rowsOf);
  const account = ({ name }: ConventionDifference): Row => ({
    account_id: identity(name),
    platform: 'MT5',
    currency: 'USD',
    created_at: instant(start),
    updated_at: '2024-06-30T12:00:00Z',
  });
  const entry = ({ name }: ConventionDifference): RegistryEntry => ({
    slug: name,
    type: 'account',
    owner: 'example',
    account_id: identity(name),
  });
  return {
    accounts: shown.map(account),
    trades: rows.flatMap(({ trades }) => trades),
    cash_flows: rows.flatMap(({ cash_flows }) => cash_flows),
    equity: rows.flatMap(({ equity }) => equity),
    positions: [],
    printed_figures: [],
    symbols: [],
    fx_rates: [],
    prices: [],
    calendar_events: [],
    registry: { owners: [{ slug: 'example', name: null }], accounts: shown.map(entry) },
  };
}

/** Returns the oracle's value of a figure, rounded as it would be published. */
function computed({ account, advanced }: Expected, figure: string): unknown {
  const path = figure.split('.');
  const [performance, statistics] = [
    valueAt(publish(account, ['account']), ['performance', ...path]),
    valueAt(publish(advanced, ['advanced']), path),
  ];
  return performance === undefined ? statistics : performance;
}

const valueAt = (value: Json, [name, ...rest]: readonly string[]): Json | undefined => {
  if (name === undefined) return value;
  const inner = isObject(value) ? value[name] : undefined;
  return inner === undefined ? undefined : valueAt(inner, rest);
};

examples('give the stated results with our definitions', () => {
  const world = computeWorld(worldOf(differences), new Date('2024-07-01T12:00:00Z'));
  for (const { name, figure, here } of differences) {
    const expected = world.get(name);
    assert.ok(expected, name);
    assert.is(computed(expected, figure), here, `${name} ${figure}`);
  }
});

const netsOf = (bookings: readonly ExampleBooking[]): number[] =>
  bookings.flatMap(([kind, ...[net]]) =>
    kind === 'trade' && typeof net === 'number' ? [net] : [],
  );
const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
const populationDeviation = (values: readonly number[]): number =>
  Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)));

/** Computes the return of each trade on a balance. */
function returnsFrom(balance: number, nets: readonly number[]): number[] {
  let now = balance;
  return nets.map((net) => {
    now += net;
    return net / (now - net);
  });
}

function correlation(values: readonly number[]): number {
  const middle = [mean(values.map((_, place) => place)), mean(values)] as const;
  const product = sum(values.map((value, place) => (place - middle[0]) * (value - middle[1])));
  const spread = sum(values.map((_, place) => (place - middle[0]) ** 2));
  return product / Math.sqrt(spread * sum(values.map((value) => (value - middle[1]) ** 2)));
}

const fives = [10, -5, 20, -10, 15];
const days = repeated([0.02, 0, 0, 0.03, -0.03, 0, 0, 0.01, 0, 0], 3);
/** 5 % of a normal distribution is more than this many deviations below the mean. */
const normal5 = 1.6448536269514722;

const lossesOf = repeated([0.01, 0.01, 0.01, 0.01, -0.04, 0.01, 0.01, 0.01, 0.01, -0.032], 3);
const normalQuantile = (returns: readonly number[]): number =>
  mean(returns) - normal5 * sampleDeviation(returns);

/**
 * Computes `probabilistic_sharpe_ratio` like quantstats 0.0.81, which uses excess kurtosis instead
 * of kurtosis.
 */
function probabilityInQuantstats(returns: readonly number[]): number {
  const count = returns.length;
  const middle = mean(returns);
  const spread = sampleDeviation(returns);
  const standardized = (power: number): number =>
    sum(returns.map((value) => ((value - middle) / spread) ** power));
  const skew = (standardized(3) * count) / ((count - 1) * (count - 2));
  const excess =
    (standardized(4) * count * (count + 1)) / ((count - 1) * (count - 2) * (count - 3)) -
    (3 * (count - 1) ** 2) / ((count - 2) * (count - 3));
  const sharpe = middle / spread;
  const variance =
    (1 + sharpe ** 2 / 2 - skew * sharpe + ((excess - 3) / 4) * sharpe ** 2) / (count - 1);
  return 50 * (1 + erf(sharpe / Math.sqrt(2 * variance)));
}

/** Rules of other programs, by program. */
const othersResults: Readonly<Record<string, Readonly<Record<string, number | null>>>> = {
  growth: { otherwise: (100 * (1000 + 100 + 900 - 200)) / 1000 - 100 },
  opening: { Myfxbook: (100 * 50) / 1000, 'FX Blue': (100 * 50) / 3000 },
  overlap: {
    Myfxbook: 100 * ((1 + 20 / 1000) * (1 + 35 / 1020) * (1 - 40 / 1055) * (1 + 10 / 1055) - 1),
  },
  withdrawn: { otherwise: (100 * (1000 - 360)) / 1000 },
  paidIn: { MetaTrader: (100 * (10 + 180)) / 100 },
  firstLoss: { pyfolio: (100 * (900 - 750)) / 900 },
  credit: { otherwise: (100 * 100) / 1500 },
  net: { otherwise: (10 + 6) / 5 },
  zero: { MetaTrader: (100 * 2) / 3, quantstats: 100 / 2 },
  noLoss: { MetaStats: (5 + 7) / 0 },
  deviation: { quantstats: sampleDeviation(fives), Myfxbook: populationDeviation(fives) },
  sharpe: {
    'MetaTrader 5': mean(returnsFrom(1000, fives)) / populationDeviation(returnsFrom(1000, fives)),
  },
  quiet: {
    quantstats:
      (mean(days.filter(Boolean)) / sampleDeviation(days.filter(Boolean))) * Math.sqrt(252),
  },
  risk: { quantstats: 100 * normalQuantile(days) },
  shortfall: {
    quantstats: 100 * mean(lossesOf.filter((value) => value < normalQuantile(lossesOf))),
  },
  probability: { quantstats: probabilityInQuantstats(days) },
  ulcer: { quantstats: Math.sqrt((32 * 10 ** 2 + 5 ** 2) / (33 - 1)) },
  annual: { quantstats: 100 * ((1100 / 1000) ** (252 / 130) - 1) },
  geometric: { MetaQuotes: 100 * (Math.sqrt((3000 - 300) / 1000) - 1) },
  month: {
    Myfxbook: 100 * (Math.cbrt(1.1 * 1.05 * 0.8) - 1),
    MetaStats: 100 * (Math.cbrt(1.1 * 1.05 * 0.8) - 1),
  },
  score: { MetaStats: null },
  line: { 'MetaTrader 5': correlation([0, 10, 5, 25, 15, 30]) },
};

examples('give the stated results with other definitions', () => {
  assert.equal(
    Object.keys(othersResults),
    differences.map(({ name }) => name),
  );
  for (const { name, elsewhere } of differences) {
    const rules = othersResults[name] ?? {};
    assert.equal(Object.keys(elsewhere), Object.keys(rules), name);
    for (const [who, value] of Object.entries(elsewhere)) {
      const expected = rules[who];
      const isFiniteThere = typeof expected === 'number' && Number.isFinite(expected);
      if (!isFiniteThere || value === null) assert.is(value, expected, `${name} ${who}`);
      else assert.ok(Math.abs(value - expected) <= 5e-5, `${name} ${who}: ${value}, ${expected}`);
    }
  }
});

examples('use trades with the results that this test computes with', () => {
  const { bookings = [] } = differences.find(({ name }) => name === 'line') ?? {};
  assert.equal(netsOf(bookings), fives);
});

examples.run();
