import {
  hashPassword,
  isPassword,
  isPasswordLong,
  passwordLength,
} from '../../pipeline/registry/passwords.ts';
import { findSession, leaveSession, openSession } from '../../pipeline/registry/sessions.ts';
import { acceptInvite, ownerInvitedBy, passwordOf } from '../../pipeline/registry/sign-in.ts';
import { nextOf, reasons } from './next.ts';
import { invitePage, signInPage, usedInvitePage } from './pages/sign-in.ts';
import type { Reply, Visit } from './visit.ts';

export const lengthRule = `A password has ${passwordLength.min} to ${passwordLength.max} characters.`;

/** Asks who somebody is, and says why where their session has ended. */
export function askToSignIn(visit: Visit): Reply {
  const why = Object.entries(reasons).find(([word]) => word === visit.query.why);
  return { page: signInPage(visit, '', why?.[1] ?? null) };
}

/** Signs an owner in; the same answer, in the same time, for a wrong password and a wrong name. */
export async function signIn(visit: Visit): Promise<Reply> {
  const { form, services, agent, token } = visit;
  const owner = form.text('owner').toLowerCase();
  const seconds = await secondsToWait(visit, owner);
  if (seconds > 0) {
    const page = signInPage(visit, owner, `Too many tries; wait ${seconds} s.`);
    return { page, status: 429, retryAfter: seconds };
  }
  if (!(await isPassword(form.exact('password'), await passwordOf(services.book, owner)))) {
    const page = signInPage(visit, owner, 'That name and password do not belong together.');
    return { page, status: 401 };
  }
  // A token that was there before may be known to somebody else.
  return { session: await openSession(services.book, owner, agent, token), to: nextOf(visit) };
}

/**
 * Seconds until a password for that name is looked at again; 0 where it is now. Counted by network
 * too, so that no stranger keeps an owner out.
 */
export async function secondsToWait(
  { services: { limits }, client }: Visit,
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

/** What a link leads to; to look at it does not use it up, since programs that show links do. */
export async function lookAtInvite(visit: Visit): Promise<Reply> {
  const { token = '' } = visit.params;
  const owner = await ownerInvitedBy(visit.services.book, token);
  if (owner === null) return { page: usedInvitePage(visit), status: 410 };
  return { page: invitePage(visit, token, owner, null) };
}

/** Uses a link up for a password and signs its owner in. */
export async function useInvite(visit: Visit): Promise<Reply> {
  const { params, form, services, agent } = visit;
  const { token = '' } = params;
  const owner = await ownerInvitedBy(services.book, token);
  if (owner === null) return { page: usedInvitePage(visit), status: 410 };
  const password = form.exact('password');
  if (!isPasswordLong(password)) {
    return { page: invitePage(visit, token, owner, lengthRule), status: 422 };
  }
  const seconds = await secondsToWait(visit, owner);
  if (seconds > 0) {
    const page = invitePage(visit, token, owner, `Too many tries; wait ${seconds} s.`);
    return { page, status: 429, retryAfter: seconds };
  }
  const hashed = await hashPassword(password);
  const session = await acceptInvite(services.book, token, hashed, agent);
  if (session === null) return { page: usedInvitePage(visit), status: 410 };
  return { session, to: '/me' };
}

/** Ends the session that a browser has, if any. */
export async function signOut({ services: { book }, token }: Visit): Promise<Reply> {
  const session = token === null ? null : await findSession(book, token);
  if (session) await leaveSession(book, session);
  return { session: null, to: '/me/sign-in' };
}
