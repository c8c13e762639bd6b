import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { someOf } from '../../server/http/parameters.ts';
import { exchange } from './raw.ts';
import { withServing } from './serving.ts';
import { bearer, type World, withWorld } from './world.ts';

const addresses = suite('odd addresses and parameters');

const notSlugs = [
  '..%2f',
  '..%2f..%2fregistry.db',
  '%2e%2e',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..%5c..%5cregistry.db',
  '%c0%ae%c0%ae',
  '%c0%ae%c0%ae%c0%af',
  '%e0%80%ae',
  '%00',
  'north-eurusd%00',
  'north-eurusd%00.json',
  '%0d%0aset-cookie:x',
  'north-eurusd%20',
  '%20north-eurusd',
  'north-eurusd%0a',
  'north-eurusd.',
  'north-eurusd.json',
  'north-eurusd%2f',
  'north-eurusd%3finclude=twr',
  'north-eurusd;a=b',
  'NORTH-EURUSD',
  'North-EURUSD',
  'n%6frth-eurus%64x',
  // Letters of other scripts and widths that look similar.
  'n%D0%BErth-eurusd',
  '%EF%BD%8Eorth-eurusd',
  'north%E2%80%90eurusd',
  'north%E2%80%8B-eurusd',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'undefined',
  'null',
  '-',
  '*',
  '%2a',
  '%',
  '%f',
  '%zz',
  '%25%32%65',
  'north-eurusd%252f',
  "x'%20or%201=1--",
  'north-secret',
  'a'.repeat(64),
  'a'.repeat(65),
  'a'.repeat(300),
  'a'.repeat(7000),
  '%61'.repeat(2000),
];

const notPaths = [
  '//api/v1/accounts/north-eurusd',
  '/api//v1/accounts/north-eurusd',
  '/api/v1//accounts/north-eurusd',
  '/api/v1/accounts//north-eurusd',
  '/api/v1/accounts/north-eurusd/',
  '/api/v1/accounts/north-eurusd//',
  '/api/v1/accounts/./north-eurusd',
  '/api/v1/accounts/x/../north-eurusd',
  '/api/v1/accounts/%2e/north-eurusd',
  '/api/v1/../../registry.db',
  '/api/v1/accounts/..%2f..%2f..%2fregistry.db',
  '/API/v1/accounts/north-eurusd',
  '/api/V1/accounts/north-eurusd',
  '/api/v1/Accounts/north-eurusd',
  '/api%2fv1/accounts/north-eurusd',
  '/api/v1/accounts%2fnorth-eurusd',
  '/api/v1/accounts/north-eurusd/trade',
  '/api/v1/accounts/north-eurusd/trades/',
  '/api/v1/accounts/north-eurusd/trades/1',
  '/api/v1/accounts/north-eurusd/trades.csv/',
  '/api/v1/accounts/north-eurusd/trades.CSV',
  '/api/v1/accounts/north-eurusd/positions.csv',
  '/api/v1/accounts/north-eurusd/__proto__',
  '/api/v2/accounts/north-eurusd',
  '/registry.db',
  '/data/snapshots/current',
  '/.env',
  '/.git/config',
];

/** Returns the parts of an answer that must be equal, without those that count requests. */
async function ask({ app }: World, url: string, key?: string) {
  const response = await app.inject({ url, headers: bearer(key) });
  const { date, ...headers } = response.headers;
  const counted = Object.entries(headers).filter(([name]) => !name.startsWith('x-ratelimit-'));
  return { status: response.statusCode, headers: Object.fromEntries(counted), body: response.body };
}

addresses('answers an invalid slug with the bytes of an unknown one', async () => {
  await withWorld(async (world) => {
    const { key } = await world.keyOf('solo');
    for (const suffix of [
      '',
      '?include=twr',
      '/widget',
      '/trades',
      '/trades.csv',
      '/positions?page=2',
    ]) {
      const unknown = await ask(world, `/api/v1/accounts/unknown${suffix}`, key);
      assert.is(unknown.status, 404);
      for (const slug of notSlugs) {
        const answer = await ask(world, `/api/v1/accounts/${slug}${suffix}`, key);
        assert.equal(answer, unknown, `${slug.slice(0, 60)}${suffix}`);
      }
    }
  });
});

/** Sends a request over a socket. A client that parses addresses would remove dots first. */
async function askRaw(url: string, path: string) {
  const bytes = `GET ${path} HTTP/1.1\r\nHost: records.example\r\n\r\n`;
  const [answer] = (await exchange(url, bytes, { wanted: 1 })).answers;
  const headers = [...(answer?.headers ?? [])];
  const constant = headers.filter(([name]) => name !== 'date' && !name.startsWith('x-ratelimit-'));
  return { status: answer?.status, headers: Object.fromEntries(constant), body: answer?.body };
}

