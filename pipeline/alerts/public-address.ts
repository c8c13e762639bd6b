import type { LookupAddress } from 'node:dns';
import { BlockList, isIP, isIPv4 } from 'node:net';

/** IPv4 networks that are not reachable from the internet, or that reach this machine's own net. */
const closed4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];

/** Networks within the public IPv6 range that carry IPv4 addresses, or are for documents. */
const closed6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const listOf = (networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
};

const blocked4 = listOf(closed4, 'ipv4');
const blocked6 = listOf(closed6, 'ipv6');
/** Addresses that are assigned to the public internet. All others are refused, mapped IPv4 too. */
const open6 = listOf(['2000::/3'], 'ipv6');

/** Returns true for an address of the public internet: no private, loopback or metadata address. */
export function isPublicAddress(address: string): boolean {
  const [plain = ''] = address.split('%');
  if (isIPv4(plain)) return !blocked4.check(plain, 'ipv4');
  return isIP(plain) === 6 && open6.check(plain, 'ipv6') && !blocked6.check(plain, 'ipv6');
}

/** Thrown for a host that may not be reached. The message says nothing of what it resolves to. */
export class RefusedAddress extends Error {}

/** Resolves a name to all its addresses, as `dns.promises.lookup` with `all` does. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/**
 * Returns the one address to connect to. It is chosen once and pinned: a second look-up could have
 * another answer. Throws a RefusedAddress if any address of the host is not allowed.
 */
export async function pinnedAddress(
  hostname: string,
  resolve: Resolve,
  allowsPrivate: boolean,
): Promise<LookupAddress> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const found = family === 0 ? await resolve(host) : [{ address: host, family }];
  const [first] = found;
  const isAllowed = found.every(({ address }) => allowsPrivate || isPublicAddress(address));
  if (first === undefined || !isAllowed) throw new RefusedAddress();
  return first;
}
