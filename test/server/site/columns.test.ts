import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Growth, PageAccount } from '../../../server/site/account.ts';
import { type Guess, packColumn, unpackColumn } from '../../../server/site/charts/columns.ts';
import { balancesFrom, drawdownsFrom, equitiesFrom } from '../../../server/site/charts/guesses.ts';
import { curveData } from '../../../server/site/parts/curve-data.ts';
import { randomFrom } from '../../promises/privacy/random.ts';

const columns = suite('packed columns');

columns('store steps in the smallest exact unit', () => {
  assert.equal(packColumn([10.5, 10.75, null, 10]), [2, 1050, 25, null, -75]);
  assert.equal(packColumn([19_000, 19_001, 19_004]), [0, 19_000, 1, 3]);
});

columns('come back as they were, unknown values too', () => {
  for (const values of [[], [null], [0.1, 0.2, 0.3], [null, -1.12345678, null, 100_000.5]]) {
    assert.equal(unpackColumn(packColumn(values)), values);
  }
});

columns('round to the places that are asked for', () => {
  assert.equal(unpackColumn(packColumn([1.23456, -0.00004], 4)), [1.2346, 0]);
  assert.equal(unpackColumn(packColumn([33.335, 33.335], 2)), [33.34, 33.34]);
});

columns('store only what a guess misses', () => {
  const double: Guess = (row, before) => (row === 0 ? 5 : 2 * before);
  const packed = packColumn([5, 10.5, null, 20], undefined, double);
  assert.equal(packed, [1, 0, 5, null, -10]);
  assert.equal(unpackColumn(packed, double), [5, 10.5, null, 20]);
});

columns('guess drawdowns from returns, balances from returns and equities from balances', () => {
  // A deposit of 500 on the third day, an unknown return on the fourth.
  const returns = [10, 21, -3.2, null, 21];
  const drawdowns = [0, 0, -20, -20, 0];
  const balances = [1100, 1210, 1468, 1468, 1835];
  const equities = [1090, 1200, 1458, 1468.5, null];
  const columnsWithGuesses = [
    [drawdowns, drawdownsFrom(returns), [0, 0, 0, 0, -3, 3]],
    // The first day ended 5 % below a peak within it.
    [[-5, -5, 0], drawdownsFrom([10, 10, 21]), [0, -5, 0, 0]],
    [balances, balancesFrom(returns), [0, 1100, 0, 500, -49, 59]],
    [equities, equitiesFrom(balances), [1, -100, 0, 0, 105, null]],
  ] as const;
  for (const [values, guess, packed] of columnsWithGuesses) {
    assert.equal(packColumn(values, undefined, guess), packed);
    assert.equal(unpackColumn(packed, guess), values);
  }
});

columns('of an account that lost everything are guessed too', () => {
  const returns = [10, -100, -100];
  const balances = [110, 0, 50];
  const packed = packColumn(balances, 2, balancesFrom(returns));
  assert.equal(packed, [0, 110, 0, 50]);
  assert.equal(unpackColumn(packed, balancesFrom(returns)), balances);
});

columns('of every day for 700 days take at most 4 KiB', () => {
  const random = randomFrom(4);
  let [growth, peak] = [1, 1];
  const days = Array.from({ length: 700 }, (_, at) => {
    growth *= 1 + (random() - 0.49) / 50;
    // Some days end below a peak within them.
    peak = Math.max(peak, growth * (random() < 0.2 ? 1.003 : 1));
    const percent = (share: number) => Math.round(share * 1e6) / 1e4;
    return {
      date: new Date(1.7e12 + at * 86_400_000 + (at >> 2) * 86_400_000).toISOString().slice(0, 10),
      twr_percent: percent(growth - 1),
      drawdown: percent(growth / peak - 1),
      balance: Math.round(1e6 * growth) / 100,
      equity: Math.round(1e6 * growth * (1 - random() / 500)) / 100,
    };
  });
  const points = {
    date: days.map(({ date }) => date),
    twr_percent: days.map(({ twr_percent }) => twr_percent),
    drawdown: days.map(({ drawdown }) => drawdown),
    balance: days.map(({ balance }) => balance),
    equity: days.map(({ equity }) => equity),
  };
  const account = { performance: { since: null }, benchmark: null } as unknown as PageAccount;
  const flows = { deposit_days: [], withdrawal_days: [], newest_flows: [] };
  const packed = curveData(account, points, flows as unknown as Growth);
  const { length } = gzipSync(JSON.stringify(packed));
  assert.ok(length <= 4096, `${length} bytes`);
  const returns = unpackColumn(packed.twr);
  assert.equal(returns.slice(1), points.twr_percent);
  assert.equal(unpackColumn(packed.drawdown, drawdownsFrom(returns)).slice(1), points.drawdown);
});

columns.run();
