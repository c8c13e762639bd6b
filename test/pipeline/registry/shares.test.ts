import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hashKey, newShareToken } from '../../../pipeline/base/key-format.ts';
import { applyRegistry, checkRegistry, dumpRegistry } from '../../../pipeline/registry/apply.ts';
import { readAudit } from '../../../pipeline/registry/audit.ts';
import { hashPassword } from '../../../pipeline/registry/passwords.ts';
import type { Registry } from '../../../pipeline/registry/registry.ts';
import {
  createShare,
  findShare,
  maxActiveShares,
  revokeShare,
  sharesOf,
} from '../../../pipeline/registry/shares.ts';
import { within } from '../../support/within.ts';
import { refusal, withRegistry, world } from './world.ts';

const shares = suite('share links in the registry');
const inRegistry = within(shares, withRegistry);

const make = (registry: Registry, account = 'north-gold', name = 'x') =>
  createShare(registry, 'north-desk', { account, name, passwordHash: null, expires_at: null });

inRegistry('are stored as a hash alone', async (registry) => {
  await applyRegistry(registry, world);
  const secret = await make(registry);
  const [row] = await registry.store.db.selectFrom('shares').selectAll().execute();
  assert.is(row?.sha256, hashKey(secret));
  assert.not.match(JSON.stringify(row), secret);
  const { id = '' } = row ?? {};
  const found = { id, account: 'north-gold', password: null, expires_at: null };
  assert.equal(await findShare(registry, secret), found);
  assert.is(await findShare(registry, hashKey(secret)), null, 'its hash opens nothing');
  assert.is(await findShare(registry, newShareToken()), null);
  assert.is(await findShare(registry, ''), null);
});

inRegistry('have a limit, and make room by what no longer works', async (registry) => {
  await applyRegistry(registry, world);
  for (let at = 0; at < maxActiveShares; at += 1) await make(registry);
  const { message } = await refusal(make(registry));
  assert.match(message, 'the maximum');
  for (let at = 0; at < 60; at += 1) {
    const [share] = await sharesOf(registry, 'north-desk', 'north-gold').then((all) =>
      all.filter(({ revoked_at }) => revoked_at === null),
    );
    await revokeShare(registry, 'north-desk', 'north-gold', share?.id ?? '');
    await make(registry);
  }
  const all = await sharesOf(registry, 'north-desk', 'north-gold');
  assert.is(all.length, 50);
  assert.is(all.filter(({ revoked_at }) => revoked_at === null).length, maxActiveShares);
});

inRegistry('come from a registry file and go back into it', async (registry) => {
  await applyRegistry(registry, world);
  const secret = newShareToken();
  const listed = {
    name: 'bank',
    hash: hashKey(secret),
    password: await hashPassword('open sesame'),
    expires_at: '2026-12-31T00:00:00Z',
    revoked: false,
  };
  const file = { accounts: [{ slug: 'north-gold', shares: [listed] }] };
  const foreseen = await checkRegistry(registry, file);
  assert.is(await findShare(registry, secret), null, 'a check writes nothing');
  const applied = await applyRegistry(registry, file, { actor: 'ann' });
  assert.equal(
    applied.changes.map(({ field, ...change }) => change),
    foreseen.changes.map(({ field, ...change }) => change),
  );
  assert.is(applied.changes[0]?.shows, 'is shown to anyone who has the share link "bank"');
  assert.is((await findShare(registry, secret))?.account, 'north-gold');
  const dumped = await dumpRegistry(registry);
  const ofGold = dumped.accounts.find(({ slug }) => slug === 'north-gold');
  assert.equal(ofGold?.shares, [listed]);
  assert.equal((await applyRegistry(registry, dumped)).changes, []);
  await withRegistry(async (restored) => {
    await applyRegistry(restored, dumped);
    assert.equal(await dumpRegistry(restored), dumped);
  });
  const trail = JSON.stringify(await readAudit(registry, 'north-gold'));
  assert.not.match(trail, listed.hash);
  assert.not.match(trail, 'argon2');

  await applyRegistry(registry, { accounts: [{ slug: 'north-gold', name: 'Silver' }] });
  assert.ok(await findShare(registry, secret), 'an absent key changes nothing');
  const revoked = { ...listed, revoked: true };
  await applyRegistry(registry, { accounts: [{ slug: 'north-gold', shares: [revoked] }] });
  assert.is(await findShare(registry, secret), null);
  const empty = await applyRegistry(registry, { accounts: [{ slug: 'north-gold', shares: [] }] });
  assert.is(empty.changes[0]?.to, null);
  assert.equal(await sharesOf(registry, 'north-desk', 'north-gold'), []);
});

inRegistry('of a file are refused with what is wrong of them', async (registry) => {
  await applyRegistry(registry, world);
  const hash = hashKey('x');
  const share = { name: 'x', hash };
  const messageOf = async (...lists: object[][]) => {
    const slugs = ['north-gold', 'north-eurusd'];
    const accounts = lists.map((list, at) => ({ slug: slugs[at], shares: list }));
    return (await refusal(applyRegistry(registry, { accounts }))).message;
  };
  assert.match(await messageOf([{ name: 'x' }]), 'lacks "hash"');
  assert.match(await messageOf([{ ...share, hash: 'open sesame' }]), 'SHA-256');
  assert.match(await messageOf([{ ...share, password: 'open sesame' }]), 'argon2id');
  assert.match(await messageOf([{ ...share, secret: 'x' }]), 'secret');
  assert.match(await messageOf([share, share]), 'has the hash of another share link');
  assert.match(await messageOf([share], [share]), 'has the hash of another share link');
  await applyRegistry(registry, { accounts: [{ slug: 'north-gold', shares: [share] }] });
  assert.match(await messageOf([], [share]), 'has the hash of another share link');
  assert.is((await sharesOf(registry, 'north-desk', 'north-gold')).length, 1);
});

shares.run();
