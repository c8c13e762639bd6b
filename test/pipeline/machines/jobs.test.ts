import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { type Log, type LogFields, silentLog } from '../../../pipeline/base/log.ts';
import { makeReason } from '../../../pipeline/base/reasons/reason.ts';
import type { ShardInput, ShardResult } from '../../../pipeline/machines/batch.ts';
import { type Claim, openJobs } from '../../../pipeline/machines/jobs.ts';
import { countHandedOut, openQueue, programName } from '../../../pipeline/machines/queue.ts';
import { keep } from '../../../pipeline/machines/shard-state.ts';
import { startWork } from '../../../pipeline/machines/worker.ts';
import { StoreError } from '../../../pipeline/publish/store/store.ts';
import { behind, startSilentProxy } from '../../support/silent-proxy.ts';
import { until } from '../../support/until.ts';
import { registeredAccount } from '../desk.ts';
import { startPostgres, type TestDatabase } from '../registry/postgres-server.ts';

const test = suite('jobs of shards');

const database = await startPostgres();
if (database === null) {
  console.log('skipped: no DATABASE_URL and no PostgreSQL under /usr/lib/postgresql');
} else declare(database);

/** Makes a shard with this many accounts. */
const inputOf = (shard: number, accounts = 1): ShardInput => ({
  shard,
  shards: 2,
  asOf: '2024-06-12T12:00:00.000Z',
  versionNo: 1,
  state: { shard, working: null, loadedTo: 0, departedTo: 0, idle: null, last: null },
  rows: [],
  slices: [],
  departed: [],
  deleted: [],
  calendar: null,
  chain: null,
  lost: [],
  before: null,
  continues: null,
  registered: Array.from({ length: accounts }, (_, number) => registeredAccount(`a${number}`)),
});
const resultOf = (shard: number) => ({ shard, form: 'form' }) as ShardResult;

