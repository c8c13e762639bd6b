import { createHmac, timingSafeEqual } from 'node:crypto';
import { sharePath } from '../../pipeline/registry/shares.ts';
import type { Site } from '../accounts/attribution.ts';

/** Seconds for which a browser need not give the password of a share link again. */
const openSeconds = 12 * 3600;

const nameAt = ({ baseUrl }: Site): string =>
  baseUrl.startsWith('https:') ? '__Secure-share' : 'share';

/**
 * Signs the time until which a link stays open in this browser. The signing key is the hash of the
 * link's password, which no page shows. So servers need no other secret, and a new password closes
 * the link in every browser.
 */
const signature = (secret: string, passwordHash: string, end: number): Buffer =>
  createHmac('sha256', passwordHash).update(`share ${secret} ${end}`).digest();

/** Returns the Set-Cookie header of a browser that gave the right password, for this link alone. */
export function openingCookie(secret: string, passwordHash: string, now: Date, site: Site): string {
  const end = Math.floor(now.getTime() / 1000) + openSeconds;
  const value = `${end}.${signature(secret, passwordHash, end).toString('base64url')}`;
  const secure = site.baseUrl.startsWith('https:') ? '; Secure' : '';
  return `${nameAt(site)}=${value}; Path=${sharePath}${secret}; HttpOnly; SameSite=Lax; Max-Age=${openSeconds}${secure}`;
}

/** Tells whether a Cookie header proves that this browser gave the password and may still read. */
export function isOpenedBy(
  header: string | undefined,
  secret: string,
  passwordHash: string,
  now: Date,
  site: Site,
): boolean {
  const start = `${nameAt(site)}=`;
  return (header ?? '').split(';').some((pair) => {
    const text = pair.trim();
    const [end = '', signed = ''] = text.startsWith(start)
      ? text.slice(start.length).split('.')
      : [];
    if (!/^\d{1,12}$/.test(end) || Number(end) * 1000 <= now.getTime()) return false;
    const expected = signature(secret, passwordHash, Number(end));
    const sent = Buffer.from(signed, 'base64url');
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  });
}
