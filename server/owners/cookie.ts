import { sessionSeconds } from '../../pipeline/registry/sessions.ts';
import type { Site } from '../accounts/attribution.ts';

const isSecure = ({ baseUrl }: Site): boolean => baseUrl.startsWith('https:');

/** With the prefix, no other host of the domain can put a cookie of its own in its place. */
const nameAt = (site: Site): string => (isSecure(site) ? '__Host-session' : 'session');

/** The token that a browser shows; null where it shows none, or more than one. */
export function tokenIn(header: string | undefined, site: Site): string | null {
  const name = `${nameAt(site)}=`;
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const [first, ...others] = pairs.filter((pair) => pair.startsWith(name));
  return first === undefined || others.length > 0 ? null : first.slice(name.length);
}

/** The header that gives a browser a token; null takes it away. */
export function cookieOf(token: string | null, site: Site): string {
  const seconds = token === null ? 0 : sessionSeconds;
  const secure = isSecure(site) ? '; Secure' : '';
  return `${nameAt(site)}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
}
