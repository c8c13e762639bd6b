import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Database } from '../../pipeline/duckdb/database.ts';
import { studentQuantile } from '../oracle/edge.ts';
import { computeNothing } from '../support/computed.ts';

const references = suite<{ database: Database }>('published references');

references.before(async (context) => {
  context.database = await computeNothing();
});

references.after(({ database }) => database.close());

async function numberOf(database: Database, sql: string): Promise<number> {
  const [row] = await database.rows(`select ${sql} as value`);
  return Number(row?.value);
}

/** Fisher and Yates, Statistical Tables, table III, 5 % two-tailed. */
const printedT = {
  1: 12.706,
  2: 4.303,
  10: 2.228,
  20: 2.086,
  21: 2.08,
  30: 2.042,
  60: 2,
  120: 1.98,
};

references('have the values of t that are printed, and all their digits', async ({ database }) => {
  for (const [degrees, printed] of Object.entries(printedT)) {
    assert.is(Number((await numberOf(database, `student_t(${degrees})`)).toFixed(3)), printed);
  }
  for (const degrees of [1, 2, 7, 20, 21, 22, 40, 333, 5000]) {
    const relative =
      (await numberOf(database, `student_t(${degrees})`)) / studentQuantile(degrees) - 1;
    assert.ok(Math.abs(relative) < 1e-11, `${degrees}: ${relative}`);
  }
});

references('know an instrument by what brokers make of its name', async ({ database }) => {
  const names = {
    EURUSD: 'EURUSD',
    'EURUSD.m': 'EURUSD',
    eurusdpro: 'EURUSD',
    mGBPJPY: 'GBPJPY',
    '#EUR/USD': 'EURUSD',
    'XAUUSD#': 'XAUUSD',
    'US30.cash': 'US30',
    BTCUSDm: 'BTCUSD',
    '#AAPL': 'AAPL',
    Gold: 'GOLD',
  };
  const cells = Object.keys(names).map((name) => `instrument_by_name('${name}') as "${name}"`);
  assert.equal((await database.rows(`select ${cells.join(', ')}`))[0], names);
});

references('count the weekdays between days as a calendar does', async ({ database }) => {
  const [row] = await database.rows(`
    select count(*)::int as wrong from (
      select day, lead(day, 13) over (order by day) as later
      from (select unnest(range(timestamp '2024-02-01', timestamp '2024-05-01', interval 1 day))::date as day)
    ) where weekdays_until(later) - weekdays_until(day) <> len(list_filter(
      range(day + interval 1 day, later + interval 1 day, interval 1 day),
      lambda one: isodow(one) < 6
    ))`);
  assert.is(row?.wrong, 0);
});

/**
 * Newcombe 1998, Statistics in Medicine 17, table I, method 3 (Wilson's score without correction).
 */
// biome-ignore format: a table
const printedIntervals = [
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
] as const;

references("have Newcombe's examples of Wilson's interval", async ({ database }) => {
  for (const [seen, tried, low, high] of printedIntervals) {
    const of = `(${seen}, ${tried})`;
    const ends = [
      await numberOf(database, `wilson_middle${of} - wilson_half${of}`),
      await numberOf(database, `wilson_middle${of} + wilson_half${of}`),
    ];
    assert.equal(
      ends.map((end) => Math.abs(Number(end.toFixed(4)))),
      [low, high],
    );
  }
});

/**
 * Bailey and López de Prado 2012, The Sharpe ratio efficient frontier. 24 months with a ratio of
 * 0.458 a month, skewness −2.448 and kurtosis 10.164. The probability of a ratio above 0 is 91.3 %;
 * it would be 98.2 % for a normal distribution.
 */
const skewed = 'sharpe_spread(0.458, -2.448, 10.164)';
const above = (n: number, spread: string) => `normal_below(sharpe_deviate(0.458, ${n}, ${spread}))`;

references('have the example of the probabilistic Sharpe ratio', async ({ database }) => {
  const asNormal = await numberOf(database, above(24, 'sharpe_spread(0.458, 0, 3)'));
  const asTheyAre = await numberOf(database, above(24, skewed));
  assert.is(asNormal.toFixed(3), '0.982');
  assert.is(asTheyAre.toFixed(3), '0.913');
});

references('agree on when the probability is 95 %', async ({ database }) => {
  const needed = (sharpe: number) => `up_to_a_million(returns_needed(${sharpe}, ${skewed}))`;
  const enough = await numberOf(database, needed(0.458));
  assert.ok((await numberOf(database, above(enough - 1, skewed))) < 0.95);
  assert.ok((await numberOf(database, above(enough, skewed))) >= 0.95);
  assert.is(await numberOf(database, `${needed(0.001)} is null`), 1);
});

references.run();
