import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../pipeline/base/log.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { revokeKey } from '../../../pipeline/registry/keys.ts';
import type { Moment } from '../../../server/accounts/moment.ts';
import { createFinishedAnswers } from '../../../server/api/finished.ts';
import { createMemoryLimits } from '../../../server/callers/limits/create-limits.ts';
import { allowances } from '../../../server/callers/limits/limits.ts';
import { createBody } from '../../../server/http/body.ts';
import type { Observer } from '../../../server/http/observer.ts';
import { sectionNames } from '../../../sql/marts/index.ts';
import { withPostgres } from '../../pipeline/registry/postgres-server.ts';
import { collectGarbage } from '../../support/garbage.ts';
import { partsOf } from '../facts.ts';
import { openServer } from '../open-server.ts';
import { exchange } from '../raw.ts';
import {
  bearer,
  facts,
  north,
  northId,
  now,
  owners,
  publishFacts,
  type World,
  type WorldOptions,
  withWorld,
} from '../world.ts';

const finished = suite('finished answers');

const url = '/api/v1/accounts/north-eurusd';
const urls = [
  url,
  `${url}?include=${sectionNames.join(',')}`,
  `${url}?colour=red&size[]=1`,
  `${url}/trades?page=2`,
  `${url}/widget`,
  '/api/v1/accounts',
  '/api/v1/search/accounts?q=gold',
];

interface Counts extends Observer {
  /** Answers that were sent again. */
  repeated: number;
  /** Statuses of all answers, in their order. */
  readonly statuses: number[];
}

function countAnswers(): Counts {
  const counts: Counts = {
    repeated: 0,
    statuses: [],
    observe(app) {
      app.addHook('onResponse', (_request, reply, done) => {
        counts.statuses.push(reply.statusCode);
        done();
      });
    },
    watchConnections() {},
    countRefusedConnection() {},
    countRepeatedAnswer() {
      counts.repeated += 1;
    },
  };
  return counts;
}

/** Sends a request until its answer is kept: one that was asked for once is not. */
async function askUntilKept(app: World['app'], url: string, headers: object) {
  const first = await app.inject({ url, headers: { ...headers } });
  await app.inject({ url, headers: { ...headers } });
  return first;
}

/** Calls `work` with a world whose answers are counted. */
function withCounts(
  work: (world: World, counts: Counts) => Promise<void>,
  options: WorldOptions = {},
): Promise<void> {
  const metrics = countAnswers();
  return withWorld((world) => work(world, metrics), { metrics, ...options });
}

finished('have the status, headers and bytes of the first answer, in every form', () =>
  withCounts(async ({ app, dataDir, keyOf }, counts) => {
    // It has no room for a finished answer.
    const fresh = await openServer({
      dataDir,
      clock: () => now,
      log: silentLog,
      finished: createFinishedAnswers(1),
    });
    try {
      const authorized = bearer((await keyOf('north-desk')).key);
      for (const address of urls) {
        const { etag } = (await askUntilKept(app, address, authorized)).headers;
        const forms = [
          {},
          { 'if-none-match': String(etag) },
          { 'accept-encoding': 'br, gzip' },
          { 'accept-encoding': 'gzip' },
          { range: 'bytes=0-9' },
        ];
        for (const form of forms) {
          for (const method of ['GET', 'HEAD'] as const) {
            const request = { url: address, method, headers: { ...authorized, ...form } };
            const before = counts.repeated;
            const answers = [await app.inject(request), await fresh.app.inject(request)];
            const [repeated, expected] = answers.map(({ statusCode, headers, rawPayload }) => ({
              statusCode,
              rawPayload,
              headers: { ...headers, date: null },
            }));
            const name = `${method} ${address} ${JSON.stringify(form)}`;
            assert.equal(repeated, expected, name);
            assert.is(counts.repeated, before + 1, name);
          }
        }
      }
    } finally {
      await fresh.close();
    }
  }),
);

