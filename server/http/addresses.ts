import type { IncomingMessage } from 'node:http';

/** Returns the path of an address as it was sent. */
const pathOf = (url: string): string => url.replace(/[?#].*/s, '');

/**
 * Returns the path and query of a request for the router, without scheme and host. If the path has
 * an invalid percent-encoding, each `%` becomes `_`. So it passes the same checks and gets the same
 * 404 as any unknown path.
 */
export function readableAddress({ url: sent = '/', method }: IncomingMessage): string {
  const url = sent.startsWith('/') ? sent : originForm(sent, method);
  if (!url.includes('%')) return url;
  const path = pathOf(url);
  return isDecodable(path) ? url : path.replaceAll('%', '_') + url.slice(path.length);
}

/** Matches scheme and authority by RFC 9110 4.2, in any case, with a host. */
const wholeAddress = /^https?:\/\/(?:[^/?#@]*@)?[^/?#@:][^/?#@]*(?=[/?#]|$)/i;
/** Path that no route has. */
const nowhere = '/*';

/**
 * Converts the other forms of RFC 9112 3.2: a full address, and `*`, which only OPTIONS may use.
 */
function originForm(sent: string, method: string | undefined): string {
  // The router reads any single character as `/`.
  if (sent === '*') return method === 'OPTIONS' ? sent : nowhere;
  const before = wholeAddress.exec(sent)?.[0];
  if (before === undefined) return nowhere;
  const rest = sent.slice(before.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
