import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { within } from '../../support/within.ts';
import { baseUrl, bearer, lendWorld } from '../world.ts';

const openapi = suite('GET /api/v1/openapi.json');
const inLentWorld = within(openapi, lendWorld);

const url = '/api/v1/openapi.json';

inLentWorld('describes the API from where the world knows it', async ({ read }) => {
  const document = await read(url);
  assert.match(document.openapi, /^3\.1\./);
  assert.equal(document.servers, [{ url: baseUrl }]);
  assert.ok(url in document.paths);
});

inLentWorld('is a versioned answer: limits, keys, ETag', async ({ app, keyOf }) => {
  const { statusCode, headers } = await app.inject(url);
  assert.is(statusCode, 200);
  assert.is(headers['content-type'], 'application/json; charset=utf-8');
  assert.is(headers['x-ratelimit-limit'], '20');
  const again = await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
  assert.is(again.statusCode, 304);
  assert.is(again.body, '');
  const { key } = await keyOf('solo', []);
  assert.is((await app.inject({ url, headers: bearer(key) })).statusCode, 200);
  assert.is((await app.inject({ url, headers: bearer('wrong') })).statusCode, 401);
  assert.is((await app.inject({ url, method: 'HEAD' })).statusCode, 200);
  assert.is((await app.inject({ url, method: 'POST' })).statusCode, 405);
});

openapi.run();
