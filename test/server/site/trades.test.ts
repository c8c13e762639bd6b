import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { html, plainText } from '../../../server/site/html.ts';
import { english } from '../../../server/site/language/languages.ts';
import { tradeTable } from '../../../server/site/parts/trades.ts';
import type { ListedTrade } from '../../../server/site/trades.ts';
import { partsOf } from '../facts.ts';
import { positionRows, tradeRows } from '../rows.ts';
import { everything, facts, north, northId, withWorld } from '../world.ts';

const trades = suite('trades on pages');

const account = '/account/north-eurusd';
const addresses = [
  `${account}/trades`,
  ...['trades.csv', 'trades.ndjson', 'positions.csv', 'positions.ndjson'].map(
    (file) => `${account}/${file}`,
  ),
];
const listed = { ...north, show_trades_on_page: true };
const rows = tradeRows(130);
const withRows = {
  facts: {
    ...facts,
    [northId]: { parts: partsOf(1), lists: { trades: rows, positions: positionRows(3) } },
  },
};
/** Counts rows of trades and positions: those whose first cell is a time. */
const rowsIn = (body: string) => body.match(/<tr><th scope="row">[^<]*, \d\d:\d\d</g)?.length ?? 0;

/** The bar of pages leads to the trades. */
const inBar = '<li><a href="/account/north-eurusd/trades">';

trades('are listed only where their owner decided so, from the next request on', async () => {
  await withWorld(async ({ app, apply }) => {
    const unknown = await app.inject('/account/unknown');
    const areGone = async () => {
      for (const url of addresses) {
        const answer = await app.inject(url);
        assert.is(answer.statusCode, 404, url);
        assert.is(answer.body, unknown.body, url);
      }
      const { body } = await app.inject(account);
      assert.not.match(body, /<section id="trades" aria-label|id="positions"/);
      assert.is(rowsIn(body), 0);
      assert.match(body, 'The owner does not list single trades on this page.');
      assert.not.match(body, inBar);
    };
    await areGone();
    await apply(listed);
    for (const url of addresses) assert.is((await app.inject(url)).statusCode, 200, url);
    const { body } = await app.inject(account);
    assert.not.match(body, 'you need a key', 'the page has these trades as files');
    assert.match(body, /<section id="trades" aria-label/);
    assert.not.match(body, 'does not list single trades');
    assert.is(rowsIn(body), 10 + 3);
    assert.match(body, inBar);
    for (const closed of [
      { ...listed, hide: ['trades'] },
      { ...listed, show_trades_on_page: false },
    ]) {
      await apply(listed);
      await apply(closed);
      await areGone();
    }
  }, withRows);
});

trades('of a portfolio are on no page', async () => {
  await withWorld(async ({ app, apply }) => {
    await apply(listed);
    assert.is((await app.inject('/account/north-all/trades')).statusCode, 404);
    const refused = await apply({ ...everything, show_trades_on_page: true }).then(
      () => null,
      (error: Error) => error.message,
    );
    assert.match(refused ?? '', 'show_trades_on_page');
  }, withRows);
});

trades('are filtered, sorted and paged, and in files line by line', async () => {
  await withWorld(async ({ app, apply }) => {
    await apply(listed);
    const at = async (query: string) => (await app.inject(`${account}/trades${query}`)).body;
    const results = (body: string) =>
      [...body.matchAll(/<td class="num[^"]*">([+−]?[\d,.]+)<\/td><\/tr>/g)].map(([, text = '']) =>
        Number(text.replace('−', '-').replaceAll(/[+,]/g, '')),
      );
    assert.is(rowsIn(await at('')), 50 + 3);
    assert.is(rowsIn(await at('?page=3')), 30 + 3);
    assert.match(await at('?side=buy'), '65 trades');
    assert.match(await at('?side=buy&symbol=EURUSD&result=lost'), '0 trades');
    const best = results(await at('?sort=-net_profit'));
    assert.is(best[0], 129.5);
    assert.is(results(await at('?sort=net_profit&page=2'))[0], 50.5);
    const day = String(rows[60]?.object.closed_at).slice(0, 10);
    const within = rows.filter(({ object }) => String(object.closed_at).startsWith(day)).length;
    const range = `?from=${day}&to=${day}`;
    assert.is(rowsIn(await at(range)), within + 3);
    for (const wrong of ['?sort=ticket', '?side=up', '?page=0', '?from=soon']) {
      assert.is((await app.inject(`${account}/trades${wrong}`)).statusCode, 400, wrong);
    }
    for (const [file, ignored] of [
      ['trades.csv', 'page'],
      ['positions.ndjson', 'from, page'],
    ]) {
      const { headers } = await app.inject(`${account}/${file}?from=${day}&page=2`);
      assert.is(headers['x-ignored-parameters'], ignored, file);
    }
    const lines = (await app.inject(`${account}/trades.ndjson`)).body.trimEnd().split('\n');
    assert.equal(
      lines.map((line) => JSON.parse(line)),
      rows.map(({ object }) => object),
    );
    const csv = (await app.inject(`${account}/trades.csv${range}`)).body.trimEnd().split('\r\n');
    assert.is(csv.length, 1 + within);
  }, withRows);
});

