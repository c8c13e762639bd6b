import { lookup } from 'node:dns/promises';
import type { FastifyInstance } from 'fastify';
import { CommandError } from '../../pipeline/base/errors.ts';

/** Timeouts of a client's connection, in milliseconds, with Fastify's names. */
export interface Timeouts {
  /** Time for a whole request to arrive. */
  readonly requestTimeout: number;
  /**
   * Time without a byte in either direction. It answers a request that is still waiting with a 503,
   * and ends clients that never read.
   */
  readonly connectionTimeout: number;
  /** Time between two requests of a connection. */
  readonly keepAliveTimeout: number;
  readonly http: {
    readonly headersTimeout: number;
    readonly connectionsCheckingInterval: number;
    /** Off, since Node's refusal is not a problem document; `guards.ts` checks the header. */
    readonly requireHostHeader: false;
  };
}

/** Timeouts of every port. */
export const timeouts: Timeouts = {
  requestTimeout: 15_000,
  connectionTimeout: 30_000,
  keepAliveTimeout: 10_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, requireHostHeader: false },
};

/**
 * Longest time of a query to PostgreSQL for a request, in milliseconds. With the time to connect
 * and to roll back, the request is answered before its connection's time is over.
 */
export const queryLimit = 10_000;

/** Time that requests in flight may take after the process was told to stop. */
export const drainMilliseconds = 8_000;

interface Address {
  readonly host: string;
  readonly port: number;
}

const reasons = new Map<string, string>([
  ['EADDRINUSE', 'is in use; choose another port or stop the program that uses it'],
  ['EACCES', 'may not be opened by this user; choose a port above 1023'],
  ['EADDRNOTAVAIL', 'is not an address of this machine; set HOST to one that is'],
  ['ENOTFOUND', 'is not an address of this machine; set HOST to one that is'],
]);

/** Most open connections of a port. More are closed unanswered, so that memory stays bounded. */
const maxPortConnections = 16_384;

/** Opens the port of a setting. Returns its number, which the system chooses if it is 0. */
export async function listen(
  app: FastifyInstance,
  setting: string,
  { host, port }: Address,
  maxConnections: number = maxPortConnections,
): Promise<number> {
  app.server.maxConnections = maxConnections;
  try {
    await app.listen({ host: await resolveHost(host), port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = reasons.get(code);
    if (reason === undefined) throw error;
    throw new CommandError(`${setting}: ${host}:${port} ${reason}`, undefined, { cause: error });
  }
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/**
 * Resolves localhost to one address. Fastify would serve a second one without our connection limit.
 */
const resolveHost = async (host: string): Promise<string> =>
  host === 'localhost' ? (await lookup(host)).address : host;

/** Closes an app: accepts no new connections and cuts those whose requests aren't done in time. */
export async function drain(app: FastifyInstance, milliseconds: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), milliseconds);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}
