import { sessionSeconds } from '../../pipeline/registry/sessions.ts';
import type { Site } from '../accounts/attribution.ts';

const isSecure = ({ baseUrl }: Site): boolean => baseUrl.startsWith('https:');

/** Cookie name. The `__Host-` prefix stops other hosts of the domain from setting this cookie. */
const nameAt = (site: Site): string => (isSecure(site) ? '__Host-session' : 'session');

/** Returns the session token in a Cookie header; null without a token, or with several. */
export function tokenIn(header: string | undefined, site: Site): string | null {
  const name = `${nameAt(site)}=`;
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const [first, ...others] = pairs.filter((pair) => pair.startsWith(name));
  return first === undefined || others.length > 0 ? null : first.slice(name.length);
}

/** Returns the Set-Cookie header that stores a session token; null deletes the cookie. */
export function cookieOf(token: string | null, site: Site): string {
  const seconds = token === null ? 0 : sessionSeconds;
  const secure = isSecure(site) ? '; Secure' : '';
  return `${nameAt(site)}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
}
