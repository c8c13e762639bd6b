import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isNoneMatchFor } from '../../../server/http/headers.ts';
import { named, notNamed } from '../none-match.ts';
import { bearer, lendWorld, north, withWorld } from '../world.ts';

const conditional = suite('conditional requests');

const etag = '"a,b"';

conditional('match a list weakly and take what is malformed for no match', () => {
  assert.ok(named.length + notNamed.length >= 30);
  for (const header of named) assert.is(isNoneMatchFor(header, etag), true, header);
  for (const header of notNamed) assert.is(isNoneMatchFor(header, etag), false, header);
  assert.is(isNoneMatchFor(undefined, etag), false);
  assert.is(isNoneMatchFor('"a,b"', `W/${etag}`), true);
});

conditional('match tags without quotes, and tags of any coding, by their content', () => {
  for (const coding of ['', '-gzip', '-br']) {
    for (const header of ['abc', 'W/abc', 'abc-gzip', 'x, abc', '"x", W/abc-br', '"abc-gzip"']) {
      assert.is(isNoneMatchFor(header, `"abc${coding}"`), true, `${header} ${coding}`);
    }
    for (const header of ['ab', 'abcd', 'abc gzip', 'gzip', '-gzip', 'abc-', '*abc']) {
      assert.is(isNoneMatchFor(header, `"abc${coding}"`), false, `${header} ${coding}`);
    }
  }
});

conditional('read a long header once: any work that grew faster would never end', () => {
  assert.is(isNoneMatchFor('"x", '.repeat(1_000_000), etag), false);
  assert.is(isNoneMatchFor(' \t'.repeat(2_000_000), etag), false);
  assert.is(isNoneMatchFor('"'.repeat(4_000_000), etag), false);
});

const urls = [
  '/api/v1/accounts',
  '/api/v1/accounts/north-eurusd?include=twr',
  '/api/v1/accounts/north-eurusd/trades?page=2',
  '/api/v1/accounts/north-eurusd/positions',
  '/api/v1/accounts/north-eurusd/widget',
  '/api/v1/search/accounts',
];

conditional('end in a 304 without a body wherever the plain answer is a 200', async () => {
  await lendWorld(async ({ app, keyOf }) => {
    const authorized = bearer((await keyOf('north-desk')).key);
    for (const url of urls) {
      const plain = await app.inject({ url, headers: authorized });
      assert.is(plain.statusCode, 200, url);
      const tag = String(plain.headers.etag);
      assert.match(tag, /^"[\w-]{43}"$/);
      for (const method of ['GET', 'HEAD'] as const) {
        for (const header of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
          const headers = { ...authorized, 'if-none-match': header };
          const response = await app.inject({ url, method, headers });
          assert.is(response.statusCode, 304, `${method} ${url} ${header}`);
          assert.is(response.body, '');
          const { date } = response.headers;
          const { 'content-type': _, 'content-length': __, ...expected } = plain.headers;
          assert.equal({ ...response.headers }, { ...expected, date }, url);
        }
        const headers = { ...authorized, 'if-none-match': '"x"', 'if-modified-since': 'now' };
        assert.is((await app.inject({ url, method, headers })).statusCode, 200);
      }
    }
  });
});

conditional('count only where the plain answer is a 200', async () => {
  await lendWorld(async ({ app, keyOf }) => {
    const { key } = await keyOf('north-desk', ['public:read']);
    const cases: [url: string, headers: Record<string, string>, status: number][] = [
      ['/api/v1/accounts/north-secret', {}, 404],
      ['/api/v1/accounts/unknown', {}, 404],
      ['/api/v1/nope', {}, 404],
      ['/api/v1/accounts/north-eurusd?include=all', {}, 400],
      ['/api/v1/accounts/north-eurusd/trades', {}, 401],
      ['/api/v1/accounts/north-eurusd', bearer('x'), 401],
      ['/api/v1/accounts/north-secret', bearer(key), 403],
      ['/api/v1/accounts', bearer(key), 403],
    ];
    for (const [url, headers, status] of cases) {
      const response = await app.inject({ url, headers: { ...headers, 'if-none-match': '*' } });
      assert.is(response.statusCode, status, url);
      assert.is(response.headers.etag, undefined);
      assert.is(response.headers['cache-control'], 'no-store');
    }
    const posted = await app.inject({
      url: '/api/v1/search/accounts',
      method: 'POST',
      headers: { 'if-none-match': '*' },
    });
    assert.is(posted.statusCode, 405);
  });
});

conditional(
  'have the same ETag for callers who see the same, and another for all others',
  async () => {
    await withWorld(async ({ app, keyOf, apply }) => {
      await apply({ ...north, hide: ['twr'] });
      const url = '/api/v1/accounts/north-eurusd?include=twr';
      const owner = await keyOf('north-desk');
      const free = await keyOf('solo');
      const tagFor = async (key?: string) =>
        (await app.inject({ url, headers: bearer(key) })).headers.etag;
      assert.is(await tagFor(free.key), await tagFor(), 'both must give credit and see the same');
      assert.is.not(await tagFor(owner.key), await tagFor());
    });
  },
);

conditional.run();