trades('have no field that their owner hides', async () => {
  await withWorld(async ({ app, apply }) => {
    await apply({ ...listed, hide: ['volume', 'comment', 'stop_loss', 'take_profit'] });
    const lines = (await app.inject(`${account}/trades.ndjson`)).body.trimEnd().split('\n');
    for (const line of lines) {
      const { volume, comment, stop_loss, take_profit } = JSON.parse(line);
      assert.equal([volume, comment, stop_loss, take_profit], [0, null, null, null]);
    }
    const table = (await app.inject(`${account}/trades`)).body;
    assert.not.match(table, /comment|>0\.\d+<\/td><td class="num">1\.2</);
  }, withRows);
});

trades('let readers filter, sort and download open positions', async () => {
  const changes = [
    { symbol: 'AAA', side: 'buy', profit: 30, commission: -1, swap: 0 },
    { symbol: 'BBB', side: 'sell', profit: 0.5, commission: -1, swap: 0 },
    { symbol: 'CCC', side: 'sell', profit: 90, commission: 0, swap: -2 },
  ];
  const positions = positionRows(3).map((row, at) => ({
    ...row,
    object: { ...row.object, ...changes[at] },
  }));
  await withWorld(
    async ({ app, apply }) => {
      await apply(listed);
      const at = async (query: string) => {
        const { body } = await app.inject(`${account}/trades${query}`);
        const [, section = ''] = body.split('id="positions"');
        return [...section.matchAll(/<bdi>([A-C]{3})<\/bdi>/g)].map(([, symbol]) => symbol).join();
      };
      assert.is(await at('?open_sort=-floating'), 'CCC,AAA,BBB');
      assert.is(await at('?open_sort=floating'), 'BBB,AAA,CCC');
      assert.is(await at('?open_sort=symbol&side=sell'), 'BBB,CCC');
      assert.is(await at('?result=lost'), 'BBB', 'after its commission');
      assert.is(await at('?symbol=AAA'), 'AAA');
      assert.is((await app.inject(`${account}/trades?open_sort=best`)).statusCode, 400);
      const csv = (await app.inject(`${account}/positions.csv`)).body.split('\r\n');
      assert.match(csv[0] ?? '', /^ticket,symbol,side,/);
      assert.is(csv.filter((line) => /AAA|BBB|CCC/.test(line)).length, 3);
      const lines = (await app.inject(`${account}/positions.ndjson`)).body.trim().split('\n');
      assert.equal(lines.map((line) => JSON.parse(line).symbol).sort(), ['AAA', 'BBB', 'CCC']);
    },
    {
      facts: { ...facts, [northId]: { parts: partsOf(1), lists: { trades: rows, positions } } },
    },
  );
});

trades('have all prices of an instrument with the same decimals', () => {
  const trade = (symbol: string, open_price: number, close_price: number) =>
    ({
      symbol,
      open_price,
      close_price,
      side: 'buy',
      volume: 1,
      net_profit: 5,
      opened_at: '2026-01-12T10:00:00Z',
      closed_at: '2026-01-12T11:00:00Z',
    }) as unknown as ListedTrade;
  const rows = [trade('EURUSD', 1.1, 1.10512), trade('XAUUSD', 4000, 4001.5)];
  const table = plainText(html`<p>${tradeTable(rows, 'USD', 'x', english)}</p>`);
  assert.match(table, /1\.10000.*1\.10512/s);
  assert.match(table, /4,000\.0.*4,001\.5/s);
});

trades.run();
