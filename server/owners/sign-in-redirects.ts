import type { OwnerPageRequest } from './page-request.ts';

const home = '/me';
const signIn = '/me/sign-in';

/** Matches addresses of pages behind the sign-in, and nothing else on this or another site. */
const dashboardPage = /^\/(?:me|operator)(?:\/[\w-]+(?:\.[\w-]+)*)*(?:\?[\w.,~%&=+-]*)?$/;
const beforeSignIn = /^\/me\/(?:sign-in|sign-out|invite)(?:[/?]|$)/;
const maxLength = 500;

/**
 * Returns the page to show after signing in: the requested one, or `/me` if that is not an owners'
 * page.
 */
export function pageAfterSignIn({ form, query }: OwnerPageRequest): string {
  const next = form.text('next') || query.next;
  if (typeof next !== 'string' || next.length > maxLength) return home;
  return dashboardPage.test(next) && !beforeSignIn.test(next) ? next : home;
}

/**
 * Reasons shown on the sign-in page. `unsent`: a form was sent after the session had ended, so it
 * was not saved.
 */
export const signInReasons = ['ended', 'unsent'] as const;

/** Returns the address of the sign-in page that leads back to `next`. */
export function signInAt(next: string, why: (typeof signInReasons)[number] | null): string {
  const query = new URLSearchParams({ ...(next !== home && { next }), ...(why && { why }) });
  return query.size === 0 ? signIn : `${signIn}?${query}`;
}

/**
 * Returns the address of the page that a form is on. It is the longest prefix of the form's address
 * that is a page, such as `/me/accounts/:slug` for `/me/accounts/:slug/name`.
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
