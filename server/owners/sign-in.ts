import {
  hasAllowedLength,
  hashPassword,
  isPassword,
  passwordLength,
} from '../../pipeline/registry/passwords.ts';
import { findSession, leaveSession, openSession } from '../../pipeline/registry/sessions.ts';
import { acceptInvite, ownerInvitedBy, passwordOf } from '../../pipeline/registry/sign-in.ts';
import { fillText } from '../site/language/format.ts';
import type { OwnerPageRequest, Reply } from './page-request.ts';
import { invitePage, signInPage, usedInvitePage } from './pages/sign-in.ts';
import { pageAfterSignIn, signInReasons } from './sign-in-redirects.ts';

/** Returns the sentence for a password that is too short or too long. */
export const lengthRule = ({ words }: OwnerPageRequest): string =>
  fillText(words.signIn.length, passwordLength);

/** Returns the sentence for too many attempts, with the seconds to wait. */
export const tooManyAttempts = (
  { words, context: { language } }: OwnerPageRequest,
  seconds: number,
): string => language.counted(words.signIn.tooManyAttempts, seconds);

/** Shows the sign-in page, with the reason if a session has ended. */
export function askToSignIn(request: OwnerPageRequest): Reply {
  const why = signInReasons.find((reason) => reason === request.query.why);
  return { page: signInPage(request, '', why ? request.words.signIn.why[why] : null) };
}

/**
 * Signs an owner in. A wrong password and an unknown name get the same answer after the same time.
 */
export async function signIn(request: OwnerPageRequest): Promise<Reply> {
  const { form, services, agent, token } = request;
  const owner = form.text('owner').toLowerCase();
  const seconds = await secondsToWait(request, owner);
  if (seconds > 0) {
    const page = signInPage(request, owner, tooManyAttempts(request, seconds));
    return { page, status: 429, retryAfter: seconds };
  }
  if (!(await isPassword(form.exact('password'), await passwordOf(services.registry, owner)))) {
    const page = signInPage(request, owner, request.words.signIn.wrong);
    return { page, status: 401 };
  }
  // Replace the old token, since somebody else may know it.
  return {
    session: await openSession(services.registry, owner, agent, token),
    to: pageAfterSignIn(request),
  };
}

/**
 * Counts a sign-in attempt. Returns the seconds to wait before a password is checked, or 0.
 * Attempts count per client network and user name. So a stranger on another network can't lock an
 * owner out.
 */
export async function secondsToWait(
  { services: { limits }, client }: OwnerPageRequest,
  owner: string,
): Promise<number> {
  const name = /^[a-z0-9-]{1,64}$/.test(owner) ? owner : '';
  for (const [allowance, counted] of [
    ['sign_ins', client],
    ['sign_in', `${client} ${name}`],
  ] as const) {
    const { isAllowed, retryAfter } = await limits.take(allowance, counted);
    if (!isAllowed) return retryAfter;
  }
  return 0;
}

/**
 * Shows the page of an invitation link. This doesn't use the link up, since chat programs open a
 * link to preview it.
 */
export async function showInvite(request: OwnerPageRequest): Promise<Reply> {
  const { token = '' } = request.params;
  const owner = await ownerInvitedBy(request.services.registry, token);
  if (owner === null) return { page: usedInvitePage(request), status: 410 };
  return { page: invitePage(request, token, owner, null) };
}

/** Sets a password by an invitation link, uses the link up, and signs its owner in. */
export async function useInvite(request: OwnerPageRequest): Promise<Reply> {
  const { params, form, services, agent } = request;
  const { token = '' } = params;
  const owner = await ownerInvitedBy(services.registry, token);
  if (owner === null) return { page: usedInvitePage(request), status: 410 };
  const password = form.exact('password');
  if (!hasAllowedLength(password)) {
    return { page: invitePage(request, token, owner, lengthRule(request)), status: 422 };
  }
  const seconds = await secondsToWait(request, owner);
  if (seconds > 0) {
    const page = invitePage(request, token, owner, tooManyAttempts(request, seconds));
    return { page, status: 429, retryAfter: seconds };
  }
  const hashed = await hashPassword(password);
  const session = await acceptInvite(services.registry, token, hashed, agent);
  if (session === null) return { page: usedInvitePage(request), status: 410 };
  return { session, to: '/me' };
}

/** Ends the browser's session, if it has one. */
export async function signOut({ services: { registry }, token }: OwnerPageRequest): Promise<Reply> {
  const session = token === null ? null : await findSession(registry, token);
  if (session) await leaveSession(registry, session);
  return { session: null, to: '/me/sign-in' };
}
