import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hidables } from '../../../pipeline/registry/words.ts';
import { trade } from '../../../sql/lists/trades.ts';
import { randomFrom } from '../../support/random.ts';
import { tradeRows } from '../rows.ts';
import {
  bearer,
  everything,
  facts,
  gold,
  lendWorld,
  north,
  northId,
  publishFacts,
  type World,
  withTrades,
  withWorld,
} from '../world.ts';

const csv = suite('GET /api/v1/accounts/{slug}/trades.csv');

const url = '/api/v1/accounts/north-eurusd/trades.csv';
const ofPortfolio = '/api/v1/accounts/north-all/trades.csv';
const columns = Object.keys(trade.properties);
const header = `${columns}\r\n`;

type Trade = Readonly<Record<string, unknown>>;

/** Reads the whole list as JSON, page by page. */
async function listOf({ read }: World, csvUrl: string, key: string): Promise<Trade[]> {
  const [path, query = ''] = csvUrl.split('?');
  const rows: Trade[] = [];
  for (let page = 1; ; page += 1) {
    const asked = new URLSearchParams(query);
    asked.set('page', String(page));
    const body = await read(`${path?.replace('.csv', '')}?${asked}`, key);
    rows.push(...body.data);
    if (!body.pagination.has_more) return rows;
  }
}

/** Writes trades by RFC 4180, without any code of the server. */
const written = (rows: readonly Trade[]): string =>
  header + rows.map((row) => `${columns.map((name) => cell(row[name]))}\r\n`).join('');

