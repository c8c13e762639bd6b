import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { createConnectionKey } from '../../../pipeline/registry/connection-keys.ts';
import { OverLimit } from '../../../pipeline/registry/over-limit.ts';
import { addAccount, createPortfolio } from '../../../pipeline/registry/owner-decisions.ts';
import { planLimits } from '../../../pipeline/registry/plans.ts';
import type { Registry } from '../../../pipeline/registry/registry.ts';
import { freeOwner, northDesk, now, refusal, withRegistry } from './world.ts';

const limits = suite('limits of a plan');

const lapsed = { ...northDesk, slug: 'lapsed', plan_until: '2026-01-01T00:00:00Z' };
const otherOwner = { ...freeOwner, slug: 'other' };

const entriesOf = (owner: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    slug: `${owner}-${at}`,
    type: 'account',
    owner,
    name: `${at}`,
    account_id: `MT5:${at}@${owner}`,
  }));

let added = 0;
const additions = {
  accounts: (registry: Registry, owner: string) => {
    added += 1;
    return addAccount(registry, owner, { name: 'x', account_id: `sent:${added} of ${owner}` });
  },
  portfolios: (registry: Registry, owner: string) =>
    createPortfolio(registry, owner, { name: 'x', currency: 'EUR', members: [`${owner}-0`] }),
  connection_keys: async (registry: Registry, owner: string) => {
    added += 1;
    // One account may have at most ten, on any plan.
    const account = `${owner}-${added % 3}`;
    return (await createConnectionKey(registry, { account, name: 'x', owner })).id;
  },
} as const;

for (const [limit, add] of Object.entries(additions)) {
  const name = limit as keyof typeof additions;
  const max = planLimits.free[name];
  limits(`bound ${limit}, also of many added at once, for that owner alone`, () =>
    withRegistry(async (registry) => {
      const present = 3;
      await applyRegistry(registry, {
        owners: [freeOwner, lapsed, otherOwner],
        accounts: [freeOwner, lapsed, otherOwner].flatMap(({ slug }) => entriesOf(slug, present)),
      });
      const left = name === 'accounts' ? max - present : max;
      for (const owner of ['solo', 'lapsed']) {
        const all = await Promise.allSettled(
          Array.from({ length: left + 3 }, () => add(registry, owner)),
        );
        const refused = all.flatMap((item) => (item.status === 'rejected' ? [item.reason] : []));
        assert.is(refused.length, 3, owner);
        for (const error of refused) {
          assert.instance(error, OverLimit);
          assert.is(error.limit, name);
          assert.match(error.message, new RegExp(`free plan allows ${max} .*limit: ${limit}`));
        }
      }
      assert.ok(await add(registry, 'other'));
    }),
  );
}

limits('let an owner keep what is there when the plan ends, and add nothing', () => {
  let at = new Date('2026-12-31T00:00:00Z');
  return withRegistry(
    async (registry) => {
      const accounts = entriesOf('north-desk', 20);
      await applyRegistry(registry, { owners: [northDesk], accounts });
      await additions.accounts(registry, 'north-desk');
      at = new Date('2027-01-01T00:00:00Z');
      const refused = await refusal(additions.accounts(registry, 'north-desk'));
      assert.instance(refused, OverLimit);
      assert.is((await registry.accountsOfOwner('north-desk')).length, 21);
      const [first] = accounts;
      const rename = { accounts: [{ slug: first?.slug, name: 'Renamed' }] };
      assert.is((await applyRegistry(registry, rename)).accounts, 1);
    },
    () => at,
  );
});

limits('are not the operator’s, who may add what they like', () =>
  withRegistry(async (registry) => {
    const accounts = entriesOf('solo', planLimits.free.accounts + 1);
    const applied = await applyRegistry(registry, { owners: [freeOwner], accounts });
    assert.is(applied.accounts, planLimits.free.accounts + 1);
    assert.is(registry.clock(), now);
  }),
);

limits.run();
