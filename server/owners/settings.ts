import { createKey, listKeys, revokeKey } from '../../pipeline/registry/keys.ts';
import { isName } from '../../pipeline/registry/names.ts';
import { limitReason } from '../../pipeline/registry/over-limit.ts';
import { actorOf, NotOwnedError, renameOwner } from '../../pipeline/registry/owner-decisions.ts';
import { passkeysOf } from '../../pipeline/registry/passkeys.ts';
import { hasAllowedLength, hashPassword, isPassword } from '../../pipeline/registry/passwords.ts';
import { endSession, sessionsOf } from '../../pipeline/registry/sessions.ts';
import { changePassword, passwordOf } from '../../pipeline/registry/sign-in.ts';
import { scopes } from '../../pipeline/registry/words.ts';
import type { HtmlContent } from '../site/html.ts';
import { isRefusal, refusalOf } from './failures.ts';
import { tickedOf } from './form.ts';
import type { Reply, SignedInRequest } from './page-request.ts';
import type { FormOutcome } from './pages/fields.ts';
import { settingsPage } from './pages/settings.ts';
import { reasonText } from './reasons/reason-text.ts';
import { lengthRule, secondsToWait, tooManyAttempts } from './sign-in.ts';

/** Shows the settings: brand name, public page, keys, password, passkeys and sessions. */
export const showSettings = (request: SignedInRequest): Promise<Reply> => show(request, {});

async function show(request: SignedInRequest, outcome: FormOutcome, status = 200): Promise<Reply> {
  const { services, owner } = request;
  const [shown, keys, passkeys, sessions] = await Promise.all([
    services.registry.findShownOwner(owner.slug),
    listKeys(services.registry, owner.slug),
    passkeysOf(services.registry, owner.slug),
    sessionsOf(services.registry, owner.slug),
  ]);
  const credentials = { keys: keys.toReversed(), passkeys, sessions };
  const page = settingsPage(request, shown ?? nothingShown, credentials, outcome);
  return { page, status };
}

const nothingShown = { name: null, about: null, link: null, picture: null } as const;

/** Shows the settings with the reason why a form was refused. */
export const refuseSetting = (
  request: SignedInRequest,
  problem: HtmlContent,
  status = 422,
): Promise<Reply> => show(request, { problem }, status);

/** Redirects to the settings, which then say what was saved. */
export const settingDone = (what: string): Reply => ({ to: `/me/settings?done=${what}` });

/** Changes the owner's brand name; an empty field removes it. */
export async function renameBrand(request: SignedInRequest): Promise<Reply> {
  const { services, owner, form } = request;
  const name = form.text('name');
  const refusal = await refusalOf(
    renameOwner(services.registry, owner.slug, name === '' ? null : name),
    request,
  );
  return refusal === null ? settingDone('name') : refuseSetting(request, refusal);
}

/** Creates a Developer API Key and shows it this once. */
export async function makeKey(request: SignedInRequest): Promise<Reply> {
  const { services, owner, form } = request;
  const name = form.text('name');
  const granted = tickedOf(form, 'scope', scopes);
  if (!isName(name)) return refuseSetting(request, request.words.problems.keyName);
  if (granted.length === 0) return refuseSetting(request, request.words.settings.problems.scopes);
  const newKey = { owner: owner.slug, name, scopes: granted };
  try {
    const { key } = await createKey(services.registry, newKey, actorOf(owner.slug));
    return await show(request, { secret: key });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return refuseSetting(request, reasonText(limitReason(owner.plan, 'keys'), request));
  }
}

/** Revokes one of the owner's keys; it stops working at once. */
export async function revokeOwnKey({ services, owner, params }: SignedInRequest): Promise<Reply> {
  const { id = '' } = params;
  const keys = await listKeys(services.registry, owner.slug);
  if (!keys.some((key) => key.id === id)) throw new NotOwnedError();
  await revokeKey(services.registry, id, actorOf(owner.slug));
  return settingDone('revoked');
}

/** Changes the password if the current one is given, and ends all other sessions. */
export async function changePasswordByForm(request: SignedInRequest): Promise<Reply> {
  const { services, owner, form, agent } = request;
  const password = form.exact('password');
  if (!hasAllowedLength(password)) return refuseSetting(request, lengthRule(request));
  const seconds = await secondsToWait(request, owner.slug);
  if (seconds > 0) return refuseSetting(request, tooManyAttempts(request, seconds), 429);
  const stored = await passwordOf(services.registry, owner.slug);
  if (!(await isPassword(form.exact('present'), stored))) {
    return refuseSetting(request, request.words.settings.problems.wrongPassword);
  }
  const hashed = await hashPassword(password);
  const session = await changePassword(services.registry, owner.slug, hashed, agent);
  return { session, ...settingDone('password') };
}

/** Ends one of the owner's sessions. */
export async function endOwnSession({
  services,
  owner,
  params,
  session,
}: SignedInRequest): Promise<Reply> {
  const { id = '' } = params;
  if (!(await endSession(services.registry, owner.slug, id))) throw new NotOwnedError();
  return id === session.id ? { session: null, to: '/me/sign-in' } : settingDone('ended');
}
