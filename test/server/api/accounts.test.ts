import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gold, lendWorld, north, withWorld } from '../world.ts';

const accounts = suite('GET /api/v1/accounts');

const url = '/api/v1/accounts';

const cases: [query: string, slugs: string][] = [
  ['', 'north-all north-eurusd north-gold north-secret'],
  ['?type=account', 'north-eurusd north-gold north-secret'],
  ['?type=portfolio', 'north-all'],
  ['?platform=MT5', 'north-eurusd north-secret'],
  ['?platform=cTrader', ''],
  ['?type=portfolio&platform=MT4', ''],
  ['?limit=2', 'north-all north-eurusd'],
  ['?limit=3&page=2', 'north-secret'],
  ['?page=2', ''],
  ['?owner=solo&published=true', 'north-all north-eurusd north-gold north-secret'],
];

accounts('are all of the caller and nobody else, newest first, ties by slug', async () => {
  await lendWorld(async ({ read, keyOf }) => {
    const { key } = await keyOf('north-desk', ['accounts:read']);
    for (const [query, slugs] of cases) {
      const { data } = await read(url + query, key);
      assert.is(data.map(({ slug }: { slug: string }) => slug).join(' '), slugs, query);
    }
    const solo = await keyOf('solo');
    const { data, pagination } = await read(url, solo.key);
    assert.equal(
      data.map(({ slug }: { slug: string }) => slug),
      ['solo-silent', 'solo-secret'],
    );
    assert.equal(pagination, { page: 1, limit: 50, total: 2, has_more: false });
  });
});

accounts('are the objects that their owner reads one by one', async () => {
  await withWorld(async ({ read, apply, keyOf }) => {
    const { key } = await keyOf('north-desk');
    await apply({ ...north, hide: ['trades', 'volume'] }, { ...gold, published: false });
    const { data, pagination } = await read(`${url}?limit=200`, key);
    assert.equal(pagination, { page: 1, limit: 200, total: 4, has_more: false });
    for (const account of data) {
      assert.equal(account, await read(`${url}/${account.slug}`, key));
      assert.is(account.attribution.required, false);
    }
    assert.is(data.filter(({ published }: { published: boolean }) => !published).length, 2);
  });
});

accounts('need credit by plan, in lists, searches and one by one', async () => {
  await lendWorld(async ({ read, keyOf }) => {
    const pro = await keyOf('north-desk');
    const free = await keyOf('solo');
    for (const path of ['/api/v1/search/accounts', `${url}/north-eurusd`, `${url}/solo-silent`]) {
      for (const [key, required] of [
        [undefined, true],
        [free.key, true],
        [pro.key, false],
      ] as const) {
        const body = await read(path, key);
        for (const { attribution } of body.data ?? [body]) {
          assert.is(attribution.required, required, path);
        }
      }
    }
  });
});

accounts.run();
