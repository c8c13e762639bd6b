import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { searchedBehaviour } from '../../../pipeline/publish/snapshot/searched.ts';
import { endpoints, fileEndpoints } from '../../../server/api/index.ts';
import { bearer, lendWorld } from '../world.ts';

const effects = suite('a parameter');

/** A value of each parameter that makes a difference where the parameter has an effect. */
const samples: Readonly<Record<string, string>> = {
  page: '2',
  limit: '1',
  version: '0'.repeat(32),
  from: '2026-02-20',
  to: '2020-01-01',
  points: '2',
  fields: 'win_rate',
  include: 'monthly',
  figures: 'twr_percent',
  by: 'side',
  size: 'large',
  theme: 'dark',
  lang: 'de',
  slugs: 'north-scalper',
  benchmark: 'NOTHING',
  q: 'gold',
  symbol: 'NOTHING',
  type: 'portfolio',
  platform: 'MT4',
  currency: 'EUR',
  min_twr_percent: '1000',
  max_drawdown_percent: '0',
  demo: 'true',
  min_trades: '99999',
  min_age_days: '90000',
  updated_within_days: '1',
  confirmed: 'true',
  verified: 'true',
  reconciled: 'true',
  source: 'broker_api',
  warnings: 'none',
  min_observed_months: '9999',
  min_deflated_sharpe: '2',
  ...Object.fromEntries(searchedBehaviour.map((name) => [`max_${name}`, '-1'])),
  sort: 'name',
};
const all = [...endpoints, ...fileEndpoints];

effects('has an effect, is refused, or is named as ignored, at every address', async () => {
  const known = new Set(all.flatMap(({ query }) => Object.keys(query)));
  assert.equal(
    [...known].filter((name) => samples[name] === undefined),
    [],
    'give it a value',
  );
  const silent: string[] = [];
  await lendWorld(async ({ app, keyOf }) => {
    const headers = bearer((await keyOf('north-desk')).key);
    for (const { url } of all) {
      const address = url.replace(':slug', 'north-eurusd');
      const plain = await app.inject({ url: address, headers });
      for (const [name, value] of Object.entries(samples)) {
        const answer = await app.inject({ url: `${address}?${name}=${value}`, headers });
        const isTold = answer.statusCode !== 200 || answer.headers['x-ignored-parameters'] === name;
        if (!isTold && answer.body === plain.body) silent.push(`${url} ${name}`);
      }
    }
  });
  assert.equal(silent, []);
});

effects('that shortens sections is refused unless one of them is included', async () => {
  await lendWorld(async ({ app }) => {
    const ask = (query: string) => app.inject(`/api/v1/accounts/north-eurusd?${query}`);
    for (const [query, detail] of [
      ['from=2026-01-01', /^from has no effect unless include names one of equity_curve, /],
      ['include=twr&to=2026-01-01', /^to has no effect unless include names one of equity_curve, /],
      ['include=monthly&points=5', /^points has no effect unless include names one of .*twr/],
      ['fields=win_rate', /^fields has no effect unless include names a section/],
      ['include=monthly&fields=monthly.win_rate', /^fields must name members of the included/],
    ] as const) {
      const { statusCode, body } = await ask(query);
      assert.is(statusCode, 400, query);
      assert.match(JSON.parse(body).detail, detail);
    }
    const { allowed } = (await ask('include=monthly&fields=x')).json();
    assert.equal(allowed, [
      'monthly.monthly_performance',
      'monthly.yearly_performance',
      'monthly.period_returns',
    ]);
    for (const query of ['include=twr&points=5', 'include=advanced,monthly&fields=win_rate']) {
      assert.is((await ask(query)).statusCode, 200, query);
    }
    const chosen = (await ask('include=advanced,monthly&fields=profit_factor,win_rate')).json();
    assert.equal(Object.keys(chosen.advanced).sort(), ['profit_factor', 'win_rate']);
    assert.equal(Object.keys(chosen.monthly).length, 3, 'nothing of it is named');
  });
});

effects.run();
