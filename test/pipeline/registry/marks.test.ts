import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { type DecideMark, settleMarks } from '../../../pipeline/registry/marks.ts';
import { notePublications } from '../../../pipeline/registry/publications.ts';
import type { Registry } from '../../../pipeline/registry/registry.ts';
import { within } from '../../support/within.ts';
import { decision, eurusd, gold, now, withRegistry, world } from './world.ts';

const marks = suite('marks that are settled');
const inRegistry = within(marks, withRegistry);

const all = ['north-all', 'north-eurusd', 'north-gold'];
const changed = (...accounts: string[]) => ({ accounts, portfolios: [] as string[] });

/** Settles marks for a version, and returns the slugs of the accounts that were looked at. */
async function lookedAt(
  store: Parameters<typeof settleMarks>[0],
  current: string | null,
  next: string,
  difference: { readonly accounts: string[]; readonly portfolios: string[] },
  isFromBroker: (slug: string) => boolean = () => false,
): Promise<string[]> {
  const seen = new Set<string>();
  const decide: DecideMark = ({ slug }) => {
    seen.add(slug);
    return decision({ isFromBroker: isFromBroker(slug) });
  };
  await settleMarks(store, decide, now, { current, next, changed: () => difference });
  return [...seen].sort();
}

const decide = (registry: Registry, decided: object) =>
  applyRegistry(registry, { accounts: [{ slug: 'north-gold', ...decided }] });

const rename = (registry: Registry, name: string) => decide(registry, { name });

inRegistry('are those of changed data, if no mark or entry changed since', async (registry) => {
  await applyRegistry(registry, world);
  const { store } = registry;
  assert.equal(await lookedAt(store, null, 'one', changed()), all);
  const [revision, state] = [await store.revision(), await registry.state()];
  assert.equal(await lookedAt(store, 'one', 'one', changed()), []);
  assert.equal(await lookedAt(store, 'one', 'two', changed(gold.account_id)), ['north-gold']);
  const ofPortfolio = { accounts: ['MT5:unknown'], portfolios: ['north-all'] };
  assert.equal(await lookedAt(store, 'two', 'three', ofPortfolio), ['north-all']);
  assert.equal([await store.revision(), await registry.state()], [revision, state]);
  await rename(registry, 'Bullion');
  assert.is.not(await registry.state(), state);
  assert.equal(await lookedAt(store, 'three', 'four', changed(gold.account_id)), ['north-gold']);
  const accounts = await registry.accounts();
  const served = { isServed: () => true, heldSince: () => null };
  await notePublications(store, accounts, served, now);
  assert.is.not(await store.revision(), revision);
  assert.equal(await lookedAt(store, 'four', 'four', changed()), [], 'a note alone');
  await decide(registry, { verified: { track_record: true } });
  assert.equal(await lookedAt(store, 'four', 'five', changed()), all);
  assert.equal(await lookedAt(store, 'five', 'six', changed()), []);
  await decide(registry, { verified: { track_record: false } });
  assert.equal(await lookedAt(store, 'six', 'seven', changed()), all);
});

inRegistry('move the state that researchers follow only with a badge', async (registry) => {
  await applyRegistry(registry, world);
  const settle = async (data: string, isFromBroker: boolean) => {
    const decide: DecideMark = () => decision({ data, isFromBroker });
    await settleMarks(registry.store, decide, now);
    return registry.state();
  };
  const before = await registry.state();
  const marked = await settle('one', true);
  assert.is.not(marked, before);
  assert.is(await settle('two', true), marked, 'other data with the same badge');
  assert.is.not(await settle('two', false), marked);
});

inRegistry('are all, each once and in order, if they take several queries', async (registry) => {
  const slugs = Array.from({ length: 450 }, (_, at) => `account-${1000 + at}`);
  await applyRegistry(registry, {
    owners: [{ slug: 'many', name: 'Many', plan: 'pro' }],
    accounts: slugs.toReversed().map((slug) => ({
      slug,
      type: 'account',
      account_id: `MT5:${slug}`,
      owner: 'many',
      name: slug,
    })),
  });
  const seen: string[] = [];
  await registry.settleMarks(({ slug }) => {
    seen.push(slug);
    return decision({});
  });
  assert.equal(seen, slugs);
});

inRegistry('are all, if the version of the last time was not published', async (registry) => {
  await applyRegistry(registry, world);
  await lookedAt(registry.store, null, 'one', changed());
  await lookedAt(registry.store, 'one', 'killed', changed());
  assert.equal(await lookedAt(registry.store, 'one', 'two', changed()), all);
  await registry.settleMarks(() => decision({}));
  assert.equal(await lookedAt(registry.store, 'two', 'three', changed()), all);
});

inRegistry('count for the next time after a badge was noted', async (registry) => {
  await applyRegistry(registry, world);
  const { store } = registry;
  await lookedAt(store, null, 'one', changed());
  const [revision, state] = [await store.revision(), await registry.state()];
  const isGold = (slug: string) => slug === 'north-gold';
  assert.equal(await lookedAt(store, 'one', 'two', changed(gold.account_id), isGold), [
    'north-gold',
  ]);
  assert.is(await store.revision(), revision + 1);
  assert.is.not(await registry.state(), state);
  assert.is((await registry.findAccount('north-gold'))?.broker_since, now.toISOString());
  assert.equal(await lookedAt(store, 'two', 'three', changed(eurusd.account_id)), ['north-eurusd']);
});

inRegistry('are all, if a decision comes while changed data is looked at', async (registry) => {
  await applyRegistry(registry, world);
  await lookedAt(registry.store, null, 'one', changed());
  const { store } = registry;
  const interrupted: typeof store = {
    ...store,
    async read(work) {
      const result = await store.read(work);
      await rename(registry, 'Bullion');
      return result;
    },
  };
  const isOfBroker = () => true;
  const decided = await registry.state();
  const seen = await lookedAt(interrupted, 'one', 'two', changed(gold.account_id), isOfBroker);
  assert.equal(seen, all);
  assert.is.not(await registry.state(), decided);
  const since = (await registry.accounts()).map(({ broker_since }) => broker_since);
  assert.equal(since, [now.toISOString(), now.toISOString(), now.toISOString()]);
  // The decision came before it was noted that all were settled.
  assert.equal(await lookedAt(store, 'two', 'three', changed()), []);
});

marks.run();
