import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { daysOfIndex } from '../../../server/site/day-results.ts';
import { partsOf } from '../facts.ts';
import { tradeRows } from '../rows.ts';
import { facts, north, northId, withWorld } from '../world.ts';

const days = suite('results by day');

const account = '/account/north-eurusd';
const results = {
  date: ['2025-12-31', '2026-01-02', '2026-02-27', '2026-02-28'],
  profit: [-5.5, 100, 12_345.67, -0.4],
  trades: [1, 2, 3, 0],
};
/** Running totals of the same days. The deposit on 1 February is not a result. */
const daily_index = {
  first_day: '2025-12-31',
  last_day: '2026-02-28',
  digits: 2,
  has_capital: true,
  has_deposits: true,
  day: ['2025-12-31', '2026-01-02', '2026-02-01', '2026-02-27', '2026-02-28'].map(
    (day) => Date.parse(day) / 86_400_000,
  ),
  growth: [1, 1, 1, 1, 1],
  losses: [0, 0, 0, 0, 0],
  net: [-5.5, 94.5, 94.5, 12_440.17, 12_439.77],
  trades: [1, 3, 3, 6, 6],
  won: [0, 2, 2, 5, 5],
  high: [1, 1, 1, 1, 1],
  low: [1, 1, 1, 1, 1],
  fall: [0, 0, 0, 0, 0],
  flows: [],
};
const monthly = {
  monthly_performance: [{ date: '2026-02', monthly_profit: 12345.27, monthly_percent: 1.5 }],
  yearly_performance: [
    { date: '2026', yearly_profit: 12345.27, yearly_percent: 1.5, max_drawdown_percent: 1 },
  ],
  period_returns: {},
};
const withDays = {
  facts: {
    ...facts,
    [northId]: {
      parts: { ...partsOf(1), daily_index, monthly },
      lists: { trades: tradeRows(3), positions: [] },
    },
  },
};

/** Reads the cells of days with a result: day of the month and text. */
const cellsIn = (body: string): string[] =>
  [...body.matchAll(/<b>(\d+)<\/b><(?:a|span)[^>]*title="([^"]*)"/g)].map(
    ([, day, words]) => `${day} ${words}`,
  );

days('are differences of the running totals, without days of deposits alone', () => {
  assert.equal(
    daysOfIndex(daily_index),
    results.date.map((date, at) => ({
      date,
      profit: results.profit[at],
      trades: results.trades[at],
    })),
  );
  assert.equal(daysOfIndex({ ...daily_index, day: [], net: [], trades: [] }), []);
});

days('of a year are on a page of their own, to which the months of the account lead', () =>
  withWorld(async ({ app }) => {
    const { body } = await app.inject(account);
    const january = '2 2 Jan 2026: +100.00 USD, 2 trades';
    const february = [
      '27 27 Feb 2026: +12,345.67 USD, 3 trades',
      '28 28 Feb 2026: −0.40 USD, 0 trades',
    ];
    const december = '31 31 Dec 2025: −5.50 USD, 1 trade';
    const year = await app.inject(`${account}/days`);
    assert.match(year.body, '<caption>Feb 2026: +12,345.27</caption>');
    assert.equal(cellsIn(year.body), [...february, january]);
    assert.match(year.body, `href="${account}/days?year=2025"`);
    assert.equal(cellsIn((await app.inject(`${account}/days?year=2025`)).body), [december]);
    assert.match(year.body, '<td class="up-4"><b>27</b>');
    assert.match(year.body, '<td class="down-1"><b>28</b>');
    assert.match(year.body, '<a href="#m02">Feb 2026</a>');
    assert.match(year.body, '<table id="m02">');
    // The months of the account lead to their days.
    const month = `<a href="${account}/days?year=2026#m02"><span class="num">+1.50%</span></a>`;
    assert.match(body, month);
    const wrong = await app.inject(`${account}/days?year=2024`);
    assert.is(wrong.statusCode, 400);
    assert.match(wrong.body, 'a value for “year” that is not allowed');
    assert.match(wrong.body, 'You can use: 2026, 2025.');
  }, withDays),
);

days('lead to their trades only where the page lists trades', () =>
  withWorld(async ({ app, apply }) => {
    const linked = `href="${account}/trades?from=2026-01-02&to=2026-01-02"`;
    const read = async () => (await app.inject(`${account}/days`)).body;
    assert.not.match(await read(), '/trades?from');
    await apply({ ...north, show_trades_on_page: true });
    const body = await read();
    assert.match(body.replaceAll('&amp;', '&'), linked);
    assert.not.match(body, 'from=2026-02-28');
    await apply({ ...north, show_trades_on_page: true, hide: ['trades'] });
    assert.not.match(await read(), '/trades?from');
  }, withDays),
);

days('that a reader chooses are two of the record, in order', () =>
  withWorld(async ({ app }) => {
    const [first, last] = [daily_index.first_day, daily_index.last_day];
    const wide = await app.inject(`${account}?from=1990-01-01`);
    assert.match(wide.body, `name="from" value="${first}" min="${first}" max="${last}"`);
    for (const query of ['from=2024-02-30', `from=${last}&to=${first}`, 'to=soon']) {
      const refused = await app.inject(`${account}?${query}`);
      assert.is(refused.statusCode, 400, query);
      assert.match(refused.body, 'Choose two days from ');
    }
  }, withDays),
);

days('are hidden with the growth section', () =>
  withWorld(async ({ app, apply }) => {
    const unknown = (await app.inject('/account/unknown')).body;
    await apply({ ...north, hide: ['equity_curve'] });
    const hidden = (await app.inject(account)).body;
    assert.equal(cellsIn(hidden), []);
    assert.not.match(hidden, '/days?year=');
    assert.is((await app.inject(`${account}/days`)).body, unknown);
    assert.is((await app.inject('/account/solo-silent/days')).statusCode, 404);
  }, withDays),
);

days.run();
