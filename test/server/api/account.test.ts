import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sectionNames } from '../../../sql/marts/index.ts';
import { hidables } from '../../../sql/privacy.ts';
import { within } from '../../support/within.ts';
import { facts, lendWorld, north, northId, withWorld } from '../world.ts';

const account = suite('GET /api/v1/accounts/{slug}');
const inLentWorld = within(account, lendWorld);

const url = '/api/v1/accounts/north-eurusd';

inLentWorld('answers with the account object in the order of the interface', async ({ read }) => {
  const body = await read(url);
  const expected = {
    type: 'account',
    slug: 'north-eurusd',
    name: 'EURUSD swing',
    platform: 'MT5',
    currency: 'USD',
    broker: 'Northwind Markets',
    server: 'Northwind-Live',
    leverage: 100,
    demo: false,
    data_source: null,
    history_cut_at: null,
    published: true,
    verified: {
      identity: true,
      track_record: false,
      covered_until: null,
      lapsed_at: null,
      reason: null,
    },
    verified_by: {
      identity: { by: 'operator', at: '2026-03-01T12:00:00Z', how: null },
      track_record: null,
    },
    reconciled: false,
    reconciliation: null,
    balance: 1000,
    equity: 1001,
    unknown_capital: null,
    published_at: null,
    created_at: '2024-01-02T03:04:05Z',
    updated_at: '2026-02-28T21:00:00.250Z',
    performance: {
      twr_percent: 10,
      absolute_gain_percent: 9,
      max_drawdown_percent: 4,
      avg_daily_return_percent: 0.1,
      avg_monthly_return_percent: 1.2,
      cagr_percent: null,
      since: '2025-11-03',
      open_profit: 1,
      open_profit_percent: 0.1,
      deposits: 500,
      withdrawals: 0,
    },
    owner: { slug: 'north-desk', name: 'North Desk' },
    attribution: {
      required: true,
      text: 'Track record by records.example',
      url: 'https://records.example',
      account_url: 'https://records.example/account/north-eurusd',
    },
  };
  assert.equal(body, expected);
  assert.equal(Object.keys(body), Object.keys(expected));
});

inLentWorld('adds exactly the sections asked for, as they were published', async ({ app }) => {
  const bare = Object.keys((await app.inject(url)).json()).length;
  const otherSections = (left: string) => sectionNames.filter((name) => name !== left);
  for (const asked of [
    [],
    ...sectionNames.flatMap((name) => [[name], otherSections(name)]),
    sectionNames,
  ]) {
    const { body } = await app.inject(`${url}?include=${asked.toReversed().join(',')}`);
    assert.is(Object.keys(JSON.parse(body)).length, bare + asked.length);
    for (const name of asked) {
      // The registry says when strangers could read it.
      const published = JSON.stringify(facts[northId]?.parts[name]);
      const text =
        name === 'observed'
          ? `{"since":null,"from":null,"gaps":[],${published.slice(1)}`
          : published;
      assert.ok(body.includes(`"${name}":${text}`), name);
    }
  }
});

account('tells strangers what was restated, whatever its owner hides', async () => {
  await withWorld(async ({ app, apply }) => {
    await apply({ ...north, hide: [...hidables] });
    const { restatements, equity_curve } = (
      await app.inject(`${url}?include=restatements,equity_curve`)
    ).json();
    assert.is(equity_curve, null);
    assert.equal(restatements, {
      since: '2026-01-02',
      count: 0,
      last_found_at: null,
      restatements: [],
    });
  });
});

inLentWorld('keeps a symbol named __proto__ and an owner without a name', async ({ app, read }) => {
  const { body } = await app.inject(`${url}?include=by_symbol`);
  assert.ok(body.includes('"by_symbol":{"__proto__":{"total":{"trades":1,'));
  assert.equal((await read('/api/v1/accounts/solo-silent')).owner, { slug: 'solo', name: null });
});

inLentWorld(
  'takes the sections by commas, repeated or in brackets, as one list',
  async ({ app }) => {
    const asked = await app.inject(`${url}?include=twr,monthly,advanced`);
    assert.ok('monthly' in asked.json() && 'advanced' in asked.json());
    for (const query of [
      'include=twr&include=monthly&include=advanced',
      'include[]=advanced&include[]=monthly&include[]=twr',
      'include%5B%5D=twr&include%5B%5D=monthly,advanced',
      'include[0]=twr&include[1]=monthly&include[2]=advanced',
      'include%5B7%5D=twr&include=monthly&include[]=advanced',
      'include=twr,monthly&include=&include[]=advanced,twr',
    ]) {
      const answer = await app.inject(`${url}?${query}`);
      assert.is(answer.statusCode, 200, query);
      assert.is(answer.body, asked.body, query);
      assert.is(answer.headers.etag, asked.headers.etag, query);
      assert.is(answer.headers['x-ignored-parameters'], undefined, query);
    }
    assert.not.ok('monthly' in (await app.inject(`${url}?include[]=`)).json());
  },
);

inLentWorld(
  'has a strong ETag, the same on HEAD, and may be kept by its reader alone',
  async ({ app }) => {
    const got = await app.inject(url);
    const head = await app.inject({ url, method: 'HEAD' });
    assert.match(got.headers.etag ?? '', /^"[\w-]{43}"$/);
    assert.is(got.headers['cache-control'], 'private, no-cache');
    assert.is(got.headers.vary, 'Authorization, Accept-Encoding');
    assert.is(head.body, '');
    assert.equal({ ...head.headers, date: '' }, { ...got.headers, date: '' });
  },
);

account.run();
