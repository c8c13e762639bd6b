import { createKey, listKeys, revokeKey } from '../../pipeline/registry/keys.ts';
import { isName } from '../../pipeline/registry/names.ts';
import { actorOf, NotTheirs, renameOwner } from '../../pipeline/registry/own.ts';
import { passkeysOf } from '../../pipeline/registry/passkeys.ts';
import { hashPassword, isPassword, isPasswordLong } from '../../pipeline/registry/passwords.ts';
import { planLimits } from '../../pipeline/registry/plans.ts';
import { endSession, sessionsOf } from '../../pipeline/registry/sessions.ts';
import { changePassword, passwordOf } from '../../pipeline/registry/sign-in.ts';
import { scopes } from '../../pipeline/registry/words.ts';
import { tickedOf } from './form.ts';
import { doneWords, type SettingsWords, settingsPage } from './pages/settings.ts';
import { isRefusal, refusalOf } from './refusals.ts';
import { lengthRule, secondsToWait } from './sign-in.ts';
import type { OwnersVisit, Reply } from './visit.ts';

/** Brand, keys, password and sessions of whoever is signed in. */
export const showSettings = (visit: OwnersVisit): Promise<Reply> =>
  show(visit, { message: doneWords.get(String(visit.query.done)) ?? null });

async function show(visit: OwnersVisit, words: SettingsWords, status = 200): Promise<Reply> {
  const { services, owner } = visit;
  const [keys, passkeys, sessions] = await Promise.all([
    listKeys(services.book, owner.slug),
    passkeysOf(services.book, owner.slug),
    sessionsOf(services.book, owner.slug),
  ]);
  const page = settingsPage(visit, { keys: keys.toReversed(), passkeys, sessions }, words);
  return { page, status };
}

/** The settings, with why something was not done. */
export const refuseSetting = (visit: OwnersVisit, problem: string, status = 422): Promise<Reply> =>
  show(visit, { problem }, status);

/** Back to the settings, with what was done. */
export const settingDone = (what: string): Reply => ({ to: `/me/settings?done=${what}` });

/** Changes the brand that an owner is shown under; none where the field is empty. */
export async function renameBrand(visit: OwnersVisit): Promise<Reply> {
  const { services, owner, form } = visit;
  const name = form.text('name');
  const refusal = await refusalOf(
    renameOwner(services.book, owner.slug, name === '' ? null : name),
  );
  return refusal === null ? settingDone('name') : refuseSetting(visit, refusal);
}

/** Makes a Developer API Key and shows it, for the only time. */
export async function makeKey(visit: OwnersVisit): Promise<Reply> {
  const { services, owner, form } = visit;
  const name = form.text('name');
  const granted = tickedOf(form, 'scope', scopes);
  if (!isName(name)) return refuseSetting(visit, 'A key needs a name of 1 to 200 characters.');
  if (granted.length === 0) return refuseSetting(visit, 'A key needs a scope: tick one at least.');
  const request = { owner: owner.slug, name, scopes: granted };
  try {
    const { key } = await createKey(services.book, request, actorOf(owner.slug));
    return await show(visit, { key });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const limit = planLimits[owner.plan].keys;
    return refuseSetting(
      visit,
      `The ${owner.plan} plan has ${limit} active key${limit === 1 ? '' : 's'} at most: revoke one first.`,
    );
  }
}

/** Ends one of the owner's keys at once. */
export async function revokeOne({ services, owner, params }: OwnersVisit): Promise<Reply> {
  const { id = '' } = params;
  const keys = await listKeys(services.book, owner.slug);
  if (!keys.some((key) => key.id === id)) throw new NotTheirs();
  await revokeKey(services.book, id, actorOf(owner.slug));
  return settingDone('revoked');
}

/** Changes the password, of whoever knows the present one; all other sessions end. */
export async function changePasswordByForm(visit: OwnersVisit): Promise<Reply> {
  const { services, owner, form, agent } = visit;
  const password = form.exact('password');
  if (!isPasswordLong(password)) return refuseSetting(visit, lengthRule);
  const seconds = await secondsToWait(visit, owner.slug);
  if (seconds > 0) return refuseSetting(visit, `Too many tries; wait ${seconds} s.`, 429);
  const stored = await passwordOf(services.book, owner.slug);
  if (!(await isPassword(form.exact('present'), stored))) {
    return refuseSetting(visit, 'The present password is another.');
  }
  const hashed = await hashPassword(password);
  const session = await changePassword(services.book, owner.slug, hashed, agent);
  return { session, ...settingDone('password') };
}

/** Ends one of the owner's sessions. */
export async function endOne({ services, owner, params, session }: OwnersVisit): Promise<Reply> {
  const { id = '' } = params;
  if (!(await endSession(services.book, owner.slug, id))) throw new NotTheirs();
  return id === session.id ? { session: null, to: '/me/sign-in' } : settingDone('ended');
}
