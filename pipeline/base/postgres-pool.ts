import pg from 'pg';

/** Connections to PostgreSQL, so many at most; a new one is given up after five seconds. */
export function openPool(
  databaseUrl: string,
  options: Pick<pg.PoolConfig, 'max' | 'query_timeout'>,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5000,
    ...options,
  });
  // One that breaks is replaced, and whoever asks over it is told; unheard it would end the process,
  // also while it is lent, when the pool does not listen.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
