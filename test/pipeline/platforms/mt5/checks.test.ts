import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { followBalance } from '../../../../pipeline/platforms/mt5/checks.ts';
import { closing } from './deals.ts';

const balances = suite('balances next to the deals of MetaTrader 5');

/** Follows two deals, of 1000.00 and of 5.00 more, with the second balance as it is printed. */
const followed = (second: string) =>
  followBalance({
    deals: [
      { ...closing('1', 1, '0.1', '0'), balance: '1000.00' },
      { ...closing('2', 2, '0.1', '5.50', '-0.50'), balance: second },
    ],
  });

balances('agree if each is the one before and the change', () => {
  assert.equal(followed('1005.00'), { fault: null, agreeing: 2 });
});

balances('break if one is too low or too high', () => {
  for (const second of ['1004.99', '1005.01']) {
    const { fault, agreeing } = followed(second);
    assert.is(agreeing, 1);
    assert.is(fault?.code, 'import_balance_breaks', second);
    assert.equal(fault?.values, { line: 1, amount: second, from: '1000.00', to: '1005.00' });
  }
});

balances.run();
