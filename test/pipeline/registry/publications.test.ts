import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { deleteEntry } from '../../../pipeline/registry/deletions.ts';
import type { Registry } from '../../../pipeline/registry/registry.ts';
import { within } from '../../support/within.ts';
import { eurusd, everything, gold, refusal, withRegistry, world } from './world.ts';

// Since when strangers could read an account. Nobody can set it, and neither hiding nor showing
// again moves it.
const publications = suite('since when strangers can read accounts');

let at = '';
const clock = () => new Date(at);
const slug = 'north-eurusd';

/**
 * A run whose version has the data of these accounts, at a time. Their newest data may be held back
 * since another time.
 */
async function runAt(
  time: string,
  registry: Registry,
  served: readonly string[] = [slug],
  held: string | null = null,
) {
  at = time;
  const accounts = await registry.accounts();
  const keys = accounts
    .filter((entry) => served.includes(entry.slug))
    .map((entry) => entry.account_id ?? `portfolio:${entry.slug}`);
  await registry.notePublications(accounts, {
    isServed: (subject) => keys.includes(subject),
    heldSince: () => held,
  });
}

async function decideAt(time: string, registry: Registry, changes: object, name = slug) {
  at = time;
  await applyRegistry(registry, { accounts: [{ slug: name, ...changes }] });
}

const sinceOf = async (registry: Registry, name = slug) =>
  (await registry.findAccount(name))?.publication ?? null;

const withWorld = (work: (registry: Registry) => Promise<void>) =>
  withRegistry(async (registry) => {
    at = '2026-03-01T10:00:00Z';
    await applyRegistry(registry, world);
    await work(registry);
  }, clock);
const inWorld = within(publications, withWorld);

inWorld('is the first version that is public and has data, and stays', async (registry) => {
  await runAt('2026-03-01T11:00:00Z', registry, []);
  assert.is(await sinceOf(registry), null, 'published, without data');
  await runAt('2026-03-02T11:00:00Z', registry, [slug, 'north-gold']);
  const since = { published_at: '2026-03-02T11:00:00Z', gaps: [], members_changed_at: null };
  assert.equal(await sinceOf(registry), since);
  assert.is(await sinceOf(registry, 'north-gold'), null, 'data, but private');
  const state = await registry.state();
  await runAt('2026-03-03T11:00:00Z', registry);
  assert.is(await registry.state(), state, 'nothing new is no decision');
  await decideAt('2026-03-04T11:00:00Z', registry, {
    name: 'Other',
    history_cut_at: '2026-01-01',
  });
  await applyRegistry(registry, {
    owners: [{ slug: 'other', plan: 'ultra' }],
    accounts: [{ slug: everything.slug, members: [gold.slug] }],
  });
  await decideAt('2026-03-05T11:00:00Z', registry, { owner: 'other' });
  await runAt('2026-03-06T11:00:00Z', registry);
  assert.equal(await sinceOf(registry), since);
});

inWorld('can be set by no file', async (registry) => {
  for (const key of ['published_at', 'publication', 'gaps']) {
    const entry = { slug, [key]: '2020-01-01T00:00:00Z' };
    await refusal(applyRegistry(registry, { accounts: [entry] }));
  }
  await runAt('2026-03-02T11:00:00Z', registry);
  const dumped = JSON.stringify(await registry.accounts());
  assert.match(dumped, '2026-03-02T11:00:00Z');
});

inWorld('has a gap from the decision to hide until the one to show', async (registry) => {
  await runAt('2026-03-02T11:00:00Z', registry);
  await decideAt('2026-03-10T08:00:00Z', registry, { published: false });
  await runAt('2026-03-11T11:00:00Z', registry);
  const open = { from: '2026-03-10T08:00:00Z', to: null };
  assert.equal((await sinceOf(registry))?.gaps, [open]);
  await decideAt('2026-03-14T09:00:00Z', registry, { published: true });
  await runAt('2026-03-14T11:00:00Z', registry);
  const gap = { ...open, to: '2026-03-14T09:00:00Z' };
  assert.equal(await sinceOf(registry), {
    published_at: '2026-03-02T11:00:00Z',
    gaps: [gap],
    members_changed_at: null,
  });
  // Below a day nobody is told.
  await decideAt('2026-04-01T08:00:00Z', registry, { published: false });
  await decideAt('2026-04-02T07:59:59Z', registry, { published: true });
  assert.equal((await sinceOf(registry))?.gaps, [gap]);
  // A day later it would be another gap.
  await decideAt('2026-04-05T08:00:00Z', registry, { published: false });
  await decideAt('2026-04-06T08:00:00Z', registry, { published: true });
  assert.equal((await sinceOf(registry))?.gaps, [
    gap,
    { from: '2026-04-05T08:00:00Z', to: '2026-04-06T08:00:00Z' },
  ]);
});

