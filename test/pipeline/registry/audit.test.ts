import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hashKey } from '../../../pipeline/base/key-format.ts';
import { applyRegistry, dumpRegistry, userOfProcess } from '../../../pipeline/registry/apply.ts';
import { readAudit } from '../../../pipeline/registry/audit.ts';
import { createKey, revokeKey } from '../../../pipeline/registry/keys.ts';
import { fieldsOf } from '../../support/fields.ts';
import { within } from '../../support/within.ts';
import { gold, northDesk, refusal, withRegistry } from './world.ts';

const audit = suite('audit trail');
const inRegistry = within(audit, withRegistry);

const file = { owners: [northDesk], accounts: [{ ...gold, hide: ['twr'] }] };

inRegistry('has who changed what, from what to what, oldest first', async (registry) => {
  await applyRegistry(registry, file, { actor: 'ann' });
  const later = () => new Date('2026-04-01T08:00:00.500Z');
  const change = { slug: 'north-gold', hide: [], published: true };
  await applyRegistry(registry, { accounts: [change] }, { actor: 'bob', clock: later });
  await applyRegistry(registry, { accounts: [change] }, { actor: 'eve', clock: later });

  const entries = await readAudit(registry);
  assert.equal(fieldsOf(entries, 'number', 'actor', 'kind', 'entry', 'field'), [
    [1, 'ann', 'owner', 'north-desk', 'name'],
    [2, 'ann', 'owner', 'north-desk', 'plan'],
    [3, 'ann', 'owner', 'north-desk', 'plan_until'],
    [4, 'ann', 'account', 'north-gold', 'type'],
    [5, 'ann', 'account', 'north-gold', 'account_id'],
    [6, 'ann', 'account', 'north-gold', 'owner'],
    [7, 'ann', 'account', 'north-gold', 'name'],
    [8, 'ann', 'account', 'north-gold', 'hide'],
    [9, 'ann', 'account', 'north-gold', 'created_at'],
    [10, 'bob', 'account', 'north-gold', 'hide'],
    [11, 'bob', 'account', 'north-gold', 'published'],
  ]);
  assert.equal(entries.slice(-2), [
    {
      number: 10,
      at: '2026-04-01T08:00:00Z',
      actor: 'bob',
      kind: 'account',
      entry: 'north-gold',
      field: 'hide',
      from: ['twr'],
      to: [],
      shows: 'no longer hides twr',
    },
    {
      number: 11,
      at: '2026-04-01T08:00:00Z',
      actor: 'bob',
      kind: 'account',
      entry: 'north-gold',
      field: 'published',
      from: false,
      to: true,
      shows: 'is published, hiding nothing',
    },
  ]);
  assert.equal(await readAudit(registry, 'north-desk'), entries.slice(0, 3));
  assert.equal(await readAudit(registry, 'nobody'), []);
});

inRegistry('has nothing of a file that is refused', async (registry) => {
  await refusal(applyRegistry(registry, { ...file, accounts: [{ ...gold, owner: 'x' }] }));
  assert.equal(await readAudit(registry), []);
});

inRegistry('has each key that is made and revoked, but not the key', async (registry) => {
  await applyRegistry(registry, file);
  const before = (await readAudit(registry)).length;
  const request = { owner: 'north-desk', name: 'laptop', scopes: ['accounts:read'] } as const;
  const { id, key } = await createKey(registry, request, 'ann');
  await refusal(createKey(registry, { ...request, owner: 'nobody' }, 'ann'));
  await revokeKey(registry, id, 'bob');
  await revokeKey(registry, id, 'eve');
  await refusal(revokeKey(registry, 'key_unknown', 'eve'));

  const entries = (await readAudit(registry)).slice(before);
  const terms = { name: 'laptop', scopes: ['accounts:read'] };
  const common = { at: '2026-03-01T12:00:00Z', kind: 'owner', entry: 'north-desk' };
  assert.equal(entries, [
    {
      number: before + 1,
      actor: 'ann',
      ...common,
      field: `keys.${id}`,
      from: null,
      to: terms,
      shows: null,
    },
    {
      number: before + 2,
      actor: 'bob',
      ...common,
      field: `keys.${id}`,
      from: terms,
      to: null,
      shows: null,
    },
  ]);
  const trail = JSON.stringify(await readAudit(registry));
  assert.not.match(trail, key.slice(8));
  assert.not.match(trail, hashKey(key));
});

inRegistry('names the user of the process where nobody else is named', async (registry) => {
  await applyRegistry(registry, file);
  assert.ok((await readAudit(registry)).every(({ actor }) => actor === userOfProcess()));
  assert.ok(userOfProcess().length > 0);
});

inRegistry('is no part of a dump', async (registry) => {
  await applyRegistry(registry, file, { actor: 'canary of the actor' });
  assert.not.match(JSON.stringify(await dumpRegistry(registry)), 'canary');
});

audit.run();
