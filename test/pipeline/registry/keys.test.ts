import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hashKey, keyKind, newKey } from '../../../pipeline/base/key-format.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { createKey, listKeys, revokeKey } from '../../../pipeline/registry/keys.ts';
import { planAt } from '../../../pipeline/registry/plans.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { noteUses } from '../../../pipeline/registry/secrets.ts';
import { scopes } from '../../../pipeline/registry/words.ts';
import { within } from '../../support/within.ts';
import { raceForKeys } from './race.ts';
import { now, refusal, withRegistry, world } from './world.ts';

const keys = suite('keys');
const inRegistry = within(keys, withRegistry);

const request = { owner: 'solo', name: 'my script', scopes };

keys('have a prefix, 32 random digits and a checksum', () => {
  const made = Array.from({ length: 500 }, newKey);
  assert.is(new Set(made).size, 500);
  for (const key of made) {
    assert.match(key, /^tr_live_[0-9A-Za-z]{38}$/);
    assert.is(keyKind(key), 'developer');
  }
  const digits = new Set(made.flatMap((key) => [...key.slice(8, 40)]));
  assert.is(digits.size, 62);
});

keys('are distinguished from typing errors without a look-up', () => {
  const key = newKey();
  const swapped = key.slice(0, 20) + (key[20] === 'a' ? 'b' : 'a') + key.slice(21);
  for (const wrong of [
    swapped,
    key.slice(0, -1),
    `${key}a`,
    ` ${key}`,
    `${key}\n`,
    key.toUpperCase(),
    '',
    'tr_live_',
  ]) {
    assert.is(keyKind(wrong), null, wrong);
  }
});

keys('of a connection are recognised by their prefix', () => {
  assert.is(keyKind('tr_conn_000000000000000000000000000000000bQqYN'), 'connection');
  assert.is(keyKind('tr_conn_000000000000000000000000000000000bQqYM'), null);
});

inRegistry('are shown once and stored as a hash alone', async (registry) => {
  await applyRegistry(registry, world);
  const created = await createKey(registry, request);
  assert.equal(Object.keys(created), ['id', 'key', 'name', 'owner', 'scopes', 'created_at']);
  assert.match(created.id, /^key_[0-9A-Za-z]{16}$/);
  assert.is(created.created_at, '2026-03-01T12:00:00Z');
  assert.equal(created.scopes, ['accounts:read', 'public:read']);
  const stored = await registry.store.db.selectFrom('api_keys').selectAll().execute();
  assert.not.match(JSON.stringify(stored), created.key.slice(8));
  assert.is(stored[0]?.sha256, hashKey(created.key));
  const { key, ...listed } = created;
  assert.equal(await listKeys(registry, 'solo'), [
    { ...listed, revoked_at: null, last_used_at: null, requests: 0 },
  ]);
});

inRegistry('are found by their hash, with the plan in force', async (registry) => {
  await applyRegistry(registry, world);
  const { key, id } = await createKey(registry, {
    owner: 'north-desk',
    name: 'x',
    scopes: ['public:read'],
  });
  assert.equal(await registry.findKeyByHash(hashKey(key)), {
    id,
    owner: 'north-desk',
    name: 'x',
    scopes: ['public:read'],
    terms: { plan: 'pro', plan_until: '2027-01-01T00:00:00Z' },
  });
  assert.is(await registry.findKeyByHash(hashKey(`${key}x`)), null);
  assert.is(await registry.findKeyByHash(''), null);
});

inRegistry('are limited by plan; revoked ones do not count', async (registry) => {
  await applyRegistry(registry, world);
  const { id } = await createKey(registry, request);
  const { message, exitCode } = await refusal(createKey(registry, request));
  assert.is(exitCode, 1);
  assert.match(message, /^owner "solo": the free plan allows 1 active key and 1 exist; revoke one/);
  await revokeKey(registry, id);
  await createKey(registry, request);

  const pro = { ...request, owner: 'north-desk' };
  for (let made = 0; made < 10; made += 1) await createKey(registry, pro);
  assert.match((await refusal(createKey(registry, pro))).message, /pro plan allows 10 active keys/);
});

