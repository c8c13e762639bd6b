import type { EventEmitter } from 'node:events';
import { BlockList, isIPv4, type Socket } from 'node:net';
import type { Log } from '../../pipeline/base/log.ts';
import { clientOf, widerClientOf } from './clients.ts';

/** Limit of the connections that a client may have open on a port. */
export interface ConnectionCap {
  /** Stops counting a connection, because something else counts it. */
  release(connection: Socket): void;
}

export interface ConnectionCapOptions {
  /** Name of the port in the log. */
  readonly port: string;
  /** Trusted proxies, whose connections are not counted: addresses or CIDRs. */
  readonly trustProxy: readonly string[];
  readonly log: Log;
  readonly max?: number;
  /** Called for each connection that is closed because of the limit. */
  readonly onRefusal?: (() => void) | undefined;
  /** Returns monotonic milliseconds. */
  readonly steady?: () => number;
}

/**
 * Most connections of a client. A browser opens six, so this is enough for forty people behind one
 * address, and it takes 64 addresses to fill a port.
 */
export const connectionsPerClient = 256;

/**
 * Most connections of an IPv6 network (/48), as a multiple of one client's. That is a quarter of
 * all connections of a port.
 */
const widerConnections = 16;
const minute = 60_000;

/**
 * Closes connections of a client over the limit, before they are read. Connections of trusted
 * proxies are not counted: the proxy limits its own clients.
 */
export function capConnections(server: EventEmitter, options: ConnectionCapOptions): ConnectionCap {
  const { max = connectionsPerClient, onRefusal = () => {} } = options;
  const counts = new Map<string, number>();
  const counted = new WeakMap<Socket, readonly string[]>();
  const isProxy = proxyMatcher(options.trustProxy);
  const logRefusal = createRefusalLog(options, max);

  const add = (client: string, change: 1 | -1): void => {
    const connections = (counts.get(client) ?? 0) + change;
    if (connections === 0) counts.delete(client);
    else counts.set(client, connections);
  };
  const release = (connection: Socket): void => {
    for (const client of counted.get(connection) ?? []) add(client, -1);
    counted.delete(connection);
  };
  const isFull = (client: string, wider: string | null): boolean =>
    (counts.get(client) ?? 0) >= max ||
    (wider !== null && (counts.get(wider) ?? 0) >= max * widerConnections);

  server.on('connection', (connection: Socket) => {
    const { remoteAddress } = connection;
    if (remoteAddress === undefined || isProxy(remoteAddress)) return;
    const client = clientOf(remoteAddress);
    const wider = widerClientOf(client);
    if (isFull(client, wider)) {
      connection.destroy();
      onRefusal();
      logRefusal(client);
      return;
    }
    const clients = wider === null ? [client] : [client, wider];
    for (const counting of clients) add(counting, 1);
    counted.set(connection, clients);
    connection.once('close', () => release(connection));
  });
  return { release };
}

/** Returns a function that logs refused connections, at most one line a minute. */
function createRefusalLog(
  { port, log, steady = () => performance.now() }: ConnectionCapOptions,
  max: number,
) {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let times = 0;
  return (client: string): void => {
    times += 1;
    if (steady() - loggedAt < minute) return;
    loggedAt = steady();
    log.warn('too many open connections from one address; new ones are closed', {
      port,
      client,
      max,
      times,
    });
    times = 0;
  };
}

/** Returns a function that tells whether an address is in one of the networks. */
function proxyMatcher(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (remote) => {
    const client = clientOf(remote);
    // An IPv4 address, mapped or not, is its own client.
    if (isIPv4(client)) return list.check(client, 'ipv4');
    return list.check(remote.replace(/%.*/, ''), 'ipv6');
  };
}
