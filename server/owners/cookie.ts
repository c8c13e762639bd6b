import { sessionSeconds } from '../../pipeline/registry/sessions.ts';
import type { Site } from '../accounts/attribution.ts';
import { languageCodes } from '../language/catalogues.ts';
import type { LanguageCode } from '../language/words.ts';

const isSecure = ({ baseUrl }: Site): boolean => baseUrl.startsWith('https:');

/** Cookie name. The `__Host-` prefix stops other hosts of the domain from setting this cookie. */
const nameAt = (site: Site): string => (isSecure(site) ? '__Host-session' : 'session');

/** Returns the session token in a Cookie header; null without a token, or with several. */
export const tokenIn = (header: string | undefined, site: Site): string | null =>
  valueIn(header, nameAt(site));

function valueIn(header: string | undefined, cookie: string): string | null {
  const name = `${cookie}=`;
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const [first, ...others] = pairs.filter((pair) => pair.startsWith(name));
  return first === undefined || others.length > 0 ? null : first.slice(name.length);
}

const languageName = 'language';
const yearSeconds = 365 * 24 * 60 * 60;

/** Returns the language that the reader of owners' pages chose before; null without one. */
export const languageIn = (header: string | undefined): LanguageCode | null =>
  languageCodes.find((code) => code === valueIn(header, languageName)) ?? null;

/**
 * Returns the Set-Cookie header that remembers a language for owners' pages. Public pages get no
 * such cookie.
 */
export const languageCookie = (code: LanguageCode, site: Site): string =>
  `${languageName}=${code}; Path=/me; HttpOnly; SameSite=Lax; Max-Age=${yearSeconds}${isSecure(site) ? '; Secure' : ''}`;

/** Returns the Set-Cookie header that stores a session token; null deletes the cookie. */
export function cookieOf(token: string | null, site: Site): string {
  const seconds = token === null ? 0 : sessionSeconds;
  const secure = isSecure(site) ? '; Secure' : '';
  return `${nameAt(site)}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
}
