import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** The path of an address as it was sent. */
export const pathOf = (url: string): string => url.replace(/[?#].*/s, '');

/**
 * The address with whatever is no percent-encoding of UTF-8 in its path made plain text, so that
 * it runs through the same checks and is the same 404 as any other name of nothing.
 */
export function readableAddress({ url = '/' }: IncomingMessage): string {
  const path = pathOf(url);
  return isDecodable(path) ? url : path.replaceAll('%', '_') + url.slice(path.length);
}

/** By the route that was found, since an address may spell its path in more than one way. */
export function isVersioned({ routeOptions, url }: FastifyRequest): boolean {
  return /^\/api\/v1(?:\/|$)/.test(routeOptions.url ?? decodeURIComponent(pathOf(url)));
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
