import { connect } from 'node:net';
import { crc32 } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keyKind, newKey } from '../../../pipeline/base/key-format.ts';
import { listKeys, revokeKey } from '../../../pipeline/registry/keys.ts';
import { notedLog } from '../../support/noted-log.ts';
import { within } from '../../support/within.ts';
import { bearer, lendWorld, withWorld } from '../world.ts';

const authenticate = suite('authentication');
const inLentWorld = within(authenticate, lendWorld);
const inWorld = within(authenticate, withWorld);

const urls = [
  '/api/v1/accounts',
  '/api/v1/accounts/north-eurusd',
  '/api/v1/accounts/north-secret/trades',
  '/api/v1/accounts/unknown/positions',
  '/api/v1/accounts/%zz',
  '/api/v1/accounts/%c0%ae/trades',
  '/api/v1/accounts/north-eurusd/widget?limit=x',
  '/api/v1/search/accounts',
  '/api/v1/search/accounts?q=%zz',
  '/api/v1/nope',
  '/api/v1',
  '/api/%76%31/accounts/north-eurusd',
];

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Makes a Connection Key with a valid checksum. */
function newConnectionKey(): string {
  const body = `tr_conn_${'0'.repeat(32)}`;
  const places = [5, 4, 3, 2, 1, 0].map((power) => Math.floor(crc32(body) / 62 ** power) % 62);
  const key = body + places.map((place) => digits[place]).join('');
  assert.is(keyKind(key), 'connection');
  return key;
}