finished('count for the limit, the metrics and the use of the key', () =>
  withCounts(
    async ({ app, keyOf, keyUses, registry }, counts) => {
      const { id, key } = await keyOf('solo');
      const limits: unknown[] = [];
      for (let request = 0; request < allowances.free + 2; request += 1) {
        const { headers } = await app.inject({ url, headers: bearer(key) });
        limits.push(headers['x-ratelimit-remaining']);
      }
      const left = Array.from({ length: allowances.free }, (_, at) => allowances.free - 1 - at);
      assert.equal(limits, [...left, 0, 0].map(String));
      assert.equal(counts.statuses, [...left.map(() => 200), 429, 429]);
      assert.is(counts.repeated, allowances.free - 2);
      await keyUses.flush();
      const row = await registry.store.db
        .selectFrom('api_keys')
        .select(['requests', 'last_used_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      assert.equal([row.requests, row.last_used_at !== null], [allowances.free + 2, true]);
    },
    { limits: createMemoryLimits() },
  ),
);

/** Tests that each change is in force at the next request. */
async function expectNoneStale(options: WorldOptions): Promise<void> {
  let instant = now;
  await withCounts(
    async (world, counts) => {
      const { app, dataDir, keyOf, registry, snapshots } = world;
      const { id, key } = await keyOf('solo');
      const ask = () => app.inject({ url, headers: bearer(key) });
      const askThrice = async () => {
        await askUntilKept(app, url, bearer(key));
        const before = counts.repeated;
        const answer = await ask();
        assert.is(counts.repeated, before + 1);
        return answer.json();
      };
      assert.is((await askThrice()).name, north.name);
      await world.apply({ ...north, name: 'Another' });
      assert.is((await ask()).json().name, 'Another');

      assert.is((await askThrice()).balance, 1000);
      await publishFacts(dataDir, { ...facts, [northId]: { parts: partsOf(7) } });
      await snapshots.refresh();
      assert.is.not((await ask()).json().balance, 1000);

      const solo = owners.find(({ slug }) => slug === 'solo');
      const end = new Date(now.getTime() + 1000);
      const plan = { plan: 'ultra', plan_until: end.toISOString() };
      await applyRegistry(registry, { owners: [{ ...solo, ...plan }] });
      assert.is((await askThrice()).attribution.required, false);
      instant = end;
      assert.is((await ask()).json().attribution.required, true);

      await askThrice();
      await world.apply({ ...north, published: false });
      assert.is((await ask()).statusCode, 404);
      await world.apply(north);
      await askThrice();
      await revokeKey(registry, id);
      assert.is((await ask()).statusCode, 401);
    },
    { clock: () => instant, ...options },
  );
}

finished('are never older than a decision, a publication or the end of a plan', () =>
  expectNoneStale({}),
);

await withPostgres(finished, (database) => {
  finished('are never older than a decision in PostgreSQL', () =>
    expectNoneStale({ databaseUrl: database.url }),
  );
});

finished('belong to one caller, and strangers and bad keys have none', () => {
  const answers = createFinishedAnswers(1_000_000);
  return withCounts(
    async ({ app, keyOf }, counts) => {
      const secretUrl = '/api/v1/accounts/north-secret';
      const [owner, stranger] = [(await keyOf('north-desk')).key, (await keyOf('solo')).key];
      for (const headers of [{}, bearer('tr_live_none'), bearer(`${stranger.slice(0, -1)}!`)]) {
        for (const query of ['', '?a=1', '?a=2']) await app.inject({ url: url + query, headers });
      }
      assert.is(answers.bytes(), 0);
      const ask = async (key: string) =>
        (await app.inject({ url: secretUrl, headers: bearer(key) })).statusCode;
      assert.equal([await ask(owner), await ask(owner), counts.repeated], [200, 200, 0]);
      assert.equal([await ask(owner), counts.repeated], [200, 1]);
      assert.equal([await ask(stranger), counts.repeated], [404, 1]);
      assert.ok(answers.bytes() > 0);
    },
    { finished: answers },
  );
});

finished('are kept from the second request, and those asked for once take no memory', () => {
  const answers = createFinishedAnswers(1_000_000);
  return withCounts(
    async ({ app, keyOf }, counts) => {
      const headers = bearer((await keyOf('solo')).key);
      for (let query = 0; query < 60; query += 1) {
        await app.inject({ url: `${url}?a=${query}`, headers });
      }
      assert.equal([answers.bytes(), counts.repeated], [0, 0]);
      await app.inject({ url: `${url}?a=59`, headers });
      assert.ok(answers.bytes() > 0);
      await app.inject({ url: `${url}?a=59`, headers });
      assert.is(counts.repeated, 1);
    },
    { finished: answers },
  );
});

finished('stay within their bytes, whatever a caller asks for', () => {
  const answers = createFinishedAnswers(100_000);
  return withCounts(
    async ({ app, keyOf }, counts) => {
      const headers = bearer((await keyOf('solo')).key);
      for (let query = 0; query < 60; query += 1) {
        await askUntilKept(app, `${url}?a=${'x'.repeat(query * 100)}`, headers);
        assert.ok(answers.bytes() <= 100_000);
      }
      assert.ok(answers.bytes() > 50_000);
      await app.inject({ url: `${url}?a=${'x'.repeat(5_900)}`, headers });
      assert.is(counts.repeated, 1);
    },
    { finished: answers },
  );
});

finished('keep no version open that was replaced', () =>
  withCounts(async ({ app, dataDir, keyOf, snapshots }, counts) => {
    const headers = bearer((await keyOf('solo')).key);
    await askUntilKept(app, url, headers);
    await app.inject({ url, headers });
    assert.is(counts.repeated, 1);
    const replaced = snapshots.current()?.snapshot;
    if (replaced === undefined) throw new Error('no version in service');
    await publishFacts(dataDir, { ...facts, [northId]: { parts: partsOf(7) } });
    await snapshots.refresh();
    assert.throws(() => replaced.part(northId, 'summary'), 'the version is closed');
  }),
);

finished('keep no moment in memory', async () => {
  const answers = createFinishedAnswers(100_000);
  const answer = {
    sha256: '',
    plan: 'free',
    body: createBody(Buffer.from('{}')),
    headers: {},
  };
  const keepOne = (): WeakRef<Moment> => {
    const moment = { decisions: {} } as Moment;
    answers.keep(moment, 'name', answer as Parameters<typeof answers.keep>[2]);
    return new WeakRef(moment);
  };
  const moment = keepOne();
  // A reference that was made in this turn of the event loop still counts.
  await collectGarbage();
  await collectGarbage();
  assert.is(moment.deref(), undefined);
});

finished('pass the checks of every request on a real connection', () =>
  withCounts(async ({ app, keyOf }, counts) => {
    const { key } = await keyOf('solo');
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const authorization = `Authorization: Bearer ${key}\r\n`;
    const request = (lines: string, method = 'GET', host = 'Host: a\r\n') =>
      `${method} ${url} HTTP/1.1\r\n${host}${authorization}${lines}\r\n`;
    const statusOf = async (text: string) =>
      (await exchange(address, text, { wanted: 1 })).answers[0]?.status;
    for (const _ of [1, 2, 3]) assert.is(await statusOf(request('')), 200);
    assert.is(counts.repeated, 1);
    assert.equal(
      [
        await statusOf(`${request('Content-Length: 1\r\n')}x`),
        await statusOf(request(authorization)),
        await statusOf(request('', 'GET', 'Host: a\r\nHost: b\r\n')),
        await statusOf(request('', 'DELETE')),
        counts.repeated,
      ],
      [413, 401, 400, 405, 1],
    );
    assert.is(await statusOf(request('', 'HEAD')), 200);
    assert.is(counts.repeated, 2);
  }),
);

finished.run();
