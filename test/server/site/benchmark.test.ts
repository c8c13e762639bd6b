import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Growth, PageAccount } from '../../../server/site/account.ts';
import { unpackColumn } from '../../../server/site/charts/columns.ts';
import { fromStart, startOf } from '../../../server/site/charts/from-start.ts';
import { balancesFrom, drawdownsFrom } from '../../../server/site/charts/guesses.ts';
import { plainText } from '../../../server/site/html.ts';
import { english } from '../../../server/site/language/languages.ts';
import { benchmark as benchmarkSection } from '../../../server/site/parts/benchmark.ts';
import { comparedWith, curveData, valuesOn } from '../../../server/site/parts/curve-data.ts';
import { partsOf } from '../../../server/site/parts/section.ts';
import { facts, north, northId, withWorld } from '../world.ts';
import { richParts } from './rich.ts';

const benchmark = suite('benchmark on the chart');

const by_day = [
  { date: '2024-01-30', return_percent: 0 },
  { date: '2024-01-31', return_percent: 1.5 },
  { date: '2024-02-02', return_percent: -2 },
];
const compared = {
  ...facts,
  [northId]: {
    parts: {
      ...richParts,
      benchmark: {
        symbol: 'GOLD-CANARY',
        since: null,
        until: null,
        benchmark_return_percent: -2,
        by_day,
      },
    },
  },
};

benchmark('holds each value until the next one, and has none before its first day', () => {
  const days = ['2024-01-29', '2024-01-30', '2024-02-01', '2024-02-05'];
  assert.equal(valuesOn(days, by_day), [null, 0, 1.5, -2]);
  assert.equal(valuesOn(days, []), [null, null, null, null]);
});

benchmark('and the return are both 0 before the first day of the record', () => {
  const none = { balance: [null], equity: [null] };
  const points = { date: ['2024-02-01'], twr_percent: [-1], drawdown: [-1], ...none };
  const { date, twr_percent, drawdown } = fromStart(points, '2024-01-31');
  assert.equal(date, ['2024-01-30', '2024-02-01']);
  assert.equal(
    [twr_percent, drawdown, valuesOn(date, by_day)],
    [
      [0, -1],
      [0, -1],
      [0, 1.5],
    ],
  );
  // Without a known start, the record begins with the first day of the curve.
  for (const since of [null, '2024-02-09']) {
    assert.equal(fromStart(points, since).date, ['2024-01-31', '2024-02-01']);
  }
  const withoutCapital = fromStart({ ...points, twr_percent: [null] }, '2024-01-31');
  assert.equal(withoutCapital.twr_percent, [null, null], 'no return becomes 0');
  assert.is(startOf({ date: [] }, '2024-01-31'), null);
});

benchmark('also has its days between the trading days of a short record', () => {
  const points = {
    date: ['2024-01-31', '2024-02-05'],
    twr_percent: [-1, 2],
    drawdown: [-1, 0],
    balance: [990, 1020],
    equity: [null, 1020],
  };
  const flows = { deposit_days: [], withdrawal_days: [], newest_flows: [] };
  const account = {
    performance: { since: '2024-01-31' },
    benchmark: { symbol: 'GOLD', benchmark_return_percent: -2, by_day },
  } as unknown as PageAccount;
  const growth = flows as unknown as Growth;
  const drawn = curveData(account, points, growth);
  const days = unpackColumn(drawn.days).map((day) => new Date((day ?? 0) * 86_400_000));
  assert.equal(
    days.map((day) => day.toISOString().slice(0, 10)),
    ['2024-01-30', '2024-01-31', '2024-02-02', '2024-02-05'],
  );
  assert.is(drawn.since, '2024-01-31');
  assert.equal(unpackColumn(drawn.benchmark?.values ?? []), [0, 1.5, -2, -2]);
  const returns = unpackColumn(drawn.twr);
  assert.equal(returns, [0, -1, -1, 2]);
  assert.equal(unpackColumn(drawn.drawdown, drawdownsFrom(returns)), [0, -1, -1, 0]);
  assert.equal(unpackColumn(drawn.balance, balancesFrom(returns)), [null, 990, null, 1020]);
});

benchmark('has no line without a figure', () => {
  const account = (benchmark_return_percent: number | null) =>
    ({ benchmark: { symbol: 'GOLD', by_day, benchmark_return_percent } }) as unknown as PageAccount;
  assert.is(comparedWith(account(null)), null);
  assert.is(comparedWith(account(-2))?.symbol, 'GOLD');
  assert.is(comparedWith({ benchmark: null }), null);
});

benchmark('is in the page only while its owner shows it', async () => {
  await withWorld(
    async ({ app, apply }) => {
      const page = async () => (await app.inject('/account/north-eurusd')).body;
      await apply({ ...north, benchmark: 'GOLD-CANARY' });
      const shown = await page();
      assert.match(shown, '"benchmark":{"symbol":"GOLD-CANARY","values":[1,null,0,15,0]}');
      assert.match(shown, 'class="line benchmark"');
      assert.match(shown, 'Grey line: GOLD-CANARY');
      await apply({ ...north, benchmark: 'GOLD-CANARY', hide: ['benchmark'] });
      const hidden = await page();
      assert.not.match(hidden, /CANARY|class="line benchmark"|"benchmark":\{/);
      const isTold = /<figcaption class="[^"]*">This record is not compared with a benchmark/;
      assert.not.match(hidden, isTold);
    },
    { facts: compared },
  );
});

benchmark('is told to be missing on a record with trades, with the way to get one', () => {
  const sectionText = (changes: object): string => {
    const account = { benchmark: null, hidden: [], updated_at: '2026-02-27T00:00:00Z', ...changes };
    const advanced = { total_trades: 3 };
    const part = partsOf({ advanced, ...account } as unknown as PageAccount, english);
    const section = part('benchmark', 'Benchmark', benchmarkSection, { isWhole: true });
    return section === null ? '' : plainText(section).trim();
  };
  assert.match(sectionText({}), /not compared with a benchmark such as gold\.$/);
  assert.match(sectionText({ ownersView: { hidden: [] } }), / Choose one$/);
  assert.is(sectionText({ updated_at: null }), '');
  assert.is(sectionText({ advanced: { total_trades: 0 } }), '');
  assert.match(sectionText({ hidden: ['benchmark'] }), english.words.account.notShownHere);
});

benchmark.run();
