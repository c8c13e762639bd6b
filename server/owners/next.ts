import type { Visit } from './visit.ts';

// Where a browser goes on once its owner has signed in.

const home = '/me';
const signIn = '/me/sign-in';

/** Addresses of our own pages behind a sign-in, and of nothing else on any site. */
const ownPage = /^\/(?:me|operator)(?:\/[\w-]+(?:\.[\w-]+)*)*(?:\?[\w.,~%&=+-]*)?$/;
const beforeSignIn = /^\/me\/(?:sign-in|sign-out|invite)(?:[/?]|$)/;
const maxLength = 500;

/** The page that a sign-in form goes on to. Whatever is no page of ours leads to `/me`. */
export function nextOf({ form, query }: Visit): string {
  const next = form.text('next') || query.next;
  if (typeof next !== 'string' || next.length > maxLength) return home;
  return ownPage.test(next) && !beforeSignIn.test(next) ? next : home;
}

/** Why somebody has to sign in: a session has ended, maybe while they sent something. */
export const reasons = {
  ended: 'Your session has ended. Sign in to go on.',
  unsent: 'Your session has ended, and what you sent was not taken. Sign in, then send it again.',
} as const;

/** The sign-in page that leads back to where somebody was. */
export function signInAt(next: string, why: keyof typeof reasons | null): string {
  const query = new URLSearchParams({ ...(next !== home && { next }), ...(why && { why }) });
  return query.size === 0 ? signIn : `${signIn}?${query}`;
}

/**
 * Returns the address of the page that a form stands on: the longest beginning of the form's own
 * address, such as `/me/accounts/:slug` of `/me/accounts/:slug/name`, that is a page.
 */
export function pageOfForm(
  pattern: string,
  url: string,
  isPage: (pattern: string) => boolean,
): string {
  const patterns = pattern.split('/');
  const [path = ''] = url.split('?');
  const parts = path.split('/');
  for (let count = patterns.length; count > 1; count -= 1) {
    if (isPage(patterns.slice(0, count).join('/'))) return parts.slice(0, count).join('/');
  }
  return home;
}
