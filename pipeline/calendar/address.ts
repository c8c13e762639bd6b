import { createHash } from 'node:crypto';

/** Address of a feed, without its user and password. */
export interface FeedAddress {
  /** Without user, password and fragment. */
  readonly url: URL;
  /** Authorization header for user and password, or null. */
  readonly authorization: string | null;
  /** Host and file, and what tells it from others: it names the feed in the log and its copy. */
  readonly name: string;
}

const credentials = /^(https?:\/\/)[^/?#\\]*@/i;

/** Takes an address as it was set apart; a query may hold a key too, and is never shown. */
export function readFeedAddress(text: string): FeedAddress {
  const { username, password } = new URL(text);
  const plain = text.replace(credentials, '$1');
  const url = new URL(plain);
  url.hash = '';
  const pair = [username, password].map(decodeURIComponent).join(':');
  const authorization = pair === ':' ? null : `Basic ${Buffer.from(pair).toString('base64')}`;
  return { url, authorization, name: nameOf(plain, url) };
}

function nameOf(plain: string, { host, pathname }: URL): string {
  const file = pathname.slice(pathname.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  const digest = createHash('sha256').update(plain).digest('hex').slice(0, 8);
  return [host, file, digest]
    .filter(Boolean)
    .join('-')
    .replaceAll(/[^A-Za-z0-9]+/g, '-');
}

/**
 * Returns the target of a redirect, or null if it is not a valid address. A user or password in it
 * is dropped: the redirecting server chose it.
 */
export function redirectOf(location: string | null, from: URL): URL | null {
  if (location === null || !URL.canParse(location, from.href)) return null;
  const to = new URL(location, from);
  to.username = '';
  to.password = '';
  to.hash = '';
  return /^https?:$/.test(to.protocol) ? to : null;
}

/**
 * Returns true if headers for one address may be sent to the other: the same server, over an
 * equally safe protocol.
 */
export function isSameServer(to: URL, from: URL): boolean {
  if (to.origin === from.origin) return true;
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:';
  return isUpgrade && to.hostname === from.hostname && to.port === '' && from.port === '';
}
