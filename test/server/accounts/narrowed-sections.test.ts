import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  longLists,
  type Narrowing,
  narrowSection,
} from '../../../server/accounts/narrowed-sections.ts';
import { figuresIn } from '../../../sql/figures.ts';
import { sectionNames, sections } from '../../../sql/marts/index.ts';
import { partsOf } from '../facts.ts';
import { facts, northId, publishFacts, withWorld } from '../world.ts';

const narrowing = suite('a narrowed equity_curve');

const returns = [0, 5, -3, 2, 9, 1, 4];
const curve = {
  daily_performance: returns.map((twr_percent, at) => ({
    date: `2024-01-0${at + 1}`,
    twr_percent,
  })),
  deposits_withdrawals: [
    { date: '2024-01-01', amount: 12345678901234.56 },
    { date: '2024-01-05', amount: -1 },
  ],
};
const none: Narrowing = { from: null, to: null, points: null, fields: null };
const narrowCurve = (text: string, narrowing: Narrowing) =>
  narrowSection('equity_curve', text, narrowing).text;

function daysOf(asked: Partial<Narrowing>, text = JSON.stringify(curve)): number[] {
  const { daily_performance: rows } = JSON.parse(narrowCurve(text, { ...none, ...asked }));
  return rows.map(({ date }: { date: string }) => Number(date.slice(-2)));
}

narrowing('has the days within, a day that a bound lies in among them', () => {
  assert.equal(daysOf({}), [1, 2, 3, 4, 5, 6, 7]);
  assert.equal(daysOf({ from: Date.parse('2024-01-03') }), [3, 4, 5, 6, 7]);
  assert.equal(daysOf({ from: Date.parse('2024-01-03T23:59:59.999Z') }), [3, 4, 5, 6, 7]);
  assert.equal(daysOf({ to: Date.parse('2024-01-03T00:00:00Z') }), [1, 2, 3]);
  assert.equal(daysOf({ to: Date.parse('2024-01-02T23:59:59.999Z') }), [1, 2]);
  assert.equal(daysOf({ from: Date.parse('2025-01-01') }), []);
});

narrowing('keeps the first, the last and the extremes of each stretch', () => {
  assert.equal(daysOf({ points: 2 }), [1, 7]);
  assert.equal(daysOf({ points: 3 }), [1, 7]);
  // In between are 5, -3, 2, 9, 1.
  assert.equal(daysOf({ points: 4 }), [1, 3, 5, 7]);
  // In two parts: 5, -3, then 2, 9, 1.
  assert.equal(daysOf({ points: 6 }), [1, 2, 3, 5, 6, 7]);
  assert.equal(daysOf({ points: 7 }), [1, 2, 3, 4, 5, 6, 7]);
});

narrowing('goes by profit where no return is known', () => {
  const profits = [1, 8, -8, 1].map((cumulative_profit, at) => ({
    date: `2024-01-0${at + 1}`,
    cumulative_profit,
    twr_percent: null,
  }));
  const text = JSON.stringify({ ...curve, daily_performance: [...profits, ...profits.slice(3)] });
  assert.equal(daysOf({ points: 4 }, text), [1, 2, 3, 4]);
});

narrowing('leaves every digit, and narrows flows by their days alone', () => {
  const text = narrowCurve(JSON.stringify(curve), { ...none, to: Date.parse('2024-01-04') });
  assert.match(text, '"amount":12345678901234.56');
  assert.not.match(text, '2024-01-05');
  assert.match(narrowCurve(JSON.stringify(curve), { ...none, points: 2 }), '"amount":-1}');
  assert.is(narrowCurve('null', { ...none, points: 2 }), 'null');
});

