import { connect } from 'node:net';
import type { InjectOptions } from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { createMemoryLimits } from '../../../server/callers/limits/create-limits.ts';
import { within } from '../../support/within.ts';
import { bearer, type World, type WorldOptions, withWorld } from '../world.ts';
import { createMovableClock } from './limits/clock.ts';

const rateLimit = suite('rate limit');
const underLimits = within(rateLimit, withLimits);

const url = '/api/v1/accounts/north-eurusd';

function withLimits(work: (world: World) => Promise<void>, options: WorldOptions = {}) {
  return withWorld(work, { limits: createMemoryLimits(createMovableClock()), ...options });
}

async function statuses({ app }: World, requests: readonly InjectOptions[]): Promise<number[]> {
  const found: number[] = [];
  for (const request of requests) found.push((await app.inject({ url, ...request })).statusCode);
  return found;
}

function times(count: number, make: (number: number) => InjectOptions = () => ({})) {
  return Array.from({ length: count }, (_, number) => make(number));
}

const endsIn429 = (found: readonly number[], limit: number) => {
  assert.equal(
    [found.indexOf(429), found.length - found.filter((item) => item === 429).length],
    [limit, limit],
  );
};

async function remaining({ app }: World, request: InjectOptions = {}): Promise<string> {
  const { headers } = await app.inject({ url, ...request });
  return `${headers['x-ratelimit-remaining']} of ${headers['x-ratelimit-limit']}`;
}

underLimits('tells every answer under /api/v1 what is left', async (world) => {
  const { app, keyOf, snapshots, registry } = world;
  const ownKey = await keyOf('solo', ['accounts:read']);
  const { headers } = await app.inject(url);
  const cases: readonly (readonly [number, InjectOptions])[] = [
    [200, {}],
    [200, { method: 'HEAD' }],
    [304, { headers: { 'if-none-match': String(headers.etag) } }],
    [400, { url: `${url}?include=nope` }],
    [401, { headers: bearer('nope') }],
    [401, { url: '/api/v1/accounts' }],
    [403, { headers: bearer(ownKey.key) }],
    [404, { url: '/api/v1/nope' }],
    [404, { url: '/api/v1' }],
    [404, { url: '/api/v1?x' }],
    [404, { url: '/api/%76%31/nope' }],
    [404, { url: '/api/v1/accounts/%zz' }],
    [405, { method: 'POST' }],
    [405, { method: 'OPTIONS' }],
    [413, { method: 'GET', payload: 'x' }],
    [414, { url: `/api/v1/accounts/${'a'.repeat(9000)}` }],
    [414, { url: `/api/v1/accounts/${'a'.repeat(20_000)}` }],
  ];
  const counted = new Map<string, number>();
  for (const [status, request] of cases) {
    const limits = request.headers?.authorization === `Bearer ${ownKey.key}` ? 30 : 20;
    const response = await app.inject({ url, ...request });
    const name = `${request.method ?? 'GET'} ${request.url ?? url}`.slice(0, 60);
    assert.is(response.statusCode, status, name);
    assert.is(response.headers['x-ratelimit-limit'], String(limits), name);
    const count = (counted.get(`${limits}`) ?? (limits === 20 ? 1 : 0)) + 1;
    counted.set(`${limits}`, count);
    assert.is(response.headers['x-ratelimit-remaining'], String(limits - count), name);
    assert.is(response.headers['x-ratelimit-reset'], '1772366461', name);
    assert.is(response.headers['retry-after'], undefined, name);
  }
  const { take } = snapshots;
  snapshots.take = () => {
    throw new Error('broken');
  };
  const broken = await app.inject({ url });
  assert.equal([broken.statusCode, broken.headers['x-ratelimit-remaining']], [500, '2']);
  snapshots.take = take;
  Object.assign(registry.store, { revision: () => Promise.reject(new Error('locked')) });
  const down = await app.inject({ url, headers: bearer(ownKey.key) });
  assert.equal([down.statusCode, down.headers['x-ratelimit-remaining']], [503, '1']);
  assert.is(down.headers['x-ratelimit-limit'], '20', 'nobody knows whether the key is good');
});

underLimits('answers 429 with a problem that says when to come back', async (world) => {
  endsIn429(await statuses(world, times(30)), 20);
  const response = await world.app.inject({ url, method: 'GET' });
  assert.is(response.headers['retry-after'], '60');
  assert.is(response.headers['x-ratelimit-remaining'], '0');
  assert.is(response.headers['x-ratelimit-reset'], '1772366461');
  assert.is(response.headers['cache-control'], 'no-store');
  assert.is(response.headers['content-type'], 'application/problem+json; charset=utf-8');
  assert.equal(response.json(), {
    type: 'urn:trackrecord:problem:rate-limited',
    title: 'Too Many Requests',
    status: 429,
    detail: 'Too many requests. Try again in 60 s.',
  });
});

