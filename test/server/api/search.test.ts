import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeReason } from '../../../pipeline/base/reasons/reason.ts';
import { currentVersion } from '../../../pipeline/publish/snapshot/publish.ts';
import { openSnapshot } from '../../../pipeline/publish/snapshot/reader.ts';
import { markText } from '../../../pipeline/registry/record-badge.ts';
import { sourcesByKind } from '../../../pipeline/registry/settlements.ts';
import type { Hidable } from '../../../pipeline/registry/words.ts';
import { sourceNames } from '../../../sql/raw/source_names.ts';
import { decision } from '../../pipeline/registry/world.ts';
import { putPublications } from '../../support/published.ts';
import { within } from '../../support/within.ts';
import { partsOf } from '../facts.ts';
import { facts, gold, goldId, lendWorld, north, northId, withWorld } from '../world.ts';

const search = suite('GET /api/v1/search/accounts');
const inLentWorld = within(search, lendWorld);

const url = '/api/v1/search/accounts';

const cases: [query: string, slugs: string][] = [
  ['', 'north-all north-gold north-eurusd solo-silent'],
  ['?q=GOLD', 'north-gold'],
  ['?q=aurum', 'north-gold'],
  ['?q=secret', ''],
  ['?q=%00', ''],
  ['?type=portfolio', 'north-all'],
  ['?type=account', 'north-gold north-eurusd solo-silent'],
  ['?platform=MT5', 'north-eurusd'],
  ['?currency=EUR', 'north-all north-gold'],
  ['?currency[]=EUR', 'north-all north-gold'],
  ['?currency[]=EUR&currency[]=USD', 'north-all north-gold north-eurusd'],
  ['?currency=USD,EUR', 'north-all north-gold north-eurusd'],
  ['?currency=USD&currency=EUR', 'north-all north-gold north-eurusd'],
  ['?currency[0]=CHF', ''],
  ['?min_twr_percent=20', 'north-all north-gold'],
  ['?min_twr_percent=-5.5', 'north-all north-gold north-eurusd'],
  ['?max_drawdown_percent=8', 'north-gold north-eurusd'],
  ['?symbol=', 'north-all north-gold north-eurusd solo-silent'],
  ['?symbol=GBPUSDX', ''],
  ['?demo=false', 'north-all north-gold north-eurusd'],
  ['?demo=true', ''],
  // From 3 Nov 2025 to 28 Feb 2026, 21:00: 117 days and a fraction.
  ['?min_age_days=117', 'north-all north-gold north-eurusd'],
  ['?min_age_days=118', ''],
  // The run is at 1 Mar 2026, 12:00.
  ['?updated_within_days=1', 'north-all north-gold north-eurusd'],
  ['?sort=max_drawdown_percent', 'north-eurusd north-gold north-all solo-silent'],
  ['?sort=-created_at', 'north-all solo-silent north-eurusd north-gold'],
  ['?sort=name', 'north-eurusd north-all north-gold solo-silent'],
  ['?sort=-name', 'solo-silent north-gold north-all north-eurusd'],
  // Unknown values come last in both directions.
  ['?sort=twr_percent', 'north-eurusd north-gold north-all solo-silent'],
  ['?sort=-max_drawdown_percent', 'north-all north-gold north-eurusd solo-silent'],
  ['?limit=1', 'north-all'],
  ['?limit=3&page=2', 'solo-silent'],
  ['?limit=3&page=999999999', ''],
];

inLentWorld('finds and sorts published accounts', async ({ read }) => {
  for (const [query, slugs] of cases) {
    const { data } = await read(url + query);
    assert.is(data.map(({ slug }: { slug: string }) => slug).join(' '), slugs, query);
  }
});

inLentWorld('answers with pages of whole account objects', async ({ read }) => {
  const { data, pagination } = await read(`${url}?limit=2`);
  assert.equal(pagination, { page: 1, limit: 2, total: 4, has_more: true });
  assert.equal(data[1], await read('/api/v1/accounts/north-gold'));
  const { pagination: last } = await read(`${url}?limit=2&page=2`);
  assert.equal(last, { page: 2, limit: 2, total: 4, has_more: false });
  const past = await read(`${url}?limit=2&page=3`);
  assert.equal(past, { data: [], pagination: { page: 3, limit: 2, total: 4, has_more: false } });
});

inLentWorld('sorts by these figures alone, in both directions', async ({ app }) => {
  const { allowed } = (await app.inject(`${url}?sort=twr`)).json();
  const fields = [
    ...['twr_percent', 'cagr_percent', 'max_drawdown_percent', 'name', 'total_trades'],
    ...['sharpe_ratio_annualized', 'created_at', 'age_days', 'observed_months', 'updated_at'],
  ];
  assert.equal([...allowed].sort(), fields.flatMap((field) => [field, `-${field}`]).sort());
});