function cell(value: unknown): string {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function bodyOf({ app }: World, url: string, key: string): Promise<string> {
  const response = await app.inject({ url, headers: bearer(key) });
  assert.is(response.statusCode, 200, `${url}: ${response.body}`);
  return response.body;
}

csv('holds the rows of every page, to the byte', async () => {
  for (const count of [0, 1, 45, 1000]) {
    await withTrades(tradeRows(count), async (world, key) => {
      const body = await bodyOf(world, url, key);
      const rows = await listOf(world, url, key);
      assert.is(rows.length, count);
      assert.ok(body === written(rows), `${count} rows`);
    });
  }
});

csv('has a name, and says that it is CSV with a header', async () => {
  await withTrades(tradeRows(45), async ({ app }, key) => {
    const { headers } = await app.inject({ url, headers: bearer(key) });
    assert.is(headers['content-type'], 'text/csv; charset=utf-8; header=present');
    assert.is(headers['content-disposition'], 'attachment; filename="north-eurusd-trades.csv"');
    assert.is(headers['cache-control'], 'private, no-cache');
    assert.is(headers.vary, 'Authorization, Accept-Encoding');
    assert.is(headers['x-ratelimit-limit'], '20');
  });
});

csv('begins no formula with a text, keeps every digit and says null by an empty cell', async () => {
  const [row] = tradeRows(1);
  const object = {
    ...row?.object,
    ticket: '=1+1',
    symbol: '@SUM(1+1)',
    volume: 1e-7,
    stop_loss: null,
    profit: -12.5,
    comment: ' =HYPERLINK("https://elsewhere.example")\n,"é"',
    magic_number: 7,
  };
  const rows = [{ instant: row?.instant ?? 0, member: 0, object }];
  await withTrades(rows, async (world, key) => {
    const body = await bodyOf(world, url, key);
    const closed = String(row?.object.closed_at);
    assert.is(
      body,
      `${header}'=1+1,'@SUM(1+1),buy,1e-7,1.2,1.25,,1.3,2024-01-02T03:04:05Z,${closed},-12.5,-0.5,1,0.5,` +
        `"' =HYPERLINK(""https://elsewhere.example"")\n,""é""",7\r\n`,
    );
  });
});

csv('is of a range as the pages are', async () => {
  const rows = tradeRows(700, { seed: 7 });
  const random = randomFrom(11);
  const pick = () => rows[Math.floor(random() * rows.length)]?.instant ?? 0;
  await withTrades(rows, async (world, key) => {
    for (let round = 0; round < 40; round += 1) {
      const [from = 0, to = 0] = [pick(), pick()].sort((first, second) => first - second);
      const bounds = [new Date(from).toISOString(), new Date(to).toISOString()];
      const [first, last] = round % 2 === 0 ? bounds : bounds.map((bound) => bound.slice(0, 10));
      const query = new URLSearchParams({
        ...(random() < 0.8 && { from: first ?? '' }),
        ...(random() < 0.8 && { to: last ?? '' }),
      });
      const asked = `${url}?${query}`;
      assert.is(await bodyOf(world, asked, key), written(await listOf(world, asked, key)), asked);
    }
  });
});

csv('refuses invalid bounds, and ignores pages', async () => {
  await withTrades(tradeRows(45), async ({ app }, key) => {
    const ask = (query: string) => app.inject({ url: `${url}?${query}`, headers: bearer(key) });
    for (const query of [
      'from=2024-02-30',
      'to=yesterday',
      'from=',
      'from=2024-01-02&to=2024-01-01',
      'to=2024-01-01&to=2024-01-01',
    ]) {
      const refused = await ask(query);
      assert.is(refused.statusCode, 400, query);
      assert.is(refused.headers['content-type'], 'application/problem+json; charset=utf-8');
      assert.is(refused.headers['content-disposition'], undefined);
    }
    const whole = await ask('');
    const paged = await ask('page=0&limit=5&symbol=EURUSD');
    assert.is(paged.body, whole.body);
    assert.is(paged.headers['x-ignored-parameters'], 'page, limit, symbol');
  });
});

const flags = ['volume', 'stop_loss', 'take_profit', 'comment'] as const;

csv('has what is hidden as the pages have it, in every row', async () => {
  await withWorld(async (world) => {
    const { key } = await world.keyOf('solo');
    const owner = (await world.keyOf('north-desk')).key;
    const whole = await bodyOf(world, url, owner);
    for (let mask = 1; mask < 2 ** flags.length; mask += 1) {
      const hide = flags.filter((_, at) => (mask & (1 << at)) !== 0);
      await world.apply({ ...north, hide });
      const body = await bodyOf(world, url, key);
      assert.is(body, written(await listOf(world, url, key)), String(hide));
      const rows: Record<string, string>[] = parse(body, { columns: true });
      assert.is(rows.length, 45);
      for (const flag of hide) {
        const neutral = flag === 'volume' ? '0' : '';
        assert.ok(
          rows.every((row) => row[flag] === neutral),
          flag,
        );
      }
      assert.is(await bodyOf(world, url, owner), whole, 'its owner sees all');
    }
    await world.apply({ ...north, hide: hidables });
    assert.is(await bodyOf(world, url, key), header);
    assert.is(await bodyOf(world, `${url}?from=2020-01-01`, key), header);
    assert.is(await bodyOf(world, url, owner), whole);
  });
});

csv('of a portfolio has rows of members that show them, each as its member does', async () => {
  const cases: object[][] = [
    [],
    [{ ...gold, published: false }],
    [{ ...north, hide: ['trades'] }],
    [
      { ...gold, hide: ['volume'] },
      { ...north, hide: ['comment', 'stop_loss'] },
    ],
    [{ ...everything, hide: ['take_profit'] }],
    [
      { ...gold, published: false },
      { ...north, published: false },
    ],
  ];
  for (const changed of cases) {
    await withWorld(async (world) => {
      const { key } = await world.keyOf('solo');
      const owner = (await world.keyOf('north-desk')).key;
      if (changed.length > 0) await world.apply(...changed);
      for (const query of ['', '?from=2026-01-10', '?to=2026-02-01&from=2026-01-10']) {
        for (const caller of [key, owner]) {
          const asked = `${ofPortfolio}${query}`;
          const expected = written(await listOf(world, asked, caller));
          assert.is(await bodyOf(world, asked, caller), expected, JSON.stringify(changed));
        }
      }
    });
  }
});

csv('of an account without data, or from before a cut, is a header', async () => {
  await withWorld(async (world) => {
    const { key } = await world.keyOf('north-desk');
    assert.is(await bodyOf(world, '/api/v1/accounts/solo-silent/trades.csv', key), header);
    await world.apply({ ...north, history_cut_at: '2026-02-01' });
    assert.is(await bodyOf(world, url, key), header);
  });
});

csv('has an ETag of what the caller sees, another under each coding', async () => {
  await withWorld(async ({ app, keyOf, apply, dataDir, snapshots }) => {
    const keys = { own: (await keyOf('north-desk')).key, other: (await keyOf('solo')).key };
    const ask = (key: string, headers = {}, query = '') =>
      app.inject({ url: `${url}${query}`, headers: { ...bearer(key), ...headers } });
    const tagOf = async (key: string, headers = {}, query = '') =>
      (await ask(key, headers, query)).headers.etag;
    const tag = String(await tagOf(keys.other));
    assert.match(tag, /^"[\w-]{43}"$/);
    assert.is(await tagOf(keys.own), tag, 'both see the same');
    assert.is.not(await tagOf(keys.other, {}, '?from=2026-02-27'), tag);
    await apply({ ...north, hide: ['comment'] });
    assert.is.not(await tagOf(keys.other), tag);
    assert.is(await tagOf(keys.own), tag);
    await apply({ ...north, hide: ['trades'] });
    const empty = await tagOf(keys.other);
    assert.is(
      (
        await app.inject({
          url: '/api/v1/accounts/solo-silent/trades.csv',
          headers: bearer(keys.other),
        })
      ).headers.etag,
      empty,
      'a hidden list is as an empty one',
    );
    await apply(north);
    const zipped = await ask(keys.other, { 'accept-encoding': 'br, gzip' });
    assert.is(zipped.headers['content-encoding'], 'gzip');
    assert.is(zipped.headers.etag, tag.replace(/"$/, '-gzip"'));
    assert.is(gunzipSync(zipped.rawPayload).toString(), (await ask(keys.other)).body);
    await publishFacts(dataDir, { ...facts, [northId]: { parts: facts[northId]?.parts ?? {} } });
    await snapshots.refresh();
    assert.is(await tagOf(keys.other), empty);
  });
});

csv('is not sent for a matching ETag or for HEAD', async () => {
  await lendWorld(async ({ app, keyOf }) => {
    const authorized = bearer((await keyOf('solo')).key);
    for (const coding of ['identity', 'gzip']) {
      const sent = { ...authorized, 'accept-encoding': coding };
      const plain = await app.inject({ url, headers: sent });
      const { etag } = plain.headers;
      for (const method of ['GET', 'HEAD'] as const) {
        for (const known of [String(etag), `W/${etag}`, `"x", ${etag}`, '*']) {
          const headers = { ...sent, 'if-none-match': known };
          const answer = await app.inject({ url, method, headers });
          assert.is(answer.statusCode, 304, `${method} ${known}`);
          assert.is(answer.body, '');
          assert.is(answer.headers.etag, etag);
          assert.is(answer.headers['content-type'], undefined);
        }
      }
      const head = await app.inject({ url, method: 'HEAD', headers: sent });
      assert.is(head.statusCode, 200);
      assert.is(head.body, '');
      const { 'transfer-encoding': _, ...expected } = plain.headers;
      assert.equal({ ...head.headers }, { ...expected, date: head.headers.date });
    }
  });
});

csv.run();
