import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { partsOf } from './facts.ts';
import { callTool } from './mcp/calls.ts';
import { bearer, facts, lendWorld, northId, withWorld } from './world.ts';

const reconciliation = suite('reconciliation');

/** As in `facts.ts`: 1000 from the bookings, 700.25 printed. */
const gap = { reported_balance: 700.25, balance: 1000, gap: 299.75 };
const digits = /700\.25|299\.75/;
const url = '/api/v1/accounts/north-eurusd';

reconciliation('shows everybody the mark, and the gap to the owner alone', async () => {
  await lendWorld(async ({ app, keyOf }) => {
    const owner = (await keyOf('north-desk')).key;
    const publicOnly = (await keyOf('north-desk', ['public:read'])).key;
    const otherKey = (await keyOf('solo')).key;
    const get = (path: string, key?: string) => app.inject({ url: path, headers: bearer(key) });

    for (const key of [undefined, publicOnly, otherKey]) {
      for (const path of [url, '/api/v1/search/accounts?q=eurusd', '/api/v1/accounts/north-all']) {
        const { statusCode, body, json } = await get(path, key);
        const found = path.includes('search') ? json().data[0] : json();
        assert.equal(
          [statusCode, found.reconciled, found.reconciliation],
          [200, false, null],
          path,
        );
        assert.not.match(body, digits);
      }
      const answer = await callTool(app, 'get_account', { slug: 'north-eurusd' }, key);
      assert.match(
        JSON.stringify(answer.structuredContent),
        '"reconciled":false,"reconciliation":null',
      );
      assert.not.match(JSON.stringify(answer), digits);
    }
    assert.not.match((await get('/api/v1/accounts', otherKey)).body, /north|700\.25/);

    assert.equal((await get(url, owner)).json().reconciliation, gap);
    const listed = (await get('/api/v1/accounts', owner)).json().data;
    const ownEntry = listed.find(({ slug }: { slug: string }) => slug === 'north-eurusd');
    assert.equal(ownEntry.reconciliation, gap);
    const answer = await callTool(app, 'get_account', { slug: 'north-eurusd' }, owner);
    assert.match(JSON.stringify(answer.structuredContent), JSON.stringify(gap));
    const found = await get('/api/v1/search/accounts?q=eurusd', owner);
    assert.not.match(found.body, digits, 'a search is what everybody finds');
  });
});

reconciliation('gives owner and stranger a body each, in either order', async () => {
  for (const first of ['owner', 'stranger']) {
    await lendWorld(async ({ app, keyOf }) => {
      const { key } = await keyOf('north-desk');
      const ask = async (who: string) =>
        (await app.inject({ url, headers: bearer(who === 'owner' ? key : undefined) })).json()
          .reconciliation;
      await ask(first);
      assert.equal(await ask('owner'), gap);
      assert.is(await ask('stranger'), null);
    });
  }
});

reconciliation('is null in a version that was published without it', async () => {
  const published = partsOf(1);
  const {
    reconciled: _,
    reconciliation: _gap,
    data_source: _source,
    ...summary
  } = published.summary;
  await withWorld(
    async ({ read, keyOf, app }) => {
      const { key } = await keyOf('north-desk');
      for (const body of [await read(url), await read(url, key)]) {
        const { data_source, reconciled, reconciliation: compared } = body;
        assert.equal([data_source, reconciled, compared], [null, null, null]);
      }
      assert.is((await app.inject('/account/north-eurusd')).statusCode, 200);
    },
    { facts: { ...facts, [northId]: { parts: { ...published, summary } } } },
  );
});

reconciliation.run();
