import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hashKey, keyKind } from '../../../pipeline/base/key-format.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { readAudit } from '../../../pipeline/registry/audit.ts';
import {
  createConnectionKey,
  listConnectionKeys,
  revokeConnectionKey,
} from '../../../pipeline/registry/connection-keys.ts';
import { noteUses } from '../../../pipeline/registry/secrets.ts';
import { within } from '../../support/within.ts';
import { refusal, withRegistry, world } from './world.ts';

const keys = suite('connection keys');
const inRegistry = within(keys, withRegistry);

const request = { account: 'north-gold', name: 'terminal' };

inRegistry('are shown once, stored as a hash, and found with their account', async (registry) => {
  await applyRegistry(registry, world);
  const created = await createConnectionKey(registry, request);
  assert.is(keyKind(created.key), 'connection');
  assert.match(created.id, /^conn_[0-9A-Za-z]{16}$/);
  assert.equal(Object.keys(created), ['id', 'key', 'name', 'account', 'created_at']);
  const stored = await registry.store.db.selectFrom('connection_keys').selectAll().execute();
  assert.not.match(JSON.stringify(stored), created.key.slice(8));
  assert.equal(await registry.findConnectionByHash(hashKey(created.key)), {
    id: created.id,
    owner: 'north-desk',
    slug: 'north-gold',
    account_id: 'MT4:7@Broker-Demo',
    isClosed: false,
    terms: { plan: 'pro', plan_until: '2027-01-01T00:00:00Z' },
  });
  assert.is(await registry.findKeyByHash(hashKey(created.key)), null);
  await noteUses(registry, new Map([[created.id, 1]]));
  const { key, ...listed } = created;
  assert.equal(await listConnectionKeys(registry, 'north-gold'), [
    {
      ...listed,
      owner: 'north-desk',
      revoked_at: null,
      last_used_at: '2026-03-01T12:00:00Z',
      requests: 1,
    },
  ]);
  assert.equal(await listConnectionKeys(registry, 'north-eurusd'), []);
});

inRegistry('are revoked once, and the trail says so without the key', async (registry) => {
  await applyRegistry(registry, world);
  const { id, key } = await createConnectionKey(registry, request, 'ann');
  assert.is(await revokeConnectionKey(registry, id, 'ben'), true);
  assert.is(await revokeConnectionKey(registry, id, 'ben'), false);
  assert.is(await registry.findConnectionByHash(hashKey(key)), null);
  const trail = (await readAudit(registry, 'north-gold')).slice(-2);
  assert.equal(
    trail.map(({ actor, field, from, to }) => ({ actor, field, from, to })),
    [
      { actor: 'ann', field: `connection_keys.${id}`, from: null, to: { name: 'terminal' } },
      { actor: 'ben', field: `connection_keys.${id}`, from: { name: 'terminal' }, to: null },
    ],
  );
  assert.not.match(JSON.stringify(trail), key.slice(8));
  assert.match((await refusal(revokeConnectionKey(registry, 'conn_x'))).message, /does not exist/);
});

inRegistry('stop working once the account has another owner', async (registry) => {
  await applyRegistry(registry, world);
  const { key } = await createConnectionKey(registry, request);
  await applyRegistry(registry, { accounts: [{ slug: 'north-all', members: ['north-eurusd'] }] });
  await applyRegistry(registry, { accounts: [{ slug: 'north-gold', owner: 'solo' }] });
  assert.is(await registry.findConnectionByHash(hashKey(key)), null);
  const of = await createConnectionKey(registry, request);
  assert.is((await registry.findConnectionByHash(hashKey(of.key)))?.owner, 'solo');
});

inRegistry('need an account and a name, and are limited to ten at a time', async (registry) => {
  await applyRegistry(registry, world);
  const refused = async (account: string, name = 'x') =>
    (await refusal(createConnectionKey(registry, { account, name }))).message;
  assert.match(await refused('nobody'), /not in the registry/);
  assert.match(await refused('north-all'), /is a portfolio/);
  assert.match(await refused('north-gold', 'a\nb'), /--name/);
  for (let made = 0; made < 10; made += 1) await createConnectionKey(registry, request);
  assert.match(await refused('north-gold'), /10 Connection Keys are active/);
});

keys.run();
