import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import {
  account,
  idOf,
  preparedDesk,
  registeredAccount,
  registeredPortfolio,
  trade,
} from '../desk.ts';
import { refusal } from '../registry/world.ts';

const empty = suite('a run with an empty registry');

/** Publishes two accounts and a portfolio of them. */
const withPortfolio = preparedDesk((desk) => {
  desk.write('accounts.csv', [account('a'), account('b')]);
  desk.write('trades.csv', [trade('a', 1), trade('b', 2)]);
  desk.registered.push(
    registeredAccount('a'),
    registeredAccount('b'),
    registeredPortfolio('both', ['a', 'b']),
  );
  return desk.run();
});

const none = { accounts: async (): Promise<RegistryAccount[]> => [] };

empty('publishes nothing over what had accounts of it, and says how to go on', () =>
  withPortfolio(async (desk) => {
    const { version } = desk.manifest();
    for (const rebuild of [false, true]) {
      const { message, exitCode } = await refusal(desk.run({ registry: none, rebuild }));
      assert.match(
        message,
        new RegExp(`^the registry has no accounts, but ${version} in service .*--empty-registry`),
      );
      assert.is(exitCode, 1);
      assert.is(desk.manifest().version, version);
    }
    assert.is((await desk.run()).isNew, false, 'the next run with the registry is as ever');
  }),
);

empty('publishes where the operator insists, and from then on', () =>
  withPortfolio(async (desk) => {
    await desk.run({ registry: none, emptyRegistry: true });
    assert.equal(
      desk.read((snapshot) => [...snapshot.ids()].sort()),
      ['', idOf('a'), idOf('b')],
    );
    assert.is((await desk.run({ registry: none })).isNew, false);
  }),
);

empty('tells by the last run that accounts without a portfolio were registered', () =>
  withPortfolio(async (desk) => {
    desk.registered.splice(1);
    await desk.run();
    assert.match((await refusal(desk.run({ registry: none }))).message, /has 1 accounts/);
  }),
);

empty.run();