addresses('answers whatever is no path with the same 404', async () => {
  await withServing(async ({ url }) => {
    const unknown = await askRaw(url, '/api/v1/accounts/unknown');
    assert.is(unknown.status, 404);
    for (const path of notPaths) {
      const answer = await askRaw(url, path);
      assert.is(answer.status, 404, path);
      assert.is(answer.body, unknown.body, path);
      assert.is(answer.headers['cache-control'], 'no-store', path);
    }
    for (const slug of notSlugs) {
      const answer = await askRaw(url, `/api/v1/accounts/${slug}`);
      assert.equal(answer, unknown, slug.slice(0, 60));
    }
  });
});

const search = '/api/v1/search/accounts';
const account = '/api/v1/accounts/north-eurusd';
const polluted = [
  'page[]=2',
  'page[0]=2',
  'page[__proto__][x]=1',
  '__proto__=1',
  '__proto__[polluted]=1',
  '__proto__.polluted=1',
  'constructor=1',
  'constructor[prototype][polluted]=1',
  'constructor.prototype.polluted=1',
  'toString=1',
  'hasOwnProperty=1',
  '%00=1',
  'page%00=2',
  '=1',
  '&&&',
  '=',
  '?',
  'PAGE=2',
  'p%61ge%20=2',
  Array.from({ length: 1500 }, (_, at) => `${at}`).join('&'),
  Array.from({ length: 1500 }, () => '__proto__')
    .join('&')
    .slice(0, 7000),
];

addresses(
  'ignores parameters nobody knows, but for saying so, whatever they are called',
  async () => {
    const before = JSON.stringify(prototypes());
    await withWorld(async (world) => {
      for (const url of [search, account]) {
        const plain = await ask(world, url);
        for (const query of polluted) {
          const answer = await ask(world, `${url}?${query}`);
          const { 'x-ignored-parameters': named = '', ...headers } = answer.headers;
          assert.equal({ ...answer, headers }, plain, query.slice(0, 60));
          assert.match(String(named), /^[\w.%[\]!'()*~, -]{0,760}$/, query.slice(0, 60));
          assert.is(named === '', /^(&*|=|=1)$/.test(query), query.slice(0, 60));
        }
      }
    });
    assert.is(JSON.stringify(prototypes()), before);
    assert.not('polluted' in {});
  },
);

addresses('refuses a repeated parameter, however often and however spelled', async () => {
  await withWorld(async (world) => {
    for (const query of ['page=1&page=2', 'page=1&p%61ge=1', 'page=1&'.repeat(1000), 'page&page']) {
      assert.is((await ask(world, `${search}?${query}`)).status, 400, query.slice(0, 60));
    }
  });
});

const wrong = [
  '0',
  '-1',
  '1e400',
  '1e3',
  '9007199254740992',
  `1${'0'.repeat(30)}`,
  '%D9%A3',
  '%EF%BC%91',
  '1.0',
  '+1',
  '0x1',
  '01',
  '%201',
  '1%20',
  '1%00',
  'NaN',
  'Infinity',
  '',
  'true',
  '1,2',
];

addresses('refuses numbers that are not written in plain digits', async () => {
  await withWorld(async (world) => {
    for (const value of wrong) {
      for (const name of ['page', 'limit']) {
        assert.is((await ask(world, `${search}?${name}=${value}`)).status, 400, `${name}=${value}`);
      }
    }
  });
});

addresses('reads names once: any work that grew faster than they do would never end', async () => {
  await withWorld(async (world) => {
    const { parse } = someOf(['twr', 'monthly']);
    for (const text of ['twr,', ',', 'a,', '%2c', 'a']) {
      assert.is(parse(`${text.repeat(1_000_000)},`), undefined, text);
      const include = `${text.repeat(8000 / text.length)},`;
      assert.is((await ask(world, `${account}?include=${include}`)).status, 400, text);
    }
  });
});

function prototypes(): string[][] {
  return [Object, Array, Function, String].map((of) => Object.getOwnPropertyNames(of.prototype));
}

addresses('never logs a key that came in an address', async () => {
  const logged: string[] = [];
  const note = (message: string, fields = {}): void => {
    logged.push(message + JSON.stringify(fields));
  };
  await withWorld(
    async (world) => {
      const { key } = await world.keyOf('north-desk');
      for (const url of [`/api/v1/accounts?access_token=${key}`, `/${key}`, `/%zz?key=${key}`]) {
        assert.ok((await ask(world, url)).status >= 400, url);
      }
      world.snapshots.take = () => {
        throw new Error('broken');
      };
      assert.is((await ask(world, `${account}?key=${key}`)).status, 500);
      assert.ok(logged.length > 0);
      assert.not(logged.join().includes(key));
    },
    { log: { debug: note, info: note, warn: note, error: note } },
  );
});

addresses.run();
