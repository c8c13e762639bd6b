import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { shareOut } from '../../../../pipeline/platforms/source/shares.ts';
import { compareDecimals, sumDecimals } from '../../../../pipeline/read/decimals.ts';

const shares = suite('shares of an amount');

const amount = fc.tuple(fc.integer(), fc.nat(4)).map(([units, places]) => {
  const text = (Math.abs(units) / 10 ** places).toFixed(places);
  return units < 0 ? `-${text}` : text;
});
const weights = fc.array(fc.bigInt({ min: 0n, max: 1_000_000n }), { minLength: 1, maxLength: 6 });

shares('add up to the amount', () => {
  fc.assert(
    fc.property(amount, weights, (whole, parts) => {
      fc.pre(parts.some((weight) => weight > 0n));
      assert.is(compareDecimals(sumDecimals(shareOut(whole, parts)), whole), 0);
    }),
  );
});

shares('stay the same if later weights are split', () => {
  fc.assert(
    fc.property(amount, weights, fc.bigInt({ min: 1n, max: 1_000n }), (whole, parts, last) => {
      const shared = shareOut(whole, [...parts, 2n * last]);
      const two = shareOut(whole, [...parts, last, last]);
      assert.equal(two.slice(0, parts.length), shared.slice(0, parts.length));
    }),
  );
});

shares('are 0 without a weight, and nothing of an empty amount', () => {
  assert.equal(shareOut('1.00', [0n, 0n]), ['0', '0']);
  assert.equal(shareOut('', [1n]), ['0']);
});

shares.run();
