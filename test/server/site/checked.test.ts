import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { partsOf } from '../facts.ts';
import { north, northId, withWorld } from '../world.ts';
import { richFacts as facts } from './rich.ts';

const page = suite('comparison with printed figures');

const url = '/account/north-eurusd/verification';

const row = (figure: string, printed: number, ours = printed, reason: string | null = null) => ({
  figure,
  printed,
  ours,
  reason,
  decimals: figure.endsWith('trades') ? 0 : 2,
});

const checked = {
  statements: 1,
  printed_at: '2025-06-30T10:00:00Z',
  agreeing: 7,
  money: [row('net_profit', 299.5), row('balance', 1299.5)],
  statistics: [row('profit_trades', 12, 11, 'zero_counted_as_won'), row('gross_profit', 812.34)],
};
const withChecked = (reconciled: boolean | null) => ({
  facts: {
    ...facts,
    [northId]: { ...facts[northId], parts: { ...partsOf(1, { reconciled }), checked } },
  },
});

page('shows nothing that is hidden', () =>
  withWorld(async ({ app, apply }) => {
    await apply({ ...north, hide: ['advanced'] });
    const { body } = await app.inject(url);
    assert.match(body, '1,299.50');
    assert.not.match(body, /812\.34|Profit trades/);
  }, withChecked(true)),
);

page.run();