inWorld('has one long gap of many short ones', async (registry) => {
  await runAt('2026-03-02T11:00:00Z', registry);
  for (const day of ['10', '11', '12', '13']) {
    await decideAt(`2026-03-${day}T08:00:00Z`, registry, { published: false });
    await decideAt(`2026-03-${day}T23:00:00Z`, registry, { published: true });
  }
  const gap = { from: '2026-03-10T08:00:00Z', to: '2026-03-13T23:00:00Z' };
  assert.equal((await sinceOf(registry))?.gaps, [gap]);
});

inWorld('has a gap where the version has no data, whatever is decided', async (registry) => {
  await runAt('2026-03-02T11:00:00Z', registry);
  await runAt('2026-03-05T11:00:00Z', registry, []);
  await decideAt('2026-03-06T11:00:00Z', registry, { name: 'Other' });
  await runAt('2026-03-08T11:00:00Z', registry);
  const gap = { from: '2026-03-05T11:00:00Z', to: '2026-03-08T11:00:00Z' };
  assert.equal((await sinceOf(registry))?.gaps, [gap]);
});

inWorld('has a gap while its newest data is held back, from when that began', async (registry) => {
  await runAt('2026-03-02T11:00:00Z', registry);
  const held = '2026-03-05T11:00:00Z';
  await runAt('2026-03-07T11:00:00Z', registry, [slug], held);
  const open = { from: held, to: null };
  assert.equal((await sinceOf(registry))?.gaps, [open]);
  // Hiding and showing it ends nothing.
  await decideAt('2026-03-08T11:00:00Z', registry, { published: false });
  await decideAt('2026-03-08T11:01:00Z', registry, { published: true });
  await runAt('2026-03-08T11:02:00Z', registry, [slug], held);
  assert.equal((await sinceOf(registry))?.gaps, [open]);
  await runAt('2026-03-09T11:00:00Z', registry);
  assert.equal((await sinceOf(registry))?.gaps, [{ from: held, to: '2026-03-09T11:00:00Z' }]);
});

inWorld('names the newest change of members of a portfolio', async (registry) => {
  const { slug: name } = everything;
  const both = { members: [gold.slug, eurusd.slug], published: true };
  await decideAt('2026-03-02T10:00:00Z', registry, both, name);
  await runAt('2026-03-02T11:00:00Z', registry, [name]);
  await decideAt('2026-03-03T10:00:00Z', registry, { members: [eurusd.slug, gold.slug] }, name);
  await runAt('2026-03-03T11:00:00Z', registry, [name]);
  assert.is((await sinceOf(registry, name))?.members_changed_at, null, 'another order');
  await decideAt('2026-03-04T10:00:00Z', registry, { members: [gold.slug] }, name);
  await runAt('2026-03-04T11:00:00Z', registry, [name]);
  assert.equal(await sinceOf(registry, name), {
    published_at: '2026-03-02T11:00:00Z',
    gaps: [],
    members_changed_at: '2026-03-04T11:00:00Z',
  });
});

inWorld('goes with a deleted account, which begins anew under another slug', async (registry) => {
  await runAt('2026-03-02T11:00:00Z', registry);
  const renamed = { accounts: [{ ...eurusd, slug: 'other' }] };
  await refusal(applyRegistry(registry, renamed));
  await applyRegistry(registry, { accounts: [{ slug: everything.slug, members: [gold.slug] }] });
  await deleteEntry(registry, 'north-desk', slug);
  const left = await registry.store.db.selectFrom('publications').selectAll().execute();
  assert.equal(left, []);
  await registry.deletions?.finish([eurusd.account_id]);
  await applyRegistry(registry, renamed);
  await runAt('2026-03-05T11:00:00Z', registry, ['other']);
  assert.is((await sinceOf(registry, 'other'))?.published_at, '2026-03-05T11:00:00Z');
});

publications.run();
