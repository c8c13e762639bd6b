import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandError } from '../../../../pipeline/base/errors.ts';
import { accountIdOf, currencyOf } from '../../../../pipeline/platforms/source/questions.ts';

const questions = suite('what an export may not say');

const account = { platform: 'MT5', number: '100234', server: 'Broker-Live' } as const;

for (const [told, printed, id] of [
  [undefined, account, 'MT5:100234@Broker-Live'],
  [undefined, { ...account, server: 'Meadow  Server\u00a03' }, 'MT5:100234@Meadow-Server-3'],
  [undefined, { ...account, platform: 'MT4', server: '' }, 'MT4:100234'],
  ['mine', { ...account, number: '' }, 'mine'],
] as const) {
  questions(`${told ?? 'an id that is made'}: ${id}`, () => {
    assert.is(accountIdOf(told, 'report.html', printed), id);
  });
}

questions('a number and a currency that nothing says are asked for in one line', () => {
  const refusal = (ask: () => string) => {
    try {
      return ask();
    } catch (error) {
      assert.ok(error instanceof CommandError && error.exitCode === 2);
      return error.message;
    }
  };
  assert.is(
    refusal(() => accountIdOf(undefined, 'a.csv', { ...account, number: '' })),
    'a.csv: names no account number; give the id of the account with --account-id',
  );
  assert.is(currencyOf('USD', 'a.csv', 'USD'), 'USD');
  assert.is(
    refusal(() => currencyOf('EUR', 'a.csv', 'USD')),
    'a.csv: is in USD, not in EUR; leave --currency out',
  );
  assert.is(currencyOf('USDT', 'a.csv', ''), 'USDT');
  assert.is(
    refusal(() => currencyOf('EURO', 'a.csv', 'EUR')),
    `a.csv: currency "EURO" must be three capital letters, such as EUR, or the code of a coin, such as USDT; give the account's currency with --currency`,
  );
  assert.is(
    refusal(() => currencyOf(undefined, 'a.csv', '')),
    "a.csv: names no currency; give the account's currency with --currency",
  );
});

questions.run();
