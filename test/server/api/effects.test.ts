import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { searchedBehaviour } from '../../../pipeline/publish/snapshot/searched.ts';
import { endpoints, fileEndpoints } from '../../../server/api/index.ts';
import { calendarParameters } from '../../../server/calendar/parameters.ts';
import { calendarPath } from '../../../server/calendar/route.ts';
import { isList, type Parameter } from '../../../server/http/parameters.ts';
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
  impact: 'low',
  days: '7',
  format: 'csv',
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

const texts = {
  integer: ['', '-1', '+5', '1e3', '0x10', '1.0', '01', ' 1', '1 ', '٣', '1,2', 'NaN', '1e400'],
  number: ['', '.5', '1.', '1e3', 'NaN', '-', '01', '+1', '1,5', '1000000000', '0.123456789'],
  currency: ['', 'eur', 'EU', 'EUR,', 'EUR,eur', 'EUR ', 'ABCDEFGHIJK', '\0'],
  day: ['', '2024-02-30', '2023-02-29', '2024-13-01', '2024-00-10', '2024-1-1', '20240101'],
  year: ['24-01-01', '02024-01-01', '+002024-01-01', '٢٠٢٤-01-01', '2024-01-01 ', '2024-01-01\0'],
  instant: ['2024-01-01t00:00:00z', '2024-01-01 00:00:00Z', '2024-02-30T00:00:00Z', '1704067200'],
  time: ['', '00:00:00', '24:00:00Z', '23:60:00Z', '23:59:60Z', '00:00:00+24:00'],
} as const;

/** Texts that a parameter must refuse, by its schema. */
function wrongOf({ schema }: Parameter<unknown>): string[] {
  const { type, minimum, maximum, format, pattern, items, anyOf, ...rest } = schemaOf(schema);
  const words = rest.enum ?? items?.enum;
  if (type === 'integer') return [...texts.integer, `${minimum - 1}`, `${maximum + 1}`];
  if (type === 'number') return [...texts.number];
  if (items?.pattern) return [...texts.currency];
  const days = [...texts.day, ...texts.year, ...texts.instant, 'today'];
  if (format === 'date') return [...days, '2024-01-01T00:00:00Z'];
  if (anyOf) return [...days, ...texts.time.map((time) => `2024-01-01T${time}`)];
  if (pattern) return ['', 'x', '0'.repeat(31), '0'.repeat(33)];
  if (words === undefined) return [];
  const [word = ''] = words;
  const odd = [swapped(word), `${word} `, ` ${word}`, 'constructor', '\0', `${word},`, `${word};`];
  return items ? [...odd, `${word},nope`, ','] : [...odd, '', `${word},${word}`];
}

type Schema = { readonly [Name in 'minimum' | 'maximum']: number } & {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};

const schemaOf = (schema: object): Schema => JSON.parse(JSON.stringify(schema));

const swapped = (word: string) =>
  word === word.toLowerCase() ? word.toUpperCase() : word.toLowerCase();

effects('that is wrong or repeated is refused, the same for every account', async () => {
  let refused = 0;
  await lendWorld(async ({ app, keyOf }) => {
    const headers = bearer((await keyOf('north-desk')).key);
    for (const { url, query } of [...all, { url: calendarPath, query: calendarParameters }]) {
      const slugs = url.includes(':slug') ? ['north-eurusd', 'solo-secret', 'never-was'] : [''];
      for (const [name, parameter] of Object.entries(query)) {
        const sample = encodeURIComponent(samples[name] ?? '');
        const repeated = isList(parameter) ? [] : [`${sample}&${name}=${sample}`];
        const values = [...wrongOf(parameter).map(encodeURIComponent), ...repeated];
        const allowed = typeof parameter.allowed === 'string' ? undefined : parameter.allowed;
        for (const value of values) {
          for (const slug of slugs) {
            const address = `${url.replace(':slug', slug)}?${name}=${value}`;
            const answer = await app.inject({ url: address, headers });
            assert.is(answer.statusCode, 400, address);
            const problem = answer.json();
            assert.equal([problem.parameter, problem.allowed], [name, allowed], address);
            const words = value === repeated[0] ? 'may be given once.' : 'must be ';
            assert.ok(problem.detail.startsWith(`${name} ${words}`), problem.detail);
            assert.is(answer.headers['cache-control'], 'no-store', address);
            assert.is(answer.headers['content-disposition'], undefined, address);
            refused += 1;
          }
        }
      }
    }
  });
  assert.ok(refused > 1000, `${refused}`);
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
