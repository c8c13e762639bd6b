import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hidables } from '../../../pipeline/registry/words.ts';
import { trade } from '../../../sql/lists/trades.ts';
import { tradeRows } from '../rows.ts';
import {
  bearer,
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
  await withTrades(tradeRows(100), async (world, key) => {
    const asked = `${url}?from=2026-02-20&to=2026-02-25T12:00:00Z`;
    const rows = await listOf(world, asked, key);
    assert.ok(rows.length > 0 && rows.length < 100, `${rows.length} rows`);
    assert.is(await bodyOf(world, asked, key), written(rows));
  });
});

csv('ignores pages, and is no file if its bounds are in the wrong order', async () => {
  await withTrades(tradeRows(45), async ({ app }, key) => {
    const ask = (query: string) => app.inject({ url: `${url}?${query}`, headers: bearer(key) });
    const refused = await ask('from=2024-01-02&to=2024-01-01');
    assert.is(refused.statusCode, 400);
    assert.is(refused.headers['content-disposition'], undefined);
    const whole = await ask('');
    const paged = await ask('page=0&limit=5&symbol=EURUSD');
    assert.is(paged.body, whole.body);
    assert.is(paged.headers['x-ignored-parameters'], 'page, limit, symbol');
  });
});

csv('has what is hidden as the pages have it, in every row', async () => {
  await withWorld(async (world) => {
    const { key } = await world.keyOf('solo');
    const owner = (await world.keyOf('north-desk')).key;
    const whole = await bodyOf(world, url, owner);
    await world.apply({ ...north, hide: ['volume', 'stop_loss', 'take_profit', 'comment'] });
    const body = await bodyOf(world, url, key);
    assert.is(body, written(await listOf(world, url, key)));
    const rows: Record<string, string>[] = parse(body, { columns: true });
    assert.is(rows.length, 45);
    for (const { volume, stop_loss, take_profit, comment } of rows) {
      assert.equal([volume, stop_loss, take_profit, comment], ['0', '', '', '']);
    }
    assert.is(await bodyOf(world, url, owner), whole, 'its owner sees all');
    await world.apply({ ...north, hide: hidables });
    assert.is(await bodyOf(world, url, key), header);
    assert.is(await bodyOf(world, `${url}?from=2020-01-01`, key), header);
    assert.is(await bodyOf(world, url, owner), whole);
  });
});

csv('of a portfolio has rows of members that show them, each as its member does', async () => {
  await withWorld(async (world) => {
    const keys = [(await world.keyOf('solo')).key, (await world.keyOf('north-desk')).key];
    await world.apply({ ...gold, hide: ['volume'] }, { ...north, hide: ['comment', 'stop_loss'] });
    for (const key of keys) {
      const asked = `${ofPortfolio}?to=2026-02-01&from=2026-01-10`;
      assert.is(await bodyOf(world, asked, key), written(await listOf(world, asked, key)));
    }
    await world.apply({ ...gold, published: false });
    const [shown = '', all = ''] = await Promise.all(
      keys.map((key) => bodyOf(world, ofPortfolio, key)),
    );
    assert.ok(shown.length < all.length);
    assert.is(shown, written(await listOf(world, ofPortfolio, keys[0] ?? '')));
  });
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
