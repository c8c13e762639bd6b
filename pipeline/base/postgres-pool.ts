import pg from 'pg';
import { CommandError, connectReason, exitCodes, isUnreachable } from './errors.ts';
import { makeReason } from './reasons/reason.ts';

/**
 * Limits of every connection to PostgreSQL. A server that accepts and never answers, or a host that
 * is gone without a word, is an error after these times. Keepalive finds the second on idle
 * connections.
 */
const postgresLimits = {
  connectionTimeoutMillis: 5000,
  query_timeout: 60_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const;

/** Reads counts and sums as numbers, as SQLite gives them; none of ours passes 2^53. */
export const numbersAsNumbers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    [pg.types.builtins.INT8, pg.types.builtins.NUMERIC].includes(oid)
      ? Number
      : pg.types.getTypeParser(oid, format as 'text'),
};

export type PoolOptions = Pick<pg.PoolConfig, 'max' | 'query_timeout' | 'types'>;

/** Opens at most `max` connections to PostgreSQL, within the limits above unless told otherwise. */
export function openPool(databaseUrl: string, options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, ...postgresLimits, ...options });
  // The pool replaces a broken connection, and the query on it fails. Without a listener the event
  // would end the process. The pool does not listen while a connection is lent out.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('release', (_error, client) => {
    // The next query would wait behind the answer that never came.
    if (isAwaitingAnswer(client)) void client.end().catch(() => {});
  });
  return pool;
}

/**
 * Returns true if a query that timed out still occupies a connection. pg has no public name for
 * this.
 */
const isAwaitingAnswer = (client: pg.PoolClient & { readyForQuery?: boolean }): boolean =>
  client.readyForQuery === false;

/** Says in a line what PostgreSQL could not do with `what`, such as `published versions`. */
export function postgresFault(what: string, cause: unknown): CommandError {
  const detail = connectReason(cause);
  const code = isUnreachable(cause) ? 'system_postgres_unreachable' : 'system_postgres_fault';
  return new CommandError(makeReason(code, { name: what, detail }), exitCodes.failed, { cause });
}
