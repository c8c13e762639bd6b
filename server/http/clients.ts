import { isIPv4, isIPv6 } from 'node:net';

const unknown = 'unknown';

/**
 * Returns the client that an address counts as. That is the IPv4 address (also if written as IPv6),
 * or the first 64 bits of an IPv6 address. All invalid addresses are one client, so that
 * nobody gains by inventing them.
 */
export function clientOf(address: string | undefined): string {
  if (address === undefined) return unknown;
  if (isIPv4(address)) return address;
  const [plain = ''] = address.split('%');
  return isIPv6(plain) ? networkOf(plain) : withoutPort(address);
}

/**
 * Returns the larger network of an IPv6 client (its first 48 bits), which contains 65,536 clients.
 * Returns null for an IPv4 client.
 */
export function widerClientOf(client: string): string | null {
  if (!client.includes(':')) return null;
  return client.split(':', 3).join(':');
}

function networkOf(address: string): string {
  const groups = groupsOf(address);
  const mapped = /^0:0:0:0:0:ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(groups.join(':'));
  if (mapped === null) return groups.slice(0, 4).join(':');
  const bytes = mapped.slice(1).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join('.');
}

/** Returns all eight groups of an address in lower case without leading zeros. */
function groupsOf(address: string): string[] {
  const { hostname } = new URL(`http://[${address}]`);
  const [head = [], tail] = hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  if (tail === undefined) return head;
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail];
}

/** Removes the port, which some proxies add and which differs for each connection. */
function withoutPort(text: string): string {
  const found = /^(?:\[([^\]]+)\]|([^:]+))(?::[0-9]+)?$/.exec(text);
  const address = found?.[1] ?? found?.[2];
  return address === undefined || address === text ? unknown : clientOf(address);
}

/**
 * Returns Fastify's `trustProxy` setting. Fastify reads `X-Forwarded-For` only if the connection
 * comes from one of these networks. The client is the last address in that header that is outside
 * of them. The setting is never `true`: then a client could write any address into the header.
 */
export function trustedProxies(networks: readonly string[]): string[] | false {
  return networks.length > 0 && [...networks];
}
