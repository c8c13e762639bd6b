import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { randomFrom } from '../../support/random.ts';
import { tradeRows, versionOf } from '../rows.ts';
import { bearer, lendWorld, north, withTrades, withWorld } from '../world.ts';

const trades = suite('GET /api/v1/accounts/{slug}/trades');

const url = '/api/v1/accounts/north-eurusd/trades';
const day = 86_400_000;

trades('come newest first, 20 a page, with pagination and attribution', async () => {
  const rows = tradeRows(45);
  const version = versionOf(rows.map(({ object }) => object));
  await withTrades(rows, async ({ read }, key) => {
    for (const [page, first, last] of [
      [1, 0, 20],
      [2, 20, 40],
      [3, 40, 45],
      [4, 45, 45],
      [999_999_999, 45, 45],
    ] as const) {
      assert.equal(await read(`${url}?page=${page}`, key), {
        data: rows.slice(first, last).map(({ object }) => object),
        pagination: { page, limit: 20, total: 45, has_more: page < 3, version },
        attribution: {
          required: true,
          text: 'Track record by records.example',
          url: 'https://records.example',
          account_url: 'https://records.example/account/north-eurusd',
        },
      });
    }
  });
});

trades('ignore the limit parameter, and say so', async () => {
  await withTrades(tradeRows(45), async ({ app, read }, key) => {
    const { headers } = await app.inject({ url: `${url}?limit=1`, headers: bearer(key) });
    assert.is(headers['x-ignored-parameters'], 'limit');
    const plain = await read(url, key);
    for (const query of ['limit=1', 'limit=abc', 'limit=1&limit=2', 'unknown=1&unknown=2']) {
      assert.equal(await read(`${url}?${query}`, key), plain, query);
    }
  });
});

trades('of any range and page are a slice of the whole list', async () => {
  const rows = tradeRows(700, { seed: 7 });
  const random = randomFrom(11);
  const pick = () => rows[Math.floor(random() * rows.length)]?.instant ?? 0;
  // Picks the time of a trade, a millisecond next to it, or a whole day.
  const bound = () => {
    const instant = pick() + Math.floor(random() * 3) - 1;
    const isDay = random() < 0.4;
    const iso = new Date(instant).toISOString();
    if (!isDay) return { text: iso, first: instant, last: instant };
    const first = instant - (instant % day);
    return { text: iso.slice(0, 10), first, last: first + day - 1 };
  };
  await withTrades(rows, async ({ app }, key) => {
    let full = 0;
    for (let round = 0; round < 400; round += 1) {
      const bounds = [bound(), bound()].sort((first, second) => first.first - second.first);
      const from = random() < 0.8 ? bounds[0] : undefined;
      const to = random() < 0.8 ? bounds[1] : undefined;
      const page = 1 + Math.floor(random() * 6);
      const query = new URLSearchParams({
        page: String(page),
        ...(from && { from: from.text }),
        ...(to && { to: to.text }),
      });
      const response = await app.inject({ url: `${url}?${query}`, headers: bearer(key) });
      if (from && to && from.first > to.last) {
        assert.is(response.statusCode, 400);
        continue;
      }
      const within = rows.filter(
        ({ instant }) => instant >= (from?.first ?? -Infinity) && instant <= (to?.last ?? Infinity),
      );
      const expected = within.slice((page - 1) * 20, page * 20);
      const { data, pagination } = response.json();
      assert.equal(
        data,
        expected.map(({ object }) => object),
        String(query),
      );
      assert.equal(pagination, {
        page,
        limit: 20,
        total: within.length,
        has_more: page * 20 < within.length,
        version: versionOf(rows.map(({ object }) => object)),
      });
      if (data.length === 20) full += 1;
    }
    assert.ok(full > 50, 'many rounds saw whole pages');
  });
});

trades('may be bounded by days and by instants, in order', async () => {
  await withTrades(tradeRows(45), async ({ app }, key) => {
    const statusOf = async (query: string) =>
      (await app.inject({ url: `${url}?${query}`, headers: bearer(key) })).statusCode;
    for (const value of [
      '2024-02-29',
      '2024-02-29T00:00:00Z',
      '2024-02-29T23:59:59.999Z',
      '2024-02-29T12:00:00.123456789Z',
      '2024-02-29T12:00:00%2B02:00',
      '2024-02-29T12:00:00+02:00',
      '2024-02-29T12:00:00-11:30',
    ]) {
      assert.is(await statusOf(`from=${value}`), 200, value);
      assert.is(await statusOf(`to=${value}`), 200, value);
      assert.is(await statusOf(`from=${value}&to=${value}`), 200, value);
    }
    const response = await app.inject({
      url: `${url}?from=2024-01-02&to=2024-01-01`,
      headers: bearer(key),
    });
    assert.is(response.statusCode, 400);
    assert.is(response.json().detail, 'from must not be after to.');
  });
});

trades('of an account without data are an empty list', async () => {
  await lendWorld(async ({ read, keyOf }) => {
    const { key } = await keyOf('solo');
    const body = await read('/api/v1/accounts/solo-silent/trades', key);
    assert.equal(body.data, []);
    const version = versionOf([]);
    assert.equal(body.pagination, { page: 1, limit: 20, total: 0, has_more: false, version });
    assert.ok(body.attribution.account_url);
  });
});

trades('show nobody the data from before a cut once it was made', async () => {
  await withWorld(async ({ read, apply, keyOf }) => {
    const { key } = await keyOf('north-desk');
    assert.is((await read(url, key)).pagination.total, 45);
    await apply({ ...north, history_cut_at: '2026-02-01' });
    assert.is((await read(url, key)).pagination.total, 0);
  });
});

trades.run();
