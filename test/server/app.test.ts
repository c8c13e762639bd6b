import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError, PROBLEMS, type ProblemName } from '../../server/http/errors.ts';
import { notedLog } from '../support/noted-log.ts';
import { within } from '../support/within.ts';
import { withWorld } from './world.ts';

const app = suite('app');
const inWorld = within(app, withWorld);

const urls = ['/healthz', '/api/v1/accounts/north-eurusd', '/api/v1/search/accounts'];

inWorld('answers unknown addresses with a problem', async (world) => {
  for (const url of [
    '/nope',
    '/api/v1',
    '/api/v1/accounts/',
    '/api/v1/nope',
    '/%zz',
    '//',
    '/healthz/',
  ]) {
    const response = await world.app.inject(url);
    assert.is(response.statusCode, 404, url);
    assert.equal(response.json(), {
      type: 'urn:trackrecord:problem:not-found',
      title: 'Not Found',
      status: 404,
      detail:
        'Nothing is published at this address. Find accounts with /api/v1/search/accounts?q=NAME.',
    });
    assert.is(response.headers['content-type'], 'application/problem+json; charset=utf-8');
  }
});

inWorld('answers with a problem whatever body is named, where none is read', async (world) => {
  for (const type of ['', '"x"', 'gzip', 'application/json', 'text/plain']) {
    const headers = { 'content-type': type };
    for (const url of ['/nope', '/healthz']) {
      const response = await world.app.inject({ url, method: 'POST', headers });
      assert.ok([400, 404, 405, 415].includes(response.statusCode), `${url} ${type}`);
      assert.is(response.json().status, response.statusCode);
    }
  }
});

inWorld('lets no error be kept and no answer be sniffed or read by other sites', async (world) => {
  for (const url of [...urls, '/nope', '/%zz', '/api/v1/search/accounts?page=0']) {
    const { headers, statusCode } = await world.app.inject({
      url,
      headers: { origin: 'https://elsewhere.example' },
    });
    assert.is(headers['x-content-type-options'], 'nosniff', url);
    assert.is(headers.vary, 'Authorization, Accept-Encoding', url);
    if (statusCode !== 200) assert.is(headers['cache-control'], 'no-store', url);
    assert.equal(
      Object.keys(headers).filter((name) => name.startsWith('access-control')),
      [],
    );
  }
});

app('answers 500 without a word about why, and logs it', async () => {
  const { log, lines } = notedLog('error');
  await withWorld(
    async (world) => {
      world.snapshots.take = () => {
        throw new Error('select * from /secret/path');
      };
      const response = await world.app.inject('/api/v1/accounts/north-eurusd');
      assert.is(response.statusCode, 500);
      assert.equal(response.json(), {
        type: 'urn:trackrecord:problem:internal',
        title: 'Internal Server Error',
        status: 500,
        detail: 'The request failed.',
      });
      assert.match(lines.join(), '/secret/path');
    },
    { log },
  );
});

inWorld('reads the registry once for a request with a key', async ({ app, registry, keyOf }) => {
  const { key } = await keyOf('north-desk');
  const { revision } = registry.store;
  let looks = 0;
  registry.store.revision = () => {
    looks += 1;
    return revision();
  };
  const urls = ['accounts', 'accounts/north-eurusd', 'search/accounts'];
  for (const url of [...urls, 'accounts/north-eurusd/trades', 'accounts/north-eurusd/widget']) {
    looks = 0;
    const headers = { authorization: `Bearer ${key}` };
    const { statusCode } = await app.inject({ url: `/api/v1/${url}`, headers });
    assert.equal([statusCode, looks], [200, 1], url);
  }
});

app('has a problem for each status with the words of RFC 9110', () => {
  const names: readonly string[] = Object.keys(PROBLEMS);
  const isName = (name: string): name is ProblemName => names.includes(name);
  for (const name of names.filter(isName)) {
    const error = new ApiError(name);
    assert.is(JSON.parse(error.body).status, error.status);
    assert.ok(error.status >= 400 && error.status < 600);
    assert.is(error.headers['cache-control'], 'no-store');
  }
});

app.run();