keys('made on a paid plan go on working when it lapses, but no further one is made', () => {
  let instant = now;
  return withRegistry(
    async (registry) => {
      await applyRegistry(registry, world);
      const pro = { ...request, owner: 'north-desk' };
      const made = [await createKey(registry, pro), await createKey(registry, pro)];
      const plans = () =>
        Promise.all(
          made.map(async ({ key }) => {
            const found = await registry.findKeyByHash(hashKey(key));
            return found && planAt(found.terms, instant);
          }),
        );
      instant = new Date('2026-12-31T23:59:59.999Z');
      assert.equal(await plans(), ['pro', 'pro']);
      instant = new Date('2027-01-01T00:00:00Z');
      assert.equal(await plans(), ['free', 'free']);
      assert.is((await registry.findOwner('north-desk'))?.plan, 'free');
      assert.match(
        (await refusal(createKey(registry, pro))).message,
        /free plan allows 1 active key and 2 exist/,
      );
    },
    () => instant,
  );
});

inRegistry('are revoked for every open handle at once, only once', async (registry, dataDir) => {
  await applyRegistry(registry, world);
  const server = await openRegistry({ dataDir, clock: () => now });
  const { key, id } = await createKey(registry, request);
  const hash = hashKey(key);
  for (let reads = 0; reads < 5; reads += 1) {
    assert.is((await server.findKeyByHash(hash))?.id, id);
  }
  assert.is(await revokeKey(registry, id), true);
  assert.is(await server.findKeyByHash(hash), null);
  assert.is(await revokeKey(server, id), false);
  assert.is((await listKeys(server, 'solo'))[0]?.revoked_at, '2026-03-01T12:00:00Z');
  await server.close();
});

inRegistry('need an owner and a name that exist', async (registry) => {
  await applyRegistry(registry, world);
  const unknown = await refusal(createKey(registry, { ...request, owner: 'nobody' }));
  assert.match(unknown.message, /^owner "nobody" is not in the registry/);
  assert.is(unknown.exitCode, 1);
  assert.is((await refusal(listKeys(registry, 'nobody'))).exitCode, 1);
  assert.is((await refusal(createKey(registry, { ...request, name: ' ' }))).exitCode, 2);
  assert.is((await refusal(createKey(registry, { ...request, name: 'a\nb' }))).exitCode, 2);
  const { message, exitCode } = await refusal(revokeKey(registry, 'key_unknown'));
  assert.match(message, /^key "key_unknown" does not exist/);
  assert.is(exitCode, 1);
});

inRegistry('remember when they were used', async (registry) => {
  await applyRegistry(registry, world);
  const { id } = await createKey(registry, request);
  await noteUses(registry, new Map([[id, 3]]));
  await noteUses(registry, new Map([[id, 2]]));
  const [listed] = await listKeys(registry, 'solo');
  assert.equal([listed?.last_used_at, listed?.requests], ['2026-03-01T12:00:00Z', 5]);
});

inRegistry('have their uses noted together, by one write that is no decision', async (registry) => {
  await applyRegistry(registry, world);
  const made = await Promise.all(
    ['one', 'two', 'unused'].map((name) =>
      createKey(registry, { ...request, owner: 'north-desk', name }),
    ),
  );
  const used = made.slice(0, 2).map(({ id }) => id);
  const many = Array.from({ length: 40_000 }, (_, at) => `key_${at}`);
  const { store } = registry;
  const { annotate } = store;
  let writes = 0;
  store.annotate = (work) => {
    writes += 1;
    return annotate(work);
  };
  const before = await store.revision();
  await noteUses(registry, new Map([...many, ...used].map((each) => [each, 1])));
  await noteUses(registry, new Map());
  assert.is(writes, 1);
  assert.is(await store.revision(), before);
  const uses = (await listKeys(registry, 'north-desk')).filter(({ id }) =>
    made.some((key) => key.id === id),
  );
  assert.equal(
    uses
      .filter(({ last_used_at }) => last_used_at !== null)
      .map(({ id }) => id)
      .sort(),
    used.sort(),
  );
});

inRegistry(
  'made by three processes at the same time stay within the limit',
  async (registry, dataDir) => {
    await applyRegistry(registry, world);
    const outcomes = await raceForKeys(3, dataDir);
    assert.equal(outcomes.map((outcome) => outcome.slice(0, 31)).sort(), [
      'made',
      'refused: owner "solo": the free',
      'refused: owner "solo": the free',
    ]);
    assert.is((await listKeys(registry, 'solo')).length, 1);
  },
);

keys.run();
