import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compareDetails } from '../../../../pipeline/platforms/mt4/details.ts';
import { addUpResults, type Result } from '../../../../pipeline/platforms/mt4/results.ts';

const details = suite('mt4 details');

/** Results in cents from a start, and what of them is printed otherwise. */
function differing(nets: readonly string[], start: bigint, printed: Record<string, string>) {
  const results = nets.map((text): Result => {
    const [side, net] = text.split(' ');
    return { side: side ?? '', net: BigInt(net ?? '') };
  });
  const compared = compareDetails(
    new Map(Object.entries(printed)),
    addUpResults(results, start),
    2,
  );
  assert.is(compared.compared, Object.keys(printed).length);
  return compared.differences.map(({ name, ours }) => [name, ours]);
}

// From 100.00: 110.00, 110.00, 105.00, 100.00, 120.00, 90.00. The 0.00 counts as won.
const nets = ['buy 1000', 'sell 0', 'buy -500', 'sell -500', 'buy 2000', 'buy -3000'];
const byHand: Record<string, string> = {
  'Gross Profit': '30.00',
  'Gross Loss': '40.00',
  'Total Net Profit': '-10.00',
  'Profit Factor': '0.75',
  'Expected Payoff': '-1.67',
  'Absolute Drawdown': '10.00',
  'Maximal Drawdown': '30.00 (25.00%)',
  'Relative Drawdown': '25.00% (30.00)',
  'Total Trades': '6',
  'Short Positions': '2 (50.00%)',
  'Long Positions': '4 (50.00%)',
  'Profit Trades': '3 (50.00%)',
  'Loss Trades': '3 (50.00%)',
  'Largest profit trade': '20.00',
  'Largest loss trade': '-30.00',
  'Average profit trade': '10.00',
  'Average loss trade': '-13.33',
  'Maximum consecutive wins': '2 (10.00)',
  'Maximum consecutive losses': '2 (-10.00)',
  'Maximal consecutive profit': '20.00 (1)',
  'Maximal consecutive loss': '-30.00 (1)',
  'Average consecutive wins': '2',
  'Average consecutive losses': '2',
};

details('agree where they are as worked out by hand', () => {
  assert.equal(differing(nets, 10_000n, byHand), []);
});

for (const [name, printed] of Object.entries(byHand)) {
  details(`${name}: any other digit differs, and ours is named`, () => {
    for (const [at, character] of [...printed].entries()) {
      if (!/\d/.test(character)) continue;
      const other = (Number(character) + 5) % 10;
      const text = `${printed.slice(0, at)}${other}${printed.slice(at + 1)}`;
      assert.equal(differing(nets, 10_000n, { [name]: text }), [[name, printed]]);
    }
    assert.equal(differing(nets, 10_000n, { [name]: 'much' })[0]?.[0], name);
  });
}

// The largest fall is 30.00 of 120.00; that of 5.00 from 10.00 is steeper.
details('the largest and the steepest fall may be two', () => {
  const printed = { 'Maximal Drawdown': '30.00 (25.00%)', 'Relative Drawdown': '50.00% (5.00)' };
  assert.equal(differing(['buy -500', 'buy 11500', 'buy -3000'], 1_000n, printed), []);
});

// Deposits after the first change nothing: from 100.00 a fall of 190.00 is 190 %.
details('a fall below nothing is more than everything', () => {
  const printed = {
    'Absolute Drawdown': '190.00',
    'Maximal Drawdown': '190.00 (190.00%)',
    'Relative Drawdown': '190.00% (190.00)',
  };
  assert.equal(differing(['buy -1000', 'buy -18000'], 10_000n, printed), []);
});

details('of equal runs either may be printed, of a half either rounding', () => {
  const equals = ['buy 100', 'buy -100', 'buy 300', 'buy -101'];
  for (const sum of ['1.00', '3.00']) {
    assert.equal(differing(equals, 0n, { 'Maximum consecutive wins': `1 (${sum})` }), []);
  }
  assert.equal(differing(equals, 0n, { 'Maximum consecutive wins': '1 (2.00)' }).length, 1);
  for (const average of ['-1.00', '-1.01']) {
    assert.equal(differing(equals, 0n, { 'Average loss trade': average }), []);
  }
});

details('without a loss the profit factor is blank, without trades the payoff', () => {
  assert.equal(differing(['buy 100'], 0n, { 'Profit Factor': '' }), []);
  assert.equal(differing(['buy 100', 'buy -1'], 0n, { 'Profit Factor': '' }).length, 1);
  assert.equal(differing([], 0n, { 'Expected Payoff': '', 'Profit Trades': '0 (0.00%)' }), []);
});

details.run();
