import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { versionOf } from '../rows.ts';
import { bearer, lendWorld } from '../world.ts';

const positions = suite('GET /api/v1/accounts/{slug}/positions');

const url = '/api/v1/accounts/north-all/positions';

positions('come newest first in pages of 50 unless told', async () => {
  await lendWorld(async ({ read, keyOf }) => {
    const { key } = await keyOf('north-desk');
    const first = await read(url, key);
    const all = await read(`${url}?limit=200`, key);
    const version = versionOf(all.data);
    assert.equal(first.pagination, { page: 1, limit: 50, total: 120, has_more: true, version });
    assert.is(first.data.length, 50);
    assert.is(all.data.length, 120);
    assert.equal((await read(`${url}?page=3`, key)).data, all.data.slice(100));
    assert.equal((await read(`${url}?page=5&limit=7`, key)).data, all.data.slice(28, 35));
    const beyond = await read(`${url}?page=4`, key);
    assert.equal(beyond.data, []);
    assert.equal(beyond.pagination, { page: 4, limit: 50, total: 120, has_more: false, version });
    assert.is(first.attribution.account_url, 'https://records.example/account/north-all');
    assert.is(first.attribution.required, false);
  });
});

positions('refuse invalid pages and limits', async () => {
  await lendWorld(async ({ app, keyOf }) => {
    const headers = bearer((await keyOf('north-desk')).key);
    for (const value of ['0', '-1', '1e3', '0x10', '+5', '1.0', '01', '', '201', '٣']) {
      const query = `limit=${encodeURIComponent(value)}`;
      assert.is((await app.inject({ url: `${url}?${query}`, headers })).statusCode, 400, value);
    }
    for (const query of ['page=0', 'page=9007199254740992', 'page=1&page=1', 'limit=1&limit=1']) {
      assert.is((await app.inject({ url: `${url}?${query}`, headers })).statusCode, 400, query);
    }
    const { statusCode } = await app.inject({ url: `${url}?from=never&to=x`, headers });
    assert.is(statusCode, 200, 'positions know no range');
  });
});

positions.run();