underLimits('comes before every other refusal', async (world) => {
  await statuses(world, times(20));
  const refused: readonly InjectOptions[] = [
    { headers: bearer('nope') },
    { url: '/api/v1/accounts' },
    { url: '/api/v1/nope' },
    { url: `${url}?include=nope` },
    { method: 'DELETE' },
    { payload: 'x' },
    { url: `/api/v1/accounts/${'a'.repeat(9000)}` },
    { headers: { 'if-none-match': '*' } },
  ];
  assert.equal(
    await statuses(world, refused),
    refused.map(() => 429),
  );
});

underLimits('does not count what is not under /api/v1', async (world) => {
  for (const path of ['/healthz', '/nope', '/api/v10', '/api/v']) {
    const { headers } = await world.app.inject(path);
    assert.is(headers['x-ratelimit-limit'], undefined, path);
  }
  assert.is(await remaining(world), '19 of 20');
});

underLimits('counts a good key by itself and not on its address', async (world) => {
  const firstKey = await world.keyOf('north-desk');
  const secondKey = await world.keyOf('north-desk');
  const free = await world.keyOf('solo');
  const withKey = ({ key }: { key: string }) => times(125, () => ({ headers: bearer(key) }));
  endsIn429(await statuses(world, withKey(firstKey)), 120);
  endsIn429(await statuses(world, withKey(free)), 30);
  assert.is(await remaining(world, { headers: bearer(secondKey.key) }), '119 of 120');
  assert.is(await remaining(world), '19 of 20');
});

underLimits('follows the plan in force at the request', async (world) => {
  const { key } = await world.keyOf('north-desk');
  const headers = bearer(key);
  const planOf = (plan: string) =>
    applyRegistry(world.registry, { owners: [{ slug: 'north-desk', name: 'North Desk', plan }] });
  assert.is(await remaining(world, { headers }), '119 of 120');
  await planOf('free');
  assert.is(await remaining(world, { headers }), '29 of 30');
  await planOf('ultra');
  assert.is(await remaining(world, { headers }), '118 of 120');
});

rateLimit('takes addresses only from the named proxies', async () => {
  const spoofed = (number: number) => ({
    'x-forwarded-for': `198.51.100.${number}`,
    forwarded: `for=198.51.100.${number}`,
    'x-real-ip': `198.51.100.${number}`,
    'x-client-ip': `198.51.100.${number}`,
  });
  for (const trustProxy of [[], ['10.0.0.0/8']]) {
    await withLimits(
      async (world) => {
        endsIn429(
          await statuses(
            world,
            times(25, (at) => ({ headers: spoofed(at) })),
          ),
          20,
        );
      },
      { trustProxy },
    );
  }
});

underLimits(
  'takes the last address that is no proxy, whatever the client wrote before it',
  { trustProxy: ['10.0.0.0/8', '192.0.2.1'] },
  async (world) => {
    const from = (text: string, remoteAddress = '10.1.2.3') => ({
      remoteAddress,
      headers: { 'x-forwarded-for': text },
    });
    const asked = times(25, (at) =>
      from(`198.51.100.${at}, 203.0.113.7, ${at % 2 ? '10.9.9.9' : '192.0.2.1'}`),
    );
    endsIn429(await statuses(world, asked), 20);
    assert.is(await remaining(world, from('203.0.113.8')), '19 of 20');
    assert.is(await remaining(world, from('::ffff:203.0.113.8', '::ffff:10.1.2.3')), '18 of 20');
    assert.is(await remaining(world, from('203.0.113.8:4711')), '17 of 20');
    assert.is(await remaining(world, from('203.0.113.8', '203.0.113.9')), '19 of 20');
  },
);

underLimits('counts a /64 as one and an IPv4 address in any spelling as one', async (world) => {
  const rotating = times(25, (at) => ({ remoteAddress: `2001:db8::${at.toString(16)}` }));
  endsIn429(await statuses(world, rotating), 20);
  const mapped = times(25, (at) => ({
    remoteAddress: at % 2 ? '203.0.113.7' : '::ffff:203.0.113.7',
  }));
  endsIn429(await statuses(world, mapped), 20);
});

underLimits(
  'reads the address of a real connection, and an absolute request target',
  async (world) => {
    const { port } = new URL(await world.app.listen({ host: '127.0.0.1', port: 0 }));
    const answer = await answerTo(
      Number(port),
      `GET http://here${url} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n`,
    );
    assert.match(answer, /^HTTP\/1.1 200 /);
    assert.match(answer, /\r\nx-ratelimit-remaining: 19\r\n/i);
    assert.is(await remaining(world, { remoteAddress: '127.0.0.1' }), '18 of 20');
  },
);

function answerTo(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    connect(port, '127.0.0.1')
      .on('data', (data) => {
        answer += data.toString();
      })
      .on('error', reject)
      .on('close', () => resolve(answer))
      .write(request);
  });
}

rateLimit('answers the same if the count comes late, as from Redis', async () => {
  const limits = createMemoryLimits(createMovableClock());
  const late = {
    ...limits,
    take: async (...asked: Parameters<typeof limits.take>) => limits.take(...asked),
  };
  await withLimits(
    async (world) => {
      endsIn429(await statuses(world, times(25)), 20);
    },
    { limits: late },
  );
});

rateLimit.run();