const parts = partsOf(1);
const assessed = {
  larger_after_loss_percent: 10,
  lots_after_loss_ratio: 1,
  largest_lot_multiple: null,
  baskets: { adds_to_losers_percent: 0, adds_to_three_losers_percent: 0 },
  without_stop_percent: 5,
  wins_lost_in_worst_basket: 2,
  warnings: [],
  not_assessed: [],
};
const symbols = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, Object.values(parts.by_symbol)[0]]));
const counts = (trades: number, flows: number) => ({ trades, flows, compared: 0, differing: 0 });
const noSource = Object.fromEntries(sourceNames.map((name) => [name, counts(0, 0)]));
const statistics = (total_trades: number, sharpe_ratio_annualized: number) => ({
  ...parts.advanced,
  total_trades,
  sharpe_ratio_annualized,
});

const searchedParts = {
  [northId]: {
    advanced: statistics(50, 1.5),
    behaviour: { ...assessed, holding_ratio: 2.5 },
    observed: { late_percent: 10, before: null, after: { months: 7.5 } },
    luck: { deflated_sharpe: 0.95 },
    by_symbol: symbols('EURUSD', 'XAUUSD.m'),
    provenance: { ...noSource, broker_api: counts(9, 2) },
  },
  [goldId]: {
    advanced: statistics(120, -0.5),
    behaviour: {
      ...assessed,
      holding_ratio: 3,
      warnings: [{ code: 'no_stops', text: 'none', value: 90, threshold: 80 }],
    },
    // Trades told afterwards are more than a tenth.
    observed: { late_percent: 10.1, before: null, after: { months: 20 } },
    luck: { deflated_sharpe: null },
    by_symbol: symbols('XAUUSD', 'constructor'),
    // A deposit of another source counts too.
    provenance: { ...noSource, broker_api: counts(7, 0), owner_api: counts(0, 1) },
  },
};

const first = 'north-eurusd';
const second = 'north-gold';
const both = `${first} ${second}`;

/** Accounts that a query finds while the first one hides something. */
const hiding: [hidden: Hidable | '', query: string, slugs: string][] = [
  ['', 'sort=total_trades', `${first} ${second} solo-silent`],
  ['', 'sort=-total_trades', `${second} ${first} solo-silent`],
  ['', 'sort=sharpe_ratio_annualized', `${second} ${first} solo-silent`],
  ['', 'sort=-sharpe_ratio_annualized', `${first} ${second} solo-silent`],
  ['advanced', 'sort=total_trades', `${second} ${first} solo-silent`],
  ['advanced', 'sort=-sharpe_ratio_annualized', `${second} ${first} solo-silent`],
  ['', 'min_trades=50&sort=name', both],
  ['', 'min_trades=51', second],
  ['advanced', 'min_trades=1', second],
  ['', 'warnings=none', first],
  ['', 'max_holding_ratio=2.5', first],
  ['', 'max_holding_ratio=3&sort=name', both],
  ['', 'max_larger_after_loss_percent=9', ''],
  ['behaviour', 'warnings=none', ''],
  ['volume', 'warnings=none', ''],
  ['stop_loss', 'warnings=none', ''],
  ['stop_loss', 'max_without_stop_percent=5', second],
  ['stop_loss', 'max_holding_ratio=2.5', first],
  ['volume', 'max_larger_after_loss_percent=10', second],
  ['behaviour', 'max_holding_ratio=2.5', ''],
  ['', 'min_observed_months=7', first],
  ['', 'min_observed_months=8', ''],
  ['', 'sort=-observed_months&limit=1', first],
  ['observed', 'min_observed_months=3', ''],
  ['', 'min_deflated_sharpe=0.95', first],
  ['', 'min_deflated_sharpe=0', first],
  ['', 'min_deflated_sharpe=0.951', ''],
  ['luck', 'min_deflated_sharpe=0', ''],
  ['', 'symbol=xauusd&sort=name', both],
  ['', 'symbol=XAUUSD.M', first],
  ['', 'symbol=struct', second],
  ['', 'symbol=xauusdx', ''],
  ['by_symbol', 'symbol=xauusd', second],
  ['by_symbol', 'symbol=eur', ''],
  ['', 'source=broker_api', first],
  ['', 'source=owner_api', ''],
  ['provenance', 'source=broker_api', ''],
];

