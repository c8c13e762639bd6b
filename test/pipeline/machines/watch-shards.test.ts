import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Log, type LogFields, silentLog } from '../../../pipeline/base/log.ts';
import type { ShardInput } from '../../../pipeline/machines/batch.ts';
import {
  connectionTo,
  importBullmq,
  openQueue,
  queueName,
} from '../../../pipeline/machines/queue.ts';
import { behind, startSilentProxy } from '../../support/silent-proxy.ts';
import { until } from '../../support/until.ts';
import { registeredAccount } from '../desk.ts';
import { startPostgres, type TestDatabase } from '../registry/postgres-server.ts';

const test = suite('what a coordinator sees of shards');

const database = await startPostgres();
if (database === null) {
  console.log('skipped: no DATABASE_URL and no PostgreSQL under /usr/lib/postgresql');
} else declare(database);

/** A shard of so many accounts. */
const inputOf = (accounts: number): ShardInput => ({
  ...{ shard: 1, shards: 2, asOf: '2024-06-12T12:00:00.000Z', versionNo: 1 },
  state: { shard: 1, working: null, archive: null, loadedTo: 0, departedTo: 0, idle: null },
  ...{ slices: [], departed: [], deleted: [], calendar: null, chain: null, before: null },
  registered: Array.from({ length: accounts }, (_, number) => registeredAccount(`a${number}`)),
});

function declare({ url, stop }: TestDatabase): void {
  test.after(stop);

  test('is its state alone while it waits or is computed, however many accounts it has', async () => {
    const proxy = await startSilentProxy(Number(new URL(url).port));
    const pace = { minLook: 1, maxLook: 1, retry: 5000 };
    const queue = await openQueue(behind(proxy, url), silentLog, pace);
    const input = inputOf(2000);
    const bytesOfJob = JSON.stringify(input).length;
    const before = { ...proxy.answered };
    void queue.compute(input).catch(() => {});
    await until(async () => proxy.answered.pieces - before.pieces > 100);
    assert.ok(bytesOfJob > 500_000, `${bytesOfJob}`);
    assert.ok(proxy.answered.bytes - before.bytes < bytesOfJob / 4);
    await queue.close();
    proxy.close();
  });

  test('is told why one failed as soon as it does, though it is computed again', async () => {
    const warnings: [string, LogFields | undefined][] = [];
    const log: Log = {
      ...silentLog,
      warn: (message, fields) => void warnings.push([message, fields]),
    };
    const queue = await openQueue(url, log, { minLook: 1, maxLook: 1, retry: 3_600_000 });
    const { Worker } = await importBullmq();
    const reason = 'store s3://b/: packs/x could not be put: HTTP 503';
    const fail = async () => {
      throw new Error(reason);
    };
    const worker = new Worker(queueName, fail, { connection: connectionTo(url) });
    worker.on('error', () => {});
    void queue.compute(inputOf(1)).catch(() => {});
    await until(async () => warnings.length > 0);
    assert.equal(warnings, [['a shard failed and is computed again', { shard: 1, reason }]]);
    await worker.close();
    await queue.close();
  });
}

test.run();
