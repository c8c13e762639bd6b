import type { IncomingMessage } from 'node:http';

/** The path of an address as it was sent. */
export const pathOf = (url: string): string => url.replace(/[?#].*/s, '');

/**
 * The address without scheme and host, and with whatever is no percent-encoding of UTF-8 in its
 * path made plain text, so that it runs through the same checks and is the same 404 as any other
 * name of nothing.
 */
export function readableAddress({ url: sent = '/' }: IncomingMessage): string {
  const url = sent.startsWith('/') ? sent : sent.replace(/^https?:\/\/.*?\//, '/');
  if (!url.includes('%')) return url;
  const path = pathOf(url);
  return isDecodable(path) ? url : path.replaceAll('%', '_') + url.slice(path.length);
}

const keyed = /^\/(?:api\/v1(?:[/?#]|$)|mcp(?:[?#]|$))/;

/**
 * Whether an address is of the versioned API or of MCP, where callers are known by their key and
 * counted; however it spells its path, since a route is found by encoded letters too.
 */
export function takesKeys(readable: string): boolean {
  if (keyed.test(readable)) return true;
  return readable.includes('%') && keyed.test(decodeURIComponent(pathOf(readable)));
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