inWorld('refuses any bad key in the same way everywhere', async ({ app, registry, keyOf }) => {
  const { id, key } = await keyOf('north-desk');
  const revoked = await keyOf('north-desk');
  await revokeKey(registry, revoked.id);
  const bad = [
    '',
    ' ',
    'Bearer',
    'Bearer ',
    key,
    id,
    `Basic ${key}`,
    `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    `Bearer ${newKey()}`,
    `Bearer ${revoked.key}`,
    `Bearer ${newConnectionKey()}`,
    `Bearer ${key.slice(0, -1)}`,
    `Bearer ${key}x`,
    `Bearer ${key} x`,
    `Bearer ${key}, Bearer ${key}`,
    `Bearer "${key}"`,
    `Bearer=${key}`,
    `Bearer ${key.toLowerCase()}`,
    `Bearer ${key}\u00a0`,
    `\u00a0Bearer ${key}`,
    `Bearer \u00a0${key}`,
    `Bearer\u00a0${key}`,
    `Bearer ${key}\ufeff`,
    `Bearer ${key}\v`,
    `${'x'.repeat(5_000)}`,
  ];
  const bodies = new Set<string>();
  for (const url of urls) {
    for (const authorization of bad) {
      const response = await app.inject({ url, headers: { authorization } });
      assert.is(response.statusCode, 401, `${url} ${authorization}`);
      assert.is(response.headers['www-authenticate'], 'Bearer error="invalid_token"');
      assert.is(response.headers['cache-control'], 'no-store');
      bodies.add(response.body);
    }
  }
  assert.is(bodies.size, 1);
  assert.is((await app.inject({ url: '/healthz', headers: bearer('x') })).statusCode, 200);
  assert.is((await app.inject({ url: urls[0] ?? '', headers: bearer(key) })).statusCode, 200);
});

inLentWorld('takes the scheme in any case', async ({ app, keyOf }) => {
  const { key } = await keyOf('north-desk');
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR ']) {
    const headers = { authorization: `${scheme} ${key}` };
    assert.is((await app.inject({ url: '/api/v1/accounts', headers })).statusCode, 200, scheme);
  }
});

inWorld('refuses two headers, even of the same good key', async ({ app, keyOf }) => {
  const { key } = await keyOf('north-desk');
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const line = `authorization: Bearer ${key}\r\n`;
  for (const [lines, status] of [
    [line, 200],
    [`authorization:\t Bearer ${key} \t\r\n`, 200],
    [`authorization: Bearer ${key}\xa0\r\n`, 401],
    [`authorization:\xa0Bearer ${key}\r\n`, 401],
    [`authorization: Bearer ${key}\x85\r\n`, 401],
    [line + line, 401],
    [`${line}Authorization: \r\n`, 401],
  ] as const) {
    const request = `GET /api/v1/accounts HTTP/1.1\r\nHost: here\r\n${lines}Connection: close\r\n\r\n`;
    assert.match(await answerTo(address, request), new RegExp(`^HTTP/1.1 ${status} `));
  }
});

function answerTo({ hostname, port }: URL, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    connect(Number(port), hostname)
      .on('data', (data) => {
        answer += data.toString();
      })
      .on('error', reject)
      .on('close', () => resolve(answer))
      .write(request, 'latin1');
  });
}

inLentWorld('asks for a key with the same answer, whatever the slug', async ({ app, keyOf }) => {
  const { key } = await keyOf('north-desk');
  const bodies = new Set<string>();
  for (const url of [
    '/api/v1/accounts?page=0',
    ...['trades', 'positions'].flatMap((list) =>
      ['north-eurusd', 'north-secret', 'unknown', '%zz', '%00', 'a'.repeat(300)].map(
        (slug) => `/api/v1/accounts/${slug}/${list}?page=0`,
      ),
    ),
  ]) {
    const withTokenInAddress = `${url}&access_token=${key}`;
    for (const asked of [url, withTokenInAddress]) {
      const response = await app.inject(asked);
      assert.is(response.statusCode, 401, asked);
      assert.is(response.headers['www-authenticate'], 'Bearer');
      bodies.add(response.body);
    }
  }
  assert.is(bodies.size, 1);
});

authenticate('answers 503 to a key that cannot be looked up, never as to a stranger', async () => {
  const { log, lines } = notedLog();
  await withWorld(
    async ({ app, registry, keyOf }) => {
      const { key } = await keyOf('north-desk');
      registry.findKeyByHash = () => Promise.reject(new Error('locked'));
      const asked = [...urls, `${urls[1]}?key=${key}`];
      for (const url of asked) {
        const response = await app.inject({ url, headers: bearer(key) });
        assert.is(response.statusCode, 503, url);
        assert.is(response.headers['retry-after'], '5');
      }
      const failures = lines.filter((line) => line.startsWith('request failed'));
      assert.is(failures.length, asked.length);
      assert.not.ok(lines.join().includes(key));
      for (const bad of ['x', newConnectionKey(), `${key.slice(0, -1)}_`]) {
        const response = await app.inject({ url: urls[1] ?? '', headers: bearer(bad) });
        assert.is(response.statusCode, 401, 'refused without a look-up');
      }
      assert.is((await app.inject(urls[1] ?? '')).statusCode, 200);
    },
    { log },
  );
});

inWorld(
  'records the last use of keys and their requests, in one write',
  async ({ read, registry, keyOf, keyUses }) => {
    const { key } = await keyOf('north-desk');
    const unused = await keyOf('north-desk');
    const before = await registry.store.revision();
    for (let at = 0; at < 20; at += 1) await read('/api/v1/accounts', key);
    assert.is(await registry.store.revision(), before);
    await keyUses.flush();
    assert.is(await registry.store.revision(), before, 'nothing that was remembered is dropped');
    const uses = (await listKeys(registry, 'north-desk')).map(({ id, last_used_at, requests }) => [
      id,
      last_used_at,
      requests,
    ]);
    assert.ok(uses.some(([, used, count]) => used === '2026-03-01T12:00:00Z' && count === 20));
    assert.equal(
      uses.find(([id]) => id === unused.id),
      [unused.id, null, 0],
    );
  },
);

inWorld(
  'keeps what could not be recorded for the next time',
  async ({ read, registry, keyOf, keyUses }) => {
    const { id, key } = await keyOf('north-desk');
    await read('/api/v1/accounts', key);
    const { annotate } = registry.store;
    registry.store.annotate = () => Promise.reject(new Error('locked'));
    await keyUses.flush();
    registry.store.annotate = annotate;
    await keyUses.flush();
    const [used] = await listKeys(registry, 'north-desk');
    assert.is(used?.id, id);
    assert.equal([used?.last_used_at, used?.requests], ['2026-03-01T12:00:00Z', 1]);
  },
);

authenticate.run();