search('finds accounts by their figures, and by nothing that they hide', async () => {
  const measured = Object.entries(searchedParts).map(([id, changed]) => [
    id,
    { parts: { ...parts, ...changed } },
  ]);
  await withWorld(
    async ({ read, apply, registry }) => {
      const ask = async (query: string) =>
        (await read(`${url}?type=account&${query}`)).data
          .map(({ slug }: { slug: string }) => slug)
          .join(' ');
      assert.is(await ask('min_observed_months=1'), '', 'nobody knows since when');
      const since = { published_at: '2025-01-01T00:00:00Z', gaps: [], members_changed_at: null };
      await putPublications(registry, { 'north-eurusd': since, 'north-gold': since });
      await apply({ ...north, name: 'Anew' });
      for (const [hidden, query, slugs] of hiding) {
        await apply({ ...north, hide: hidden === '' ? [] : [hidden] });
        assert.is(await ask(query), slugs, `${hidden} ${query}`);
      }
    },
    { facts: { ...facts, ...Object.fromEntries(measured) } },
  );
});

search('puts whose track record is confirmed first, however much others claim', async () => {
  // An account that nobody confirmed: 1,000 claimed by its owner, 5,000 % from data sent in.
  const performance = { ...parts.summary.performance, twr_percent: 5000 };
  const boasted = {
    ...facts,
    [goldId]: { parts: { ...parts, summary: { ...parts.summary, reconciled: null, performance } } },
    [northId]: { parts: { ...parts, summary: { ...parts.summary, reconciled: true } } },
  };
  await withWorld(
    async ({ app, read, apply }) => {
      await apply({ ...north, verified: { identity: false, track_record: true } });
      const found = async (query: string) =>
        (await read(url + query)).data.map(({ slug }: { slug: string }) => slug).join(' ');
      const otherSlugs = 'north-gold north-all solo-silent';
      for (const [query, slugs] of [
        ['', `north-eurusd ${otherSlugs}`],
        ['?sort=-twr_percent&limit=1&page=2', 'north-gold'],
        ['?sort=name', 'north-eurusd north-all north-gold solo-silent'],
        ['?sort=-created_at&limit=1', 'north-eurusd'],
        ['?confirmed=true', 'north-eurusd'],
        ['?confirmed=false', otherSlugs],
        ['?confirmed=any', 'north-gold north-all north-eurusd solo-silent'],
        ['?verified=track_record', 'north-eurusd'],
        ['?verified=identity', 'north-gold solo-silent'],
        ['?verified=true', ''],
        ['?verified=false&type=portfolio', 'north-all'],
        ['?reconciled=true&currency=USD', 'north-eurusd'],
        ['?reconciled=false&currency=USD', ''],
      ] as const) {
        assert.is(await found(query), slugs, query);
      }
      for (const address of ['/', '/owner/north-desk']) {
        const { body } = await app.inject(address);
        assert.ok(body.indexOf('EURUSD swing') < body.indexOf('Gold<'), address);
      }
      assert.match(
        (await app.inject('/search?confirmed=false')).body,
        '<details class="rarer" open>',
      );
      assert.not.match((await app.inject('/search?confirmed=true')).body, /\/account\/north-gold/);
    },
    { facts: boasted },
  );
});

search('takes a lapsed badge for none, in every order and filter', async () => {
  const performance = { ...parts.summary.performance, twr_percent: 5000 };
  const best = {
    ...facts,
    [goldId]: { parts: { ...parts, summary: { ...parts.summary, performance } } },
  };
  await withWorld(
    async ({ app, read, apply, registry, dataDir }) => {
      const mark = { by: 'Ann Audit', at: '2026-02-01T00:00:00Z' };
      await apply({ ...north, verified: { identity: false, track_record: mark } });
      await apply({ ...gold, verified: { identity: false, track_record: mark } });
      const snapshot = openSnapshot(dataDir, currentVersion(dataDir) ?? '');
      await registry.settleMarks(({ slug, account_id, confirmed: { track_record } }) => {
        const entry = snapshot.entry(account_id ?? '');
        if (track_record === null || entry === undefined) return decision({});
        const none = { sources: sourcesByKind({}), newest: null, owners_report: null };
        const covers = { version: 'v', ...none };
        return decision({
          data: entry.data,
          coverage: { ...covers, mark: markText(track_record) },
          lapse:
            slug === 'north-gold'
              ? makeReason('lapse_days', { source: makeReason('lapse_by_owner_api') })
              : null,
        });
      });
      snapshot.close();
      const found = async (query: string) =>
        (await read(url + query)).data.map(({ slug }: { slug: string }) => slug).join(' ');
      for (const [query, slugs] of [
        ['', 'north-eurusd north-gold north-all solo-silent'],
        ['?confirmed=true', 'north-eurusd'],
        ['?confirmed=false', 'north-gold north-all solo-silent'],
        ['?verified=track_record', 'north-eurusd'],
      ] as const) {
        assert.is(await found(query), slugs, query);
      }
      for (const address of ['/', '/owner/north-desk', '/search']) {
        const { body } = await app.inject(address);
        assert.ok(body.indexOf('EURUSD swing') < body.indexOf('Gold<'), address);
      }
    },
    { facts: best },
  );
});

search.run();