narrowing(
  'says of thinned lists how many rows there were, and thins trades and benchmarks too',
  () => {
    const ask = { ...none, points: 4 };
    assert.equal(narrowSection('equity_curve', JSON.stringify(curve), ask).thinned, [
      { list: 'equity_curve.daily_performance', rows: 7, returned: 4 },
    ]);
    const within = { ...ask, from: Date.parse('2024-01-03') };
    assert.equal(narrowSection('equity_curve', JSON.stringify(curve), within).thinned, [
      { list: 'equity_curve.daily_performance', rows: 5, returned: 4 },
    ]);
    const few = { ...ask, points: 7 };
    assert.equal(narrowSection('equity_curve', JSON.stringify(curve), few).thinned, []);
    const trades = JSON.stringify({ twr_trade_by_trade: [0.1, 9, -3.25, 2, 1.5] });
    assert.equal(narrowSection('twr', trades, ask), {
      text: '{"twr_trade_by_trade":[0.1,9,-3.25,1.5]}',
      thinned: [{ list: 'twr.twr_trade_by_trade', rows: 5, returned: 4 }],
    });
    const by_day = [1, 5, -5, 3, 2].map((return_percent, at) => ({
      date: `2024-01-0${at + 1}`,
      return_percent,
    }));
    const { text } = narrowSection('benchmark', JSON.stringify({ beta: 1.5, by_day }), ask);
    assert.equal(JSON.parse(text), {
      beta: 1.5,
      by_day: [by_day[0], by_day[1], by_day[2], by_day[4]],
    });
  },
);

narrowing('keeps the named members of a section, and other sections whole', () => {
  const fields = new Set(['equity_curve.deposits_withdrawals', 'advanced.win_rate']);
  const { text } = narrowSection('equity_curve', JSON.stringify(curve), { ...none, fields });
  assert.equal(JSON.parse(text), { deposits_withdrawals: curve.deposits_withdrawals });
  const twr = '{"twr_trade_by_trade":[1]}';
  assert.is(narrowSection('twr', twr, { ...none, fields }).text, twr);
});

/** Lists of sections that have a row for each day, by their paths. */
const listsOfDays = sectionNames.flatMap((section) =>
  figuresIn(sections[section]).flatMap(({ path: [list, item, name, ...below], about }) =>
    item === '[]' &&
    name === 'date' &&
    below.length === 0 &&
    'unit' in about &&
    about.unit === 'day'
      ? [`${section}.${list}`]
      : [],
  ),
);

narrowing('knows every list of days', () => {
  const monthly = ['rolling.month_ends'];
  const known = Object.entries(longLists).flatMap(([section, lists]) =>
    Object.keys(lists).map((name) => `${section}.${name}`),
  );
  assert.equal(
    listsOfDays.filter((path) => !known.includes(path) && !monthly.includes(path)),
    [],
    'add it to longLists',
  );
});

narrowing('is what an address asks for', async () => {
  await withWorld(async ({ app, dataDir, read, snapshots }) => {
    const [day] = partsOf(1).equity_curve.daily_performance;
    if (day === undefined) throw new Error('no day');
    const daily = returns.map((twr_percent, at) => ({
      ...day,
      date: `2024-01-0${at + 1}`,
      twr_percent,
    }));
    const equity_curve = { daily_performance: daily, deposits_withdrawals: [] };
    await publishFacts(dataDir, {
      ...facts,
      [northId]: { parts: { ...partsOf(1), equity_curve } },
    });
    await snapshots.refresh();
    const url = '/api/v1/accounts/north-eurusd?include=equity_curve';
    const dates = async (query: string): Promise<string[]> => {
      const body = await read(`${url}${query}`);
      return body.equity_curve.daily_performance.map(({ date }: { date: string }) => date);
    };
    assert.is((await dates('')).length, 7);
    assert.equal(await dates('&from=2024-01-02&to=2024-01-03'), ['2024-01-02', '2024-01-03']);
    assert.equal(await dates('&points=2'), ['2024-01-01', '2024-01-07']);
    assert.is((await dates('')).length, 7, 'kept apart');
    for (const [query, detail] of [
      ['&points=1', 'points must be a whole number from 2 to 10000.'],
      ['&points=x', 'points must be a whole number from 2 to 10000.'],
      ['&from=2024-01-03&to=2024-01-02', 'from must not be after to.'],
      ['&from=yesterday', 'from must be a day as YYYY-MM-DD'],
    ]) {
      const response = await app.inject(`${url}${query}`);
      assert.is(response.statusCode, 400, query);
      assert.match(response.json().detail, detail ?? '');
    }
  });
});

narrowing.run();
