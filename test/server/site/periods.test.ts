import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { portfolioId } from '../../../pipeline/publish/snapshot/layout.ts';
import { english } from '../../../server/site/language/languages.ts';
import { ageOf, lengthInWords, periodsAt } from '../../../server/site/periods.ts';
import { facts, northId, withWorld } from '../world.ts';
import { richParts } from './rich.ts';

const periods = suite('dates of what pages show');

const labels = (instant: string) => periodsAt(instant, english).map(([, label]) => label);

periods('name the day, week, month and year under way at an instant', () => {
  assert.equal(labels('2026-11-22T23:59:59.999Z'), [
    ...['22 Nov 2026', 'Week from 16 Nov 2026', 'Nov 2026', '2026'],
  ]);
  assert.equal(labels('2026-01-01T00:00:00Z'), [
    ...['1 Jan 2026', 'Week from 29 Dec 2025', 'Jan 2026', '2026'],
  ]);
  assert.is(labels('2026-03-02T08:00:00Z')[1], 'Week from 2 Mar 2026');
});

periods('give an age in days, then in months and years, to the nearest month', () => {
  const since = (first: string, last = '2026-02-28T21:00:00Z') => ageOf(first, last, english);
  assert.is(since('2026-02-28'), '0 d');
  assert.is(since('2026-01-30'), '29 d');
  assert.is(since('2026-01-28'), '31 d');
  assert.is(since('2025-12-28'), '2 mo');
  assert.is(since('2025-03-10'), '1 y');
  assert.is(since('2025-04-10'), '11 mo');
  assert.is(since('2025-02-28', '2026-02-28'), '1 y');
  assert.is(since('2023-11-20'), '2 y 3 mo');
  assert.is(since('2026-03-05'), '0 d');
});

periods('give a length in words, to the nearest month', () => {
  const length = (first: string, last: string) => lengthInWords(first, last, english);
  assert.is(length('2026-06-30', '2026-10-28'), '4 months');
  assert.is(length('2026-06-30', '2026-10-10'), '3 months');
  assert.is(length('2023-12-13', '2026-11-27'), '2 years and 11 months');
  assert.is(length('2026-06-30', '2026-08-29'), '60 days');
});

/** Makes a curve with these days. */
const curveOf = (...dates: string[]) => ({
  equity_curve: {
    ...richParts.equity_curve,
    daily_performance: dates.map((date) => ({
      ...richParts.equity_curve.daily_performance[0],
      date,
    })),
  },
});

const world = {
  facts: {
    ...facts,
    [northId]: {
      ...facts[northId],
      parts: { ...richParts, ...curveOf('2024-04-02', '2025-04-30') },
    },
    [portfolioId('north-all')]: {
      ...facts[portfolioId('north-all')],
      parts: { ...facts[portfolioId('north-all')]?.parts, ...curveOf('2024-04-02', '2024-06-04') },
    },
  },
};

periods(
  'under way on a page are of the run, and of an earlier one for an account that is held back',
  async () => {
    const rowsOf = (page: string) =>
      [...page.matchAll(/<tr><th scope="row">([^<]*)<\/th><td/g)].map((match) => match[1]);
    const wanted = ['1 Mar 2026', 'Week from 23 Feb 2026', 'Mar 2026', '2026'];
    await withWorld(async ({ app }) => {
      const { body } = await app.inject('/account/north-eurusd');
      assert.match(body, /<caption>Current periods on 1 Mar 2026<\/caption>/);
      assert.not.match(body, /Today|This week/);
      for (const label of wanted) assert.ok(rowsOf(body).includes(label), label);
    }, world);
    const held = { ...world.facts[northId], as_of: '2026-02-27T12:00:00.000Z' };
    await withWorld(
      async ({ app }) => {
        const { body } = await app.inject('/account/north-eurusd');
        assert.match(body, /<caption>Current periods on 27 Feb 2026<\/caption>/);
        assert.ok(rowsOf(body).includes('27 Feb 2026'));
      },
      { facts: { ...world.facts, [northId]: held } },
    );
  },
);

periods.run();
