import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { exactly } from '../../../server/site/pages/compare.ts';
import { gold, north, withWorld } from '../world.ts';

const compare = suite('lines of a comparison');

const day = 86_400;
const span = { from: 10 * day, to: 30 * day };

compare('start at 0 before the shared time and end at the exact return', () => {
  // The drawn base was 1 % too high: 1.10 / 1.01 and 1.21 / 1.01 instead of 1.10 and 1.21.
  const points = [
    [10 * day, (1.1 / 1.01 - 1) * 100],
    [30 * day, (1.21 / 1.01 - 1) * 100],
  ] as const;
  const line = exactly(points, 21, span).map(([at, value]) => [at / day, Math.round(value * 1e6)]);
  assert.equal(line, [
    [9, 0],
    [10, 10e6],
    [30, 21e6],
  ]);
});

compare('stay as they are without a shared time, or after a total loss', () => {
  const points = [[10 * day, -100]] as const;
  assert.is(exactly(points, -100, span), points);
  assert.is(exactly([[0, 5]] as const, 5, null)[0]?.[1], 5);
  assert.equal(exactly([], null, span), []);
});

compare('leaves amounts out if the accounts differ in currency', async () => {
  await withWorld(async ({ app, apply }) => {
    await apply(north, gold);
    const { body } = await app.inject('/compare?slug=north-eurusd&slug=north-gold');
    assert.match(body, 'data-figure="twr_percent"');
    assert.not.match(body, /data-figure="(balance|equity|deposits)"/);
    const same = await app.inject('/compare?slug=north-eurusd&slug=north-all');
    assert.is(same.statusCode, 200);
  });
});

compare.run();
