import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readCalendarQuery } from '../../../server/calendar/parameters.ts';
import { within } from '../../support/within.ts';
import { lendWorld } from '../world.ts';
import { limitsOf, path, withDesk } from './world.ts';

const route = suite('calendar route');
const atDesk = within(route, withDesk);

const open =
  'ETag, Retry-After, X-Ignored-Parameters, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset';
const preflight = {
  origin: 'https://elsewhere.example',
  'access-control-request-method': 'GET',
  'access-control-request-headers': 'if-none-match',
};

atDesk(
  'lets the pages of every site read every answer',
  { limits: limitsOf(4) },
  async ({ app, bodies }) => {
    const origin = { origin: 'https://elsewhere.example' };
    const cases: [status: number, method: 'GET' | 'HEAD' | 'POST', url: string, inm?: string][] = [
      [200, 'GET', path],
      [200, 'HEAD', `${path}?format=csv`],
      [304, 'GET', path, '*'],
      [400, 'GET', `${path}?days=0`],
      [404, 'GET', '/'],
      [404, 'GET', '/healthz'],
      [404, 'GET', '/%zz'],
      [405, 'POST', path],
      [414, 'GET', `${path}?currency=${'USD,'.repeat(3000)}`],
      [429, 'GET', path],
    ];
    for (const [status, method, url, inm] of cases) {
      const headers = { ...origin, ...(inm && { 'if-none-match': inm }) };
      const response = await app.inject({ url, method, headers });
      assert.is(response.statusCode, status, `${method} ${url}`);
      assert.is(response.headers['access-control-allow-origin'], '*');
      assert.is(response.headers['access-control-expose-headers'], open);
      assert.is(response.headers['access-control-allow-credentials'], undefined);
      assert.is(response.headers.vary, 'Accept-Encoding', 'nothing in the way of shared caches');
      assert.is(response.headers['x-content-type-options'], 'nosniff');
      if (status < 400) continue;
      assert.is(response.headers['cache-control'], 'no-store');
      assert.is(response.headers['content-type'], 'application/problem+json; charset=utf-8');
      assert.is(response.json().status, status);
    }
    bodies.get = () => {
      throw new Error('select * from /secret/path');
    };
    const failed = await app.inject({ url: path, remoteAddress: '192.0.2.9' });
    assert.is(failed.statusCode, 500);
    assert.is(failed.headers['access-control-allow-origin'], '*');
    assert.not.match(failed.body, 'secret');
  },
);

route('answers a preflight with what a page may send, at no cost', async () => {
  const limits = limitsOf(1);
  await withDesk(
    async ({ app }) => {
      for (let time = 0; time < 3; time += 1) {
        const response = await app.inject({ url: path, method: 'OPTIONS', headers: preflight });
        assert.is(response.statusCode, 204);
        assert.is(response.body, '');
        const { headers } = response;
        assert.is(headers['access-control-allow-origin'], '*');
        assert.is(headers['access-control-allow-methods'], 'GET, HEAD, OPTIONS');
        assert.is(headers['access-control-allow-headers'], 'If-None-Match, Content-Type');
        assert.match(String(headers['access-control-max-age']), /^[1-9]\d*$/);
        assert.is(headers['access-control-allow-credentials'], undefined);
        assert.is(headers['x-ratelimit-limit'], undefined);
      }
      assert.is(limits.taken.size, 0);
      assert.is((await app.inject(path)).statusCode, 200);
    },
    { limits },
  );
});

route('allows other origins on the port of the API too, unlike everything else there', async () => {
  await lendWorld(async ({ app }) => {
    const origin = { origin: 'https://elsewhere.example' };
    for (const [url, method, status] of [
      [path, 'GET', 200],
      [`${path}?days=0`, 'GET', 400],
      [path, 'POST', 405],
      [path, 'OPTIONS', 204],
      [`${path}?x=${'a'.repeat(9000)}`, 'GET', 414],
    ] as const) {
      const response = await app.inject({ url, method, headers: origin });
      assert.is(response.statusCode, status, `${method} ${url.slice(0, 60)}`);
      assert.is(response.headers['access-control-allow-origin'], '*');
      assert.is(response.headers.vary, 'Accept-Encoding');
      if (status === 405) assert.is(response.headers.allow, 'GET, HEAD, OPTIONS');
    }
    for (const url of ['/healthz', `${path}/`, '/api/v1/search/accounts', '/api/public/calendar']) {
      const { headers } = await app.inject({ url, headers: origin });
      assert.is(headers['access-control-allow-origin'], undefined, url);
    }
  });
});

atDesk('is all there is on its own port', async ({ app }) => {
  const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;
  for (const method of methods) {
    const response = await app.inject({ url: path, method });
    assert.is(response.statusCode, 405, method);
    assert.is(response.headers.allow, 'GET, HEAD, OPTIONS');
  }
  for (const url of ['/', `${path}/`, '/api/v1/accounts', '/healthz', '/docs', '//', '/%zz']) {
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS'] as const) {
      const response = await app.inject({ url, method });
      assert.is(response.statusCode, 404, `${method} ${url}`);
    }
  }
  const body = await app.inject({ url: path, method: 'GET', payload: 'x' });
  assert.is(body.statusCode, 413);
});

atDesk('answers HEAD as GET, without the body', async ({ app }) => {
  for (const query of ['', '?format=csv', '?days=0']) {
    const got = await app.inject(`${path}${query}`);
    const head = await app.inject({ url: `${path}${query}`, method: 'HEAD' });
    assert.is(head.statusCode, got.statusCode);
    assert.is(head.body, '');
    const { date } = got.headers;
    assert.equal({ ...head.headers, date }, { ...got.headers });
  }
});

route('counts requests per client and tells what is left', async () => {
  const limits = limitsOf(3);
  await withDesk(
    async ({ app }) => {
      const ask = (remoteAddress: string, url = path, headers = {}) =>
        app.inject({ url, remoteAddress, headers });
      for (const [remaining, url] of [
        [2, path],
        [1, `${path}?days=0`],
        [0, path],
      ] as const) {
        const { headers } = await ask('192.0.2.1', url);
        assert.is(headers['x-ratelimit-limit'], '3');
        assert.is(headers['x-ratelimit-remaining'], String(remaining));
        assert.match(String(headers['x-ratelimit-reset']), /^\d+$/);
      }
      const over = await ask('::ffff:192.0.2.1', `${path}?days=0`, { 'if-none-match': '*' });
      assert.is(over.statusCode, 429, 'before parameters, before what the client has');
      assert.is(over.headers['retry-after'], '42');
      assert.is(over.headers['x-ratelimit-remaining'], '0');
      assert.is((await ask('192.0.2.2')).statusCode, 200);
      const spoofed = await ask('192.0.2.1', path, { 'x-forwarded-for': '192.0.2.77' });
      assert.is(spoofed.statusCode, 429, 'nobody trusts this client');
      const proxied = await ask('198.51.100.1', path, { 'x-forwarded-for': '6.6.6.6, 192.0.2.1' });
      assert.is(proxied.statusCode, 429, 'the proxy says whose it is');
    },
    { limits, trustProxy: ['198.51.100.1'] },
  );
  assert.ok([...limits.taken.keys()].every((name) => name.startsWith('calendar ')));
});

atDesk('keeps one body for all', async ({ bodies }) => {
  const first = bodies.get(readCalendarQuery({ currency: 'USD,EUR' }));
  assert.is(bodies.get(readCalendarQuery({ currency: 'EUR,USD', days: '1' })), first);
});

route.run();