function declare({ url, stop, restart }: TestDatabase): void {
  test.after(stop);
  const pace = { minLook: 1, maxLook: 1, checkStore: async () => null };

  test('polling reads only states, however many accounts a shard has', async () => {
    const proxy = await startSilentProxy(Number(new URL(url).port));
    const queue = await openQueue(behind(proxy, url), silentLog, pace);
    const input = inputOf(1, 2000);
    const bytesOfJob = JSON.stringify(input).length;
    const before = { ...proxy.answered };
    void queue.compute(input);
    await until(async () => proxy.answered.pieces - before.pieces > 100);
    assert.ok(bytesOfJob > 500_000, `${bytesOfJob}`);
    assert.ok(proxy.answered.bytes - before.bytes < bytesOfJob / 4);
    await queue.close();
    proxy.close();
  });

  test('a job is claimed once, and again when its claim has run out', async () => {
    const jobs = await openJobs(url);
    await jobs.remove();
    const batch = '00000000-0000-4000-8000-000000000001';
    await Promise.all([0, 1].map((shard) => jobs.add(batch, 'ours', inputOf(shard))));
    await jobs.add(batch, 'ours', inputOf(1));
    const known = inputOf(2);
    const last = { ...known, shard: 3, state: { ...known.state, working: 'rows of 3' } };
    await jobs.add(batch, 'ours', last);
    const keptShard = await jobs.claim('ours', 60, ['rows of 2', 'rows of 3']);
    assert.is(keptShard?.input.shard, 3, 'the shard whose database is here comes first');
    await keptShard?.finish(resultOf(3));
    assert.is(await jobs.claim('theirs', 60), null, 'it is of another program');

    const claims = await Promise.all([1, 2, 3].map(() => jobs.claim('ours', 60)));
    const claimed = claims.flatMap((claim) => (claim === null ? [] : [claim.input.shard]));
    assert.equal(claimed.sort(), [0, 1], 'each by one of three');

    const [first] = claims.filter((claim) => claim !== null);
    if (first === undefined) throw new Error('nothing was claimed');
    const { shard } = first.input;
    assert.ok(await first.renew(0));
    const second = await jobs.claim('ours', 60);
    if (second === null) throw new Error('its claim has run out');
    assert.equal([second.input.shard, second.attempts], [shard, 2]);
    const late = [first.renew(60), first.finish(resultOf(7)), first.fail('late', null)];
    assert.equal(await Promise.all(late), [false, false, false]);
    assert.ok(await second.finish(resultOf(shard)));
    assert.equal(await jobs.result(batch, shard), resultOf(shard));
    const states = (await jobs.states(batch)).sort((left, right) => left.shard - right.shard);
    const words = ['done', 'computing'];
    assert.equal(
      states.map(({ state }) => state),
      [...(shard === 0 ? words : words.reverse()), 'done'],
    );
    assert.equal(await countHandedOut(url), { waiting: 0, computing: 1 });
    await jobs.remove(batch);
    assert.equal(await jobs.states(), []);
    await jobs.close();
  });

  test('the coordinator tells why a shard failed while it is tried again, and why it fails for good', async () => {
    const warnings: [string, LogFields | undefined][] = [];
    const log: Log = {
      ...silentLog,
      warn: (message, fields) => void warnings.push([message, fields]),
    };
    const queue = await openQueue(url, log, pace);
    const jobs = await openJobs(url);
    const said = queue.compute(inputOf(1)).then(() => 'computed', String);
    const fail = async (reason: string, retryAfter: number | null) => {
      let claim = await jobs.claim(programName, 60);
      await until(async () => {
        claim = claim ?? (await jobs.claim(programName, 60));
        return claim !== null;
      });
      await claim?.fail(reason, retryAfter);
    };
    const reason = 'store s3://b/: packs/x could not be put: HTTP 503';
    await fail(reason, 0);
    await until(async () => warnings.length > 0);
    assert.equal(warnings, [['a shard failed and is computed again', { shard: 1, reason }]]);
    await fail('trades.csv: no such column', null);
    assert.is(await said, 'CommandError: shard 1 was not computed: trades.csv: no such column');
    await jobs.close();
    await queue.close();
  });

  test('the coordinator tells once that the store fails, and ends the batch if it goes on', async () => {
    const lines: [string, LogFields | undefined][] = [];
    const tell = (message: string, fields?: LogFields) => void lines.push([message, fields]);
    const fault = new StoreError(
      's3://b/',
      makeReason('not_put', { name: 'a/b' }),
      new Error('no'),
    );
    let found: StoreError | null = fault;
    const options = { ...pace, checkStore: async () => found };
    const jobs = await openJobs(url);
    const fail = async () => {
      let claim: Claim | null = null;
      await until(async () => {
        claim = await jobs.claim(programName, 60);
        return claim !== null;
      });
      await (claim as Claim | null)?.fail('no packs/x', 0);
    };
    const log = { ...silentLog, warn: tell, info: tell };
    const queue = await openQueue(url, log, options);
    const computed = [1, 2].map((shard) => queue.compute(inputOf(shard)));
    for (let time = 0; time < 4; time += 1) await fail();
    await until(async () => lines.length > 0);
    for (const shard of [1, 2]) await (await jobs.claim(programName, 60))?.finish(resultOf(shard));
    await Promise.all(computed);
    found = null;
    await until(async () => lines.length > 1);
    assert.equal(lines, [
      ['the store fails; shards are computed again until it works', { reason: fault.message }],
      ['the store works again', undefined],
    ]);
    await queue.close();

    found = fault;
    const next = await openQueue(url, silentLog, { ...options, longestOutage: 0 });
    const said = next.compute(inputOf(1)).then(() => 'computed', String);
    await fail();
    assert.is(
      await said,
      'CommandError: nothing was computed, because it could not be published: store s3://b/: a/b could not be put: no; repair the store and run again',
    );
    await next.close();

    const checkStore = () => Promise.reject(new Error('broken'));
    const last = await openQueue(url, silentLog, { ...options, checkStore });
    const failed = last.compute(inputOf(1)).then(() => 'computed', String);
    await fail();
    assert.is(await failed, 'Error: broken');
    await jobs.close();
    await last.close();
  });

  test('a coordinator whose jobs another has removed says so', async () => {
    const queue = await openQueue(url, silentLog, pace);
    const said = queue.compute(inputOf(1)).then(() => 'computed', String);
    await until(async () => ((await countHandedOut(url)).waiting ?? 0) === 1);
    const next = await openQueue(url, silentLog, pace);
    assert.is(await said, 'CommandError: another machine has begun a batch since; run again');
    await queue.close();
    await next.close();
  });

  test('a worker goes on after a silent network, and after PostgreSQL restarts', async () => {
    const proxy = await startSilentProxy(Number(new URL(url).port));
    const place = mkdtempSync(join(tmpdir(), 'trackrecord-worker-'));
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (message: string) => void warnings.push(message) };
    const queue = await openQueue(url, log, pace);
    const work = await startWork({
      databaseUrl: behind(proxy, url),
      store: { address: join(place, 'store'), endpoint: null, region: 'us-east-1' },
      dataDir: dataDirectory(place),
      concurrency: 1,
      memoryLimit: undefined,
      threads: 1,
      logSettings: { logLevel: 'silent' },
      claimSeconds: 2,
      log,
    });
    try {
      proxy.silence();
      await until(async () => warnings.length > 0);
      assert.equal(warnings, ['PostgreSQL is asked again until it answers']);
      proxy.speak();
      await restart?.();
      // There is no store, so the job is claimed and fails.
      void queue.compute(inputOf(1));
      await until(async () => warnings.includes('a shard failed and is computed again'));
    } finally {
      await work.close();
      await queue.close();
      proxy.close();
      rmSync(place, { recursive: true });
    }
  });

  test('a worker removes copies of shards that are older than the last batch, and no other', async () => {
    const root = mkdtempSync(join(tmpdir(), 'copies-'));
    const dataDir = dataDirectory(root);
    const copyOf = (shard: number) => dataDirectory(join(dataDir.shards, `${shard}`));
    const jobs = await openJobs(url);
    await jobs.remove();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      for (const shard of [0, 1, 2]) {
        mkdirSync(copyOf(shard).path, { recursive: true });
        keep(`rows of ${shard}`, copyOf(shard));
      }
      const inService = ['rows of 0', 'computed on another machine'];
      for (const [shard, name] of inService.entries()) {
        await client.query('insert into shard_states values ($1, $2, 0, 0, null)', [shard, name]);
      }
      const batch = '00000000-0000-4000-8000-000000000009';
      await jobs.add(batch, 'theirs', inputOf(1));
      const work = await startWork({
        databaseUrl: url,
        store: { address: root, endpoint: null, region: '' },
        dataDir,
        concurrency: 1,
        memoryLimit: undefined,
        threads: 1,
        tidySeconds: 0.02,
        log: silentLog,
        logSettings: { logLevel: 'silent' },
      });
      const left = () => [0, 1, 2].filter((shard) => existsSync(copyOf(shard).path));
      await new Promise((later) => setTimeout(later, 200));
      assert.equal(left(), [0, 1, 2], 'nothing goes during a batch');
      await jobs.remove(batch);
      await until(async () => left().length < 2);
      assert.equal(left(), [0], 'an older one goes, and one of a shard that there is no more');
      await work.close();
    } finally {
      await client.query('delete from shard_states');
      await client.end();
      await jobs.close();
      rmSync(root, { recursive: true });
    }
  });
}

test.run();
