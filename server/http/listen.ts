import { lookup } from 'node:dns/promises';
import type { FastifyInstance } from 'fastify';
import { CommandError } from '../../pipeline/base/errors.ts';

/** How long a client may take, in milliseconds, in Fastify's names. */
export interface Timeouts {
  /** For a whole request to arrive. */
  readonly requestTimeout: number;
  /** Without a byte either way; ends clients that never read. */
  readonly connectionTimeout: number;
  /** Between two requests of a connection. */
  readonly keepAliveTimeout: number;
  readonly http: {
    readonly headersTimeout: number;
    readonly connectionsCheckingInterval: number;
    /** Node's own refusal is no problem document; `guards.ts` asks for the header. */
    readonly requireHostHeader: false;
  };
}

/** The same on every port. */
export const timeouts: Timeouts = {
  requestTimeout: 15_000,
  connectionTimeout: 30_000,
  keepAliveTimeout: 10_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, requireHostHeader: false },
};

/** How long requests in flight may take once the process has been told to end. */
export const drainMilliseconds = 8_000;

interface Address {
  readonly host: string;
  readonly port: number;
}

const reasons = new Map<string, string>([
  ['EADDRINUSE', 'is in use; choose another port or stop what holds it'],
  ['EACCES', 'may not be opened by this user; choose a port above 1023'],
  ['EADDRNOTAVAIL', 'is no address of this machine; set HOST to one that is'],
  ['ENOTFOUND', 'is no address of this machine; set HOST to one that is'],
]);

/** Connections a port holds at once; more are closed unanswered, so that memory stays bounded. */
const usualConnections = 16_384;

/** Opens the port of a setting and answers with its number, which matters where it was 0. */
export async function listen(
  app: FastifyInstance,
  setting: string,
  { host, port }: Address,
  maxConnections: number = usualConnections,
): Promise<number> {
  app.server.maxConnections = maxConnections;
  try {
    await app.listen({ host: await oneAddress(host), port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = reasons.get(code);
    if (reason === undefined) throw error;
    throw new CommandError(`${setting}: ${host}:${port} ${reason}`, undefined, { cause: error });
  }
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** Of localhost, Fastify would serve the other address from a server that no cap was put on. */
const oneAddress = async (host: string): Promise<string> =>
  host === 'localhost' ? (await lookup(host)).address : host;

/** Ends an app: no new connections, requests in flight are finished, none after the time is up. */
export async function drain(app: FastifyInstance, milliseconds: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), milliseconds);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}
