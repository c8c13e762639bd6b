import type { IncomingMessage } from 'node:http';
import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';

/**
 * Whether a request names another host than this service, or comes from a page of one: a page may
 * have its own name resolve to this machine and then read what only this machine should.
 */
export function isForeign({ headers, socket }: IncomingMessage, baseUrl: string): boolean {
  const hosts = [
    new URL(baseUrl).hostname,
    ...localhostAllowedHostnames(),
    hostOf(socket.localAddress ?? ''),
  ];
  return (
    !validateHostHeader(headers.host, hosts).ok || !validateOriginHeader(headers.origin, hosts).ok
  );
}

/** An address as it stands in a URL. */
function hostOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return plain.includes(':') ? `[${plain}]` : plain;
}
