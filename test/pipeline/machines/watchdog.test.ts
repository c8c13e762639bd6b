import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { connectionTo, importBullmq } from '../../../pipeline/machines/queue.ts';
import { Watchdog } from '../../../pipeline/machines/watchdog.ts';
import { startWork } from '../../../pipeline/machines/worker.ts';
import { behind, startSilentProxy } from '../../support/silent-proxy.ts';
import { until } from '../../support/until.ts';
import { startPostgres, type TestDatabase } from '../registry/postgres-server.ts';

const test = suite('the watchdog of workers');

test('notices a silence once it has lasted, and not before', () => {
  let now = 1000;
  const watchdog = new Watchdog(120, () => now);
  now = 1119;
  assert.not(watchdog.isSilent());
  watchdog.heard();
  now = 1238;
  assert.not(watchdog.isSilent());
  now = 1239;
  assert.ok(watchdog.isSilent());
});

test('connections of the queue have limits and keepalive', () => {
  const { connectionTimeoutMillis, query_timeout, keepAlive } = connectionTo('postgres://host/db');
  assert.ok(connectionTimeoutMillis > 0 && query_timeout > 0 && keepAlive);
});

const database = await startPostgres();
if (database === null) {
  console.log('skipped: no DATABASE_URL and no PostgreSQL under /usr/lib/postgresql');
} else declare(database);

function declare({ url, stop }: TestDatabase): void {
  test.after(stop);

  test('a worker whose PostgreSQL says nothing any more gives up with a line', async () => {
    const proxy = await startSilentProxy(Number(new URL(url).port));
    const place = mkdtempSync(join(tmpdir(), 'trackrecord-watchdog-'));
    try {
      const work = await startWork({
        databaseUrl: behind(proxy, url),
        store: { address: join(place, 'store'), endpoint: null, region: 'us-east-1' },
        ...{ dataDir: dataDirectory(place), concurrency: 1, memoryLimit: undefined, threads: 1 },
        ...{ log: silentLog, logSettings: { logLevel: 'silent' }, silenceMilliseconds: 300 },
      });
      proxy.silence();
      const said = await work.silence.catch((error: Error) => error.message);
      assert.match(said, /^work: the queue of shards in PostgreSQL has said nothing for 0\.3 s; /);
      proxy.close();
      await work.close().catch(() => {});
    } finally {
      proxy.close();
      rmSync(place, { recursive: true });
    }
  });

  test('a worker that has nothing to do hears of the queue again and again', async () => {
    let heard = 0;
    const { Worker } = await importBullmq(() => {
      heard += 1;
    });
    const connection = connectionTo(url);
    const worker = new Worker('nothing', async () => {}, { connection, drainDelay: 0.01 });
    worker.on('error', () => {});
    await until(async () => heard >= 3);
    await worker.close();
  });
}

test.run();
