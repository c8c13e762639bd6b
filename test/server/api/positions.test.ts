import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { versionOf } from '../rows.ts';
import { lendWorld } from '../world.ts';

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

positions.run();
