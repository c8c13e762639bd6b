import type { EventEmitter } from 'node:events';
import { BlockList, isIPv4, type Socket } from 'node:net';
import type { Log } from '../../pipeline/base/log.ts';
import { clientOf, widerClientOf } from './clients.ts';

/** How many connections of a port are one client's at once. */
export interface ConnectionCap {
  /** Counts a connection no more, as something else does. */
  release(connection: Socket): void;
}

export interface ConnectionCapOptions {
  /** How the port is called in the log. */
  readonly port: string;
  /** Proxies, which connect for everybody: addresses or CIDRs. */
  readonly trustProxy: readonly string[];
  readonly log: Log;
  readonly max?: number;
  /** Called for each connection that is closed for it. */
  readonly onRefusal?: (() => void) | undefined;
  /** Milliseconds that run evenly. */
  readonly steady?: () => number;
}

/**
 * A browser opens six: enough for forty people behind one address, and it takes 64 addresses to
 * fill a port.
 */
export const connectionsPerClient = 256;

/** What a /48 may hold, in the connections of one /64: a quarter of a port. */
const widerConnections = 16;
const minute = 60_000;

/**
 * Closes connections of a client beyond the most, before they are read. A trusted proxy's are not
 * counted: how many each of its clients has is the proxy's to cap.
 */
export function capConnections(server: EventEmitter, options: ConnectionCapOptions): ConnectionCap {
  const { max = connectionsPerClient, onRefusal = () => {} } = options;
  const counts = new Map<string, number>();
  const counted = new WeakMap<Socket, readonly string[]>();
  const isProxy = proxies(options.trustProxy);
  const tell = tellRefusals(options, max);

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
      tell(client);
      return;
    }
    const clients = wider === null ? [client] : [client, wider];
    for (const one of clients) add(one, 1);
    counted.set(connection, clients);
    connection.once('close', () => release(connection));
  });
  return { release };
}

/** One line a minute at most, however many come. */
function tellRefusals(
  { port, log, steady = () => performance.now() }: ConnectionCapOptions,
  max: number,
) {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let times = 0;
  return (client: string): void => {
    times += 1;
    if (steady() - loggedAt < minute) return;
    loggedAt = steady();
    log.warn('closed connections of an address that has too many open', {
      port,
      client,
      max,
      times,
    });
    times = 0;
  };
}

function proxies(networks: readonly string[]): (address: string) => boolean {
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
