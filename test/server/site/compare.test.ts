import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DailyIndex, gainWithin } from '../../../server/accounts/gain.ts';
import { unpackColumn } from '../../../server/site/charts/columns.ts';
import { isoDay, rebaseReturns } from '../../../server/site/charts/rebase.ts';
import { commonOf, packLines, returnsIn } from '../../../server/site/compared-lines.ts';
import { randomFrom } from '../../promises/privacy/random.ts';
import { gold, north, withWorld } from '../world.ts';

const compare = suite('comparison');

const day = 86_400;

/**
 * Deposit on day 5, then the index 1.01, 1.10 and 1.21 on days 9, 10 and 30; nothing after that.
 * The record begins with the deposit.
 */
const record = {
  first_day: '1970-01-06',
  last_day: '1970-02-10',
  has_capital: true,
  day: [5, 9, 10, 30],
  growth: [1, 1.01, 1.1, 1.21],
  losses: [0, 0, 0, 0],
  trades: [0, 1, 2, 3],
} as unknown as DailyIndex;

const rounded = (points: readonly (readonly [number, number])[]) =>
  points.map(([at, value]) => [at / day, Math.round(value * 1e6) / 1e6]);

compare(
  'begins with the youngest record, before its first trade, and ends with the one that ends first',
  () => {
    const older = { ...record, first_day: '1970-01-03', last_day: '1970-01-21' };
    assert.equal(commonOf([record, older]), { from: 5 * day, to: 20 * day });
    const ended = { ...older, last_day: '1970-01-05' };
    assert.is(commonOf([record, ended]), null, 'it ended on the day before the other began');
    assert.is(commonOf([record, { ...record, first_day: null }]), null, 'one has no record');
    assert.is(commonOf([]), null);
  },
);

compare('starts lines at 0 on the day before the range, and holds them until its end', () => {
  // 1.10 / 1.01 is 8.9109 % more, 1.21 / 1.01 19.80198 %.
  assert.equal(rounded(returnsIn(record, { from: 10 * day, to: 35 * day })), [
    [9, 0],
    [10, 8.910891],
    [30, 19.80198],
    [35, 19.80198],
  ]);
  assert.equal(rounded(returnsIn(record, { from: 11 * day, to: 20 * day })), [
    [10, 0],
    [20, 0],
  ]);
  assert.equal(rounded(returnsIn(record, null)), [
    [4, 0],
    [5, 0],
    [9, 1],
    [10, 10],
    [30, 21],
    [40, 21],
  ]);
});

compare('shows a total loss as −100 %, and no line without capital', () => {
  const lost = { ...record, losses: [0, 0, 1, 1] } as DailyIndex;
  assert.equal(rounded(returnsIn(lost, { from: 9 * day, to: 30 * day })).slice(1), [
    [9, 1],
    [10, -100],
    [30, -100],
  ]);
  // A loss before the range is not in it.
  assert.is(
    returnsIn(lost, { from: 30 * day, to: 31 * day })
      .at(-1)?.[1]
      ?.toFixed(4),
    '10.0000',
  );
  assert.equal(returnsIn({ ...record, has_capital: false } as DailyIndex, null), []);
});

compare('packs lines by the days on which any moves', () => {
  const { days, lines } = packLines([
    [
      [0, 0],
      [2 * day, 5],
      [6 * day, 4],
    ],
    [
      [day, 0],
      [3 * day, -1],
    ],
  ]);
  assert.equal(unpackColumn(days), [0, 1, 2, 3, 6]);
  assert.equal(
    lines.map((line) => unpackColumn(line)),
    [
      [0, 0, 5, 5, 4],
      [null, 0, 0, -1, null],
    ],
  );
});

compare('ends each range with the figure that the table has', () => {
  const random = randomFrom(9);
  const numbers = Array.from({ length: 120 }, (_, at) => at);
  let growth = 1;
  const walk = numbers.map(() => {
    growth *= 1 + (random() - 0.49) / 50;
    return Number(growth.toPrecision(12));
  });
  const none = numbers.map(() => 0);
  const index = {
    first_day: isoDay(0),
    last_day: isoDay(119 * day),
    has_capital: true,
    day: numbers,
    growth: walk,
    high: walk,
    low: walk,
    fall: none,
    losses: none,
    net: none,
    trades: none,
    won: none,
    flows: [],
    digits: 2,
  } as unknown as DailyIndex;
  const packed = packLines([returnsIn(index, null)]);
  const days = unpackColumn(packed.days).map((number) => (number ?? 0) * day);
  const [line = []] = packed.lines.map((column) => unpackColumn(column));
  for (const first of numbers) {
    for (const last of numbers.slice(first + 1)) {
      const span = { from: first * day, to: last * day };
      const end = rebaseReturns(days, line, span).returns[days.indexOf(span.to)];
      const table = gainWithin(index, isoDay(span.from), isoDay(span.to))?.gain?.return_percent;
      assert.is(end?.toFixed(2), table?.toFixed(2), `${first} to ${last}: ${end}, ${table}`);
    }
  }
});

compare('has nothing of a line whose owner hides it', async () => {
  await withWorld(async ({ app, apply }) => {
    for (const hide of [['twr'], ['equity_curve']]) {
      await apply({ ...north, hide }, gold);
      const { body } = await app.inject('/compare?slug=north-eurusd&slug=north-gold');
      assert.match(body, `Not in the chart, because the owner hides the curve: ${north.name}`);
      assert.not.match(body, 'compare-data', 'one line is no comparison');
    }
    await apply({ ...north, hide: ['equity_curve'] }, { ...gold, hide: ['equity_curve'] });
    const none = await app.inject('/compare?slug=north-eurusd&slug=north-gold');
    assert.is(none.statusCode, 200, 'both hide their curve');
  });
});

compare.run();
