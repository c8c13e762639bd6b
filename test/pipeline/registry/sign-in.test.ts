import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { redactKeys } from '../../../pipeline/base/key-format.ts';
import { applyRegistry, dumpRegistry } from '../../../pipeline/registry/apply.ts';
import { readAudit } from '../../../pipeline/registry/audit.ts';
import {
  createPortfolio,
  decideAsOwner,
  NotOwnedError,
  renameOwner,
} from '../../../pipeline/registry/owner-decisions.ts';
import { hashPassword, isPassword } from '../../../pipeline/registry/passwords.ts';
import { inviteOwner } from '../../../pipeline/registry/sign-in.ts';
import { signInStory } from './sign-in-story.ts';
import { now, refusal, withRegistry, world } from './world.ts';

const signIn = suite('signing in');

signIn('goes from a link good once to sessions that end, with no secret in the store', () => {
  let instant = now;
  return withRegistry(
    async (registry, dataDir) => {
      await applyRegistry(registry, world);
      const secrets = await signInStory(registry, (hours) => {
        instant = new Date(instant.getTime() + hours * 3_600_000);
      });
      const files = [dataDir.registry, `${dataDir.registry}-wal`];
      const stored = Buffer.concat(files.map((file) => readFileSync(file)));
      for (const secret of secrets) assert.is(stored.includes(secret), false);
      const error = await refusal(inviteOwner(registry, 'nobody'));
      assert.match(error.message, /^owner "nobody" is not in the registry/);
    },
    () => instant,
  );
});

signIn('keeps links out of logs', () => {
  const line = redactKeys('GET /me/invite/tr_invite_A-b_9 HTTP/1.1');
  assert.is(line, 'GET /me/invite/tr_invite_[redacted] HTTP/1.1');
});

signIn('accepts a password however its letters are composed, and no other', async () => {
  const stored = await hashPassword('cafe\u0301 au lait noir');
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.is(await isPassword('caf\u00e9 au lait noir', stored), true);
  assert.is(await isPassword('cafe au lait noir', stored), false);
  assert.is(await isPassword('caf\u00e9 au lait noir', undefined), false);
  assert.is(await isPassword('', undefined), false);
});

signIn('makes an owner an operator by the registry file alone, and says so', () =>
  withRegistry(async (registry) => {
    await applyRegistry(registry, world);
    assert.is((await registry.findOwner('solo'))?.role, 'owner');
    const file = { owners: [{ slug: 'solo', role: 'operator' }] };
    const { changes } = await applyRegistry(registry, file);
    assert.equal(
      changes.map(({ field, from, to, shows }) => [field, from, to, shows]),
      [['role', 'owner', 'operator', 'sees all owners now, as an operator']],
    );
    assert.is((await registry.findOwner('solo'))?.role, 'operator');
    await renameOwner(registry, 'solo', 'Solo');
    assert.is((await registry.findOwner('solo'))?.role, 'operator');
    assert.is((await dumpRegistry(registry)).owners[1]?.role, 'operator');
  }),
);

signIn('lets owners decide on what is theirs, by the rules of the file, under their name', () =>
  withRegistry(async (registry) => {
    await applyRegistry(registry, world);
    const cut = { slug: 'north-gold', history_cut_at: '2025-01-01', hide: ['trades'] } as const;
    await decideAsOwner(registry, 'north-desk', [cut]);
    const gold = await registry.findAccount('north-gold');
    assert.equal([gold?.history_cut_at, gold?.hide], ['2025-01-01', ['trades']]);
    const back = { slug: 'north-gold', history_cut_at: '2024-01-01' };
    const error = await refusal(decideAsOwner(registry, 'north-desk', [back]));
    assert.match(error.message, /permanently removed/);
    const slug = await createPortfolio(registry, 'north-desk', {
      name: 'Été & Gold',
      currency: 'EUR',
      members: ['north-gold'],
    });
    assert.match(slug, /^ete-gold-[2-9a-z]{8}$/);
    assert.is((await registry.findAccount(slug))?.published, false);
    const trail = await readAudit(registry, slug);
    assert.equal([...new Set(trail.map(({ actor }) => actor))], ['owner:north-desk']);
  }),
);

signIn("treats other owners' things as missing", () =>
  withRegistry(async (registry) => {
    await applyRegistry(registry, world);
    const before = await dumpRegistry(registry);
    const tried = [
      decideAsOwner(registry, 'solo', [{ slug: 'north-gold', published: true }]),
      decideAsOwner(registry, 'solo', [{ slug: 'nobody', published: true }]),
      createPortfolio(registry, 'solo', { name: 'x', currency: 'EUR', members: ['north-gold'] }),
      createPortfolio(registry, 'solo', { name: 'x', currency: 'EUR', members: ['nobody'] }),
    ];
    for (const { status, ...rest } of await Promise.allSettled(tried)) {
      assert.is(status, 'rejected');
      assert.ok(
        'reason' in rest && rest.reason instanceof NotOwnedError && rest.reason.message === '',
      );
    }
    assert.equal(await dumpRegistry(registry), before);
  }),
);

signIn.run();
