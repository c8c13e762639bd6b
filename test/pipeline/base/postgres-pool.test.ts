import { readdirSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { openPool } from '../../../pipeline/base/postgres-pool.ts';
import { behind, startSilentProxy } from '../../support/silent-proxy.ts';
import { type TestDatabase, withPostgres } from '../registry/postgres-server.ts';

const pools = suite('connections to PostgreSQL');

await withPostgres(pools, declare);

function declare({ url }: TestDatabase): void {
  const pool = openPool(url, { max: 2 });
  pools.after(() => pool.end());

  pools('that break while in use end no process, and are replaced', async () => {
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

  pools('that never answer are closed', async () => {
    const proxy = await startSilentProxy(Number(new URL(url).port));
    const slow = openPool(behind(proxy, url), { max: 1, query_timeout: 200 });
    try {
      const lent = await slow.connect();
      proxy.silence();
      const said = await lent.query('select 1').then(() => 'an answer', String);
      assert.match(said, /timeout/);
      lent.release();
      proxy.speak();
      assert.equal((await slow.query('select 1 as one')).rows, [{ one: 1 }]);
    } finally {
      await slow.end();
      proxy.close();
    }
  });

  pools('have limits for connecting and answers, and keepalive', () => {
    const { connectionTimeoutMillis = 0, query_timeout: limit = 0, keepAlive } = pool.options;
    assert.ok(connectionTimeoutMillis > 0 && Number(limit) > 0 && keepAlive);
  });
}

pools('are opened in one file only, so that none lack these limits', () => {
  const opening = ['pipeline', 'server'].flatMap((folder) =>
    readdirSync(inPackage(folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((path) => path.endsWith('.ts'))
      .filter((path) =>
        /connectionString:|new pg\.|new Pool\(/.test(readFileSync(inPackage(path), 'utf8')),
      ),
  );
  assert.equal(opening.sort(), ['pipeline/base/postgres-pool.ts']);
});

pools.run();
