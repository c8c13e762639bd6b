import { isIPv4, isIPv6 } from 'node:net';

const unknown = 'unknown';

/**
 * Who is counted as one behind an address: an IPv4 address, mapped into IPv6 or not, or the /64
 * of an IPv6 one. Whatever is no address counts as one client, so that nobody gains by making
 * addresses up.
 */
export function clientOf(address: string | undefined): string {
  if (address === undefined) return unknown;
  if (isIPv4(address)) return address;
  const [plain = ''] = address.split('%');
  return isIPv6(plain) ? networkOf(plain) : withoutPort(address);
}

/** The /48 of an IPv6 client, of which its holder may make 65,536; null for every other client. */
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

/** All eight groups, lower case and without leading zeros, as the URL standard writes them. */
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

/** Some proxies name the port too, which a client chooses anew for each connection. */
function withoutPort(text: string): string {
  const found = /^(?:\[([^\]]+)\]|([^:]+))(?::[0-9]+)?$/.exec(text);
  const address = found?.[1] ?? found?.[2];
  return address === undefined || address === text ? unknown : clientOf(address);
}

/**
 * Fastify's `trustProxy`: `X-Forwarded-For` counts only where the connection comes from one of
 * these addresses or CIDRs, and then the last address in it that is none of them. Never `true`,
 * which would take whatever the client wrote.
 */
export function trustedProxies(networks: readonly string[]): string[] | false {
  return networks.length > 0 && [...networks];
}
