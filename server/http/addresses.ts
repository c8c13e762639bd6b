import type { IncomingMessage } from 'node:http';

/** The path of an address as it was sent. */
export const pathOf = (url: string): string => url.replace(/[?#].*/s, '');

/**
 * The path and query of a request, as the one router that there is shall read them: without scheme
 * and host, and with whatever is no percent-encoding of UTF-8 in its path made plain text, so that
 * it runs through the same checks and is the same 404 as any other name of nothing.
 */
export function readableAddress({ url: sent = '/', method }: IncomingMessage): string {
  const url = sent.startsWith('/') ? sent : originForm(sent, method);
  if (!url.includes('%')) return url;
  const path = pathOf(url);
  return isDecodable(path) ? url : path.replaceAll('%', '_') + url.slice(path.length);
}

/** Scheme and authority by RFC 9110 4.2, in any case; without a host it is no address. */
const wholeAddress = /^https?:\/\/(?:[^/?#@]*@)?[^/?#@:][^/?#@]*(?=[/?#]|$)/i;
/** No route has a name with an asterisk. */
const nowhere = '/*';

/** The other forms of RFC 9112 3.2: a whole address, and `*`, which is for OPTIONS alone. */
function originForm(sent: string, method: string | undefined): string {
  // The router takes whatever has one character for `/`.
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
