import * as assert from 'uvu/assert';
import { readAudit } from '../../../pipeline/registry/audit.ts';
import type { Registry } from '../../../pipeline/registry/registry.ts';
import {
  endSession,
  findSession,
  openSession,
  sessionsOf,
} from '../../../pipeline/registry/sessions.ts';
import {
  acceptInvite,
  changePassword,
  inviteOwner,
  ownerInvitedBy,
  passwordOf,
} from '../../../pipeline/registry/sign-in.ts';

/**
 * Goes from a sign-in link to signing out, in the same way on every store. Returns every secret
 * that was used.
 */
export async function signInStory(
  registry: Registry,
  pass: (hours: number) => void,
): Promise<readonly string[]> {
  const { token } = await inviteOwner(registry, 'solo', 'ann');
  const spare = await inviteOwner(registry, 'solo', 'ann');
  assert.is(await ownerInvitedBy(registry, token), 'solo');
  assert.is(await ownerInvitedBy(registry, token), 'solo', 'to look does not use it up');
  assert.is(await ownerInvitedBy(registry, 'nobody’s'), null);
  assert.is(await passwordOf(registry, 'solo'), undefined);

  const raced = await Promise.all(
    ['one', 'two'].map((hash) => acceptInvite(registry, token, hash, 'Firefox')),
  );
  const [first = '', ...others] = raced.filter((session) => session !== null);
  assert.equal(others, [], 'a link is good once');
  assert.is(await ownerInvitedBy(registry, token), null);
  assert.is(await ownerInvitedBy(registry, spare.token), null, 'a password ends other links');
  assert.match((await passwordOf(registry, 'solo')) ?? '', /^(one|two)$/);
  assert.is((await findSession(registry, first))?.owner, 'solo');

  const second = await openSession(registry, 'solo', 'x'.repeat(500), null);
  const third = await openSession(registry, 'solo', 'Safari', second);
  assert.is(await findSession(registry, second), null, 'replaced');
  assert.is((await sessionsOf(registry, 'solo')).length, 2);
  const { id = '' } = (await findSession(registry, third)) ?? {};
  assert.is(await endSession(registry, 'north-desk', id), false, 'not theirs');
  assert.is(await endSession(registry, 'solo', id), true);
  assert.is(await findSession(registry, third), null);

  pass(1);
  await findSession(registry, first);
  const [session] = await sessionsOf(registry, 'solo');
  assert.not.equal(session?.seen_at, session?.created_at);
  const changed = await changePassword(registry, 'solo', 'three', 'Firefox');
  assert.is(await findSession(registry, first), null, 'a new password ends every session');
  pass(14 * 24);
  assert.is(await findSession(registry, changed), null, 'sessions end');
  assert.equal(await sessionsOf(registry, 'solo'), []);

  const late = await inviteOwner(registry, 'solo', 'ann');
  pass(24);
  assert.is(await ownerInvitedBy(registry, late.token), null);
  assert.is(await acceptInvite(registry, late.token, 'four', ''), null);
  const trail = (await readAudit(registry, 'solo')).slice(-6);
  assert.equal(
    trail.map(({ actor, field }) => [actor, field?.replace(/\..*/, '')]),
    [
      ['ann', 'invite'],
      ['ann', 'invite'],
      ['owner:solo', 'password'],
      ['owner:solo', 'sessions'],
      ['owner:solo', 'password'],
      ['ann', 'invite'],
    ],
  );
  return [token, spare.token, first, second, third, changed, late.token];
}
