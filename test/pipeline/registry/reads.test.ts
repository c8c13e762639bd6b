import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { planAt } from '../../../pipeline/registry/plans.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { within } from '../../support/within.ts';
import { eurusd, freeOwner, gold, northDesk, now, withRegistry, world } from './world.ts';

const reads = suite('registry reads');
const inRegistry = within(reads, withRegistry);

const slugs = (entries: readonly { readonly slug: string }[]) => entries.map(({ slug }) => slug);

inRegistry('list all, published and owned accounts by slug, with members', async (registry) => {
  await applyRegistry(registry, world);
  await applyRegistry(registry, {
    accounts: [{ ...gold, slug: 'a-solo', account_id: 's', owner: 'solo', published: true }],
  });
  const all = await registry.accounts();
  assert.equal(slugs(all), ['a-solo', 'north-all', 'north-eurusd', 'north-gold']);
  assert.equal(all[1]?.members, ['north-gold', 'north-eurusd']);
  assert.equal(slugs(await registry.publishedAccounts()), ['a-solo', 'north-eurusd']);
  assert.equal(slugs(await registry.accountsOfOwner('solo')), ['a-solo']);
  assert.equal(await registry.accountsOfOwner('north-desk'), all.slice(1));
  assert.equal(await registry.accountsOfOwner('nobody'), []);
});

inRegistry('find nothing for an invalid slug', async (registry) => {
  await applyRegistry(registry, world);
  for (const text of ['', 'NORTH-GOLD', 'north_gold', "' or 1=1 --", '__proto__', '\0', '%']) {
    assert.is(await registry.findAccount(text), null);
    assert.is(await registry.findOwner(text), null);
  }
});

inRegistry('return the requested row, in any order and all at the same time', async (registry) => {
  const accounts = Array.from({ length: 250 }, (_, at) => ({
    ...gold,
    slug: `a-${at}`,
    account_id: `id-${at}`,
  }));
  await applyRegistry(registry, { owners: [northDesk], accounts });
  const asked = Array.from({ length: 2000 }, (_, at) => `a-${(at * 7919) % 300}`);
  const found = await Promise.all(asked.map((slug) => registry.findAccount(slug)));
  for (const [at, slug] of asked.entries()) {
    assert.is(found[at]?.slug, Number(slug.slice(2)) < 250 ? slug : undefined);
  }
});

inRegistry('see what another process decided at their next call', async (registry, dataDir) => {
  const server = await openRegistry({ dataDir, clock: () => now });
  assert.is(await server.findAccount('north-eurusd'), null);
  await applyRegistry(registry, world);
  assert.is((await server.findAccount('north-eurusd'))?.published, true);
  await applyRegistry(registry, {
    accounts: [{ ...eurusd, published: false, hide: ['trades'] }],
  });
  const account = await server.findAccount('north-eurusd');
  assert.equal([account?.published, account?.hide], [false, ['trades']]);
  await server.close();
});

reads('give owners their plan until it lapses', () => {
  const until = '2027-01-01T00:00:00Z';
  const at = (text: string) => planAt({ plan: 'ultra', plan_until: until }, new Date(text));
  assert.is(at('2026-12-31T23:59:59.999Z'), 'ultra');
  assert.is(at('2027-01-01T00:00:00Z'), 'free');
  assert.is(planAt({ plan: 'pro', plan_until: null }, new Date('9999-01-01')), 'pro');
});

inRegistry('give an owner without a brand name none', async (registry) => {
  await applyRegistry(registry, { owners: [freeOwner] });
  assert.equal(await registry.findOwner('solo'), {
    slug: 'solo',
    name: null,
    plan: 'free',
    role: 'owner',
  });
});

reads.run();
