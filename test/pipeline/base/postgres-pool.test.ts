import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openPool } from '../../../pipeline/base/postgres-pool.ts';
import { startPostgres, type TestDatabase } from '../registry/postgres-server.ts';

const pools = suite('connections to PostgreSQL');

const database = await startPostgres();
if (database === null) {
  console.log('skipped: no DATABASE_URL and no PostgreSQL under /usr/lib/postgresql');
} else declare(database);

function declare({ url, stop }: TestDatabase): void {
  const pool = openPool(url, { max: 2 });
  pools.after(async () => {
    await pool.end();
    await stop();
  });

  pools('one that breaks while it is lent ends no process, and others take its place', async () => {
    const lent = await pool.connect();
    const { rows } = await lent.query('select pg_backend_pid() as id');
    const broken = new Promise((resolve) => lent.once('end', resolve));
    await pool.query('select pg_terminate_backend($1)', [rows[0].id]);
    await broken;
    const said = await lent.query('select 1').then(() => 'an answer', String);
    lent.release(true);
    assert.match(said, /terminat|not queryable/i);
    assert.equal((await pool.query('select 1 as one')).rows, [{ one: 1 }]);
  });
}

pools.run();
