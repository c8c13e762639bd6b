import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeReason } from '../../../pipeline/base/reasons/reason.ts';
import { currentVersion } from '../../../pipeline/publish/snapshot/publish.ts';
import { openSnapshot } from '../../../pipeline/publish/snapshot/reader.ts';
import { searchedBehaviour } from '../../../pipeline/publish/snapshot/searched.ts';
import { markText } from '../../../pipeline/registry/record-badge.ts';
import { sourcesByKind } from '../../../pipeline/registry/settlements.ts';
import { sourceNames } from '../../../sql/raw/source_names.ts';
import { decision } from '../../pipeline/registry/world.ts';
import { putPublications } from '../../support/published.ts';
import { partsOf } from '../facts.ts';
import { facts, gold, goldId, lendWorld, north, northId, withWorld } from '../world.ts';

const search = suite('GET /api/v1/search/accounts');

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

search('finds and sorts published accounts', async () => {
  await lendWorld(async ({ read }) => {
    for (const [query, slugs] of cases) {
      const { data } = await read(url + query);
      assert.is(data.map(({ slug }: { slug: string }) => slug).join(' '), slugs, query);
    }
  });
});

search('answers with pages of whole account objects', async () => {
  await lendWorld(async ({ read }) => {
    const { data, pagination } = await read(`${url}?limit=2`);
    assert.equal(pagination, { page: 1, limit: 2, total: 4, has_more: true });
    assert.equal(data[1], await read('/api/v1/accounts/north-gold'));
    const past = await read(`${url}?limit=2&page=3`);
    assert.equal(past, { data: [], pagination: { page: 3, limit: 2, total: 4, has_more: false } });
  });
});

search('refuses what is not allowed and says what is', async () => {
  await lendWorld(async ({ app }) => {
    const refused = [
      ['limit=201', 'limit must be a whole number from 1 to 200.'],
      ['limit=0', 'limit must be a whole number from 1 to 200.'],
      ['page=1e3', 'page must be a whole number from 1 to 999999999.'],
      ...[
        'q',
        'symbol',
        'type',
        'platform',
        'min_twr_percent',
        'max_drawdown_percent',
        'demo',
        'min_trades',
        'min_age_days',
        'updated_within_days',
        'min_observed_months',
        'min_deflated_sharpe',
        'confirmed',
        'verified',
        'reconciled',
        'source',
        'warnings',
        ...searchedBehaviour.map((name) => `max_${name}`),
        'sort',
        'page',
        'limit',
      ].map((name) => [`${name}=1&${name}=1`, `${name} may be given once.`] as const),
      [
        'currency=EUR&currency=eur',
        'currency must be one or more currencies of 3 to 10 capital letters',
      ],
      ['currency=', 'currency must be one or more currencies of 3 to 10 capital letters'],
      ['platform=mt4', 'platform must be one of MT4, MT5, cTrader, TradeLocker.'],
      ['confirmed=yes', 'confirmed must be one of true, false, any.'],
      ['verified=broker', 'verified must be one of true, false, identity, track_record.'],
      ['source=broker', 'source must be one of broker_api, terminal, operator_file'],
      ['reconciled=1', 'reconciled must be one of true, false.'],
      ['type=fund', 'type must be one of account, portfolio.'],
      ['min_twr_percent=NaN', 'min_twr_percent must be a decimal number such as 12.5.'],
    ];
    for (const [query, detail] of refused) {
      const response = await app.inject(`${url}?${query}`);
      assert.is(response.statusCode, 400, query);
      assert.ok(response.json().detail.startsWith(detail), response.json().detail);
    }
    const { allowed } = (await app.inject(`${url}?sort=twr`)).json();
    const fields = ['twr_percent', 'cagr_percent', 'max_drawdown_percent', 'name'];
    const further = [
      'sharpe_ratio_annualized',
      'total_trades',
      'created_at',
      'age_days',
      'observed_months',
      'updated_at',
    ];
    const both = [...fields, ...further].flatMap((field) => [field, `-${field}`]);
    assert.equal([...allowed].sort(), both.sort());
  });
});

search('sorts by statistics in both directions, and does not tell hidden ones', async () => {
  const parts = partsOf(1);
  const withStatistics = (total_trades: number | null, sharpe_ratio_annualized: number | null) => ({
    parts: {
      ...parts,
      advanced: { ...parts.advanced, total_trades, sharpe_ratio_annualized },
    },
  });
  const measured = {
    ...facts,
    [northId]: withStatistics(50, 1.5),
    [goldId]: withStatistics(120, -0.5),
  };
  await withWorld(
    async ({ read, apply }) => {
      const found = async (sort: string) =>
        (await read(`${url}?type=account&sort=${sort}`)).data
          .map(({ slug }: { slug: string }) => slug)
          .join(' ');
      assert.is(await found('-total_trades'), 'north-gold north-eurusd solo-silent');
      assert.is(await found('total_trades'), 'north-eurusd north-gold solo-silent');
      assert.is(await found('-sharpe_ratio_annualized'), 'north-eurusd north-gold solo-silent');
      assert.is(await found('sharpe_ratio_annualized'), 'north-gold north-eurusd solo-silent');
      await apply({ ...north, hide: ['advanced'] });
      for (const sort of ['total_trades', '-sharpe_ratio_annualized']) {
        assert.is(await found(sort), 'north-gold north-eurusd solo-silent', sort);
      }
    },
    { facts: measured },
  );
});

search('counts trades only where strangers are told of them', async () => {
  const parts = partsOf(1);
  const traded = {
    ...facts,
    [northId]: { parts: { ...parts, advanced: { ...parts.advanced, total_trades: 50 } } },
  };
  await withWorld(
    async ({ read, apply }) => {
      const found = async (query: string) =>
        (await read(url + query)).data.map(({ slug }: { slug: string }) => slug);
      assert.equal(await found('?min_trades=50'), ['north-eurusd']);
      assert.equal(await found('?min_trades=51'), []);
      await apply({ ...north, hide: ['advanced'] });
      assert.equal(await found('?min_trades=1'), []);
    },
    { facts: traded },
  );
});

search('finds accounts by how they trade, and by nothing that they hide', async () => {
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
  const trading = (behaviour: object) => ({ parts: { ...parts, behaviour } });
  const warning = { code: 'no_stops', text: 'none', value: 90, threshold: 80 } as const;
  const traded = {
    ...facts,
    [northId]: trading({ ...assessed, holding_ratio: 2.5 }),
    [goldId]: trading({ ...assessed, holding_ratio: 3, warnings: [warning] }),
  };
  await withWorld(
    async ({ read, apply }) => {
      const found = async (query: string) =>
        (await read(`${url}?type=account&${query}`)).data.map(({ slug }: { slug: string }) => slug);
      assert.equal(await found('warnings=none'), ['north-eurusd']);
      assert.equal(await found('max_holding_ratio=2.5'), ['north-eurusd']);
      assert.equal(await found('max_holding_ratio=3&sort=name'), ['north-eurusd', 'north-gold']);
      assert.equal(await found('max_larger_after_loss_percent=9'), []);
      for (const hide of ['behaviour', 'volume', 'stop_loss'] as const) {
        await apply({ ...north, hide: [hide] });
        assert.equal(await found('warnings=none'), [], hide);
      }
      assert.equal(await found('max_without_stop_percent=5'), ['north-gold']);
      assert.equal(await found('max_holding_ratio=2.5'), ['north-eurusd']);
      await apply({ ...north, hide: ['volume'] });
      assert.equal(await found('max_larger_after_loss_percent=10'), ['north-gold']);
      await apply({ ...north, hide: ['behaviour'] });
      assert.equal(await found('max_holding_ratio=2.5'), []);
    },
    { facts: traded },
  );
});

search('finds accounts by the months that anybody could watch them', async () => {
  const parts = partsOf(1);
  const watched = (months: number, late_percent: number) => ({
    parts: { ...parts, observed: { late_percent, before: null, after: { months } } },
  });
  const times = {
    ...facts,
    [northId]: watched(7.5, 10),
    [goldId]: watched(20, 10.1),
  };
  await withWorld(
    async ({ read, apply, registry }) => {
      const found = async (query: string) =>
        (await read(`${url}?type=account&${query}`)).data.map(({ slug }: { slug: string }) => slug);
      assert.equal(await found('min_observed_months=1'), [], 'nobody knows since when');
      const since = { published_at: '2025-01-01T00:00:00Z', gaps: [], members_changed_at: null };
      const slugs = ['north-eurusd', 'north-gold'];
      await putPublications(registry, Object.fromEntries(slugs.map((slug) => [slug, since])));
      await apply({ ...north, name: 'Anew' });
      assert.equal(await found('min_observed_months=7&sort=name'), ['north-eurusd']);
      assert.equal(await found('min_observed_months=8'), [], 'too short, or told afterwards');
      assert.is((await found('sort=-observed_months'))[0], 'north-eurusd');
      await apply({ ...north, hide: ['observed'] });
      assert.equal(await found('min_observed_months=3'), []);
    },
    { facts: times },
  );
});

search('finds accounts by the probability that they are more than luck', async () => {
  const parts = partsOf(1);
  const likely = (deflated_sharpe: number | null) => ({
    parts: { ...parts, luck: { deflated_sharpe } },
  });
  await withWorld(
    async ({ read, apply }) => {
      const found = async (query: string) =>
        (await read(`${url}?type=account&${query}`)).data.map(({ slug }: { slug: string }) => slug);
      assert.equal(await found('min_deflated_sharpe=0.95'), ['north-eurusd']);
      assert.equal(await found('min_deflated_sharpe=0'), ['north-eurusd'], 'unknown is not 0');
      assert.equal(await found('min_deflated_sharpe=0.951'), []);
      await apply({ ...north, hide: ['luck'] });
      assert.equal(await found('min_deflated_sharpe=0'), []);
    },
    { facts: { ...facts, [northId]: likely(0.95), [goldId]: likely(null) } },
  );
});

search('finds accounts by instrument, except those that hide it', async () => {
  const parts = partsOf(1);
  const withSymbols = (...names: string[]) => {
    const [entry] = Object.values(parts.by_symbol);
    const by_symbol = Object.fromEntries(names.map((name) => [name, entry]));
    return { parts: { ...parts, by_symbol } };
  };
  const traded = {
    ...facts,
    [northId]: withSymbols('EURUSD', 'XAUUSD.m'),
    [goldId]: withSymbols('XAUUSD', 'constructor'),
  };
  await withWorld(
    async ({ read, apply }) => {
      const found = async (query: string) =>
        (await read(`${url}?type=account&${query}`)).data
          .map(({ slug }: { slug: string }) => slug)
          .join(' ');
      assert.is(await found('symbol=xauusd'), 'north-eurusd north-gold');
      assert.is(await found('symbol=XAUUSD.M'), 'north-eurusd');
      assert.is(await found('symbol=struct'), 'north-gold');
      assert.is(await found('symbol=xauusdx'), '');
      await apply({ ...north, hide: ['by_symbol'] });
      assert.is(await found('symbol=xauusd'), 'north-gold');
      assert.is(await found('symbol=eur'), '');
    },
    { facts: traded },
  );
});

search('finds accounts by the only source of their data, except those that hide it', async () => {
  const parts = partsOf(1);
  const counts = (trades: number, flows: number) => ({ trades, flows, compared: 0, differing: 0 });
  const nothing = Object.fromEntries(sourceNames.map((name) => [name, counts(0, 0)]));
  const fromSources = (found: object) => ({
    parts: { ...parts, provenance: { ...nothing, ...found } },
  });
  const sourced = {
    ...facts,
    [northId]: fromSources({ broker_api: counts(9, 2) }),
    // A deposit of another source counts too.
    [goldId]: fromSources({ broker_api: counts(7, 0), owner_api: counts(0, 1) }),
  };
  await withWorld(
    async ({ read, apply }) => {
      const found = async (source: string) =>
        (await read(`${url}?source=${source}`)).data.map(({ slug }: { slug: string }) => slug);
      assert.equal(await found('broker_api'), ['north-eurusd']);
      assert.equal(await found('owner_api'), []);
      await apply({ ...north, hide: ['provenance'] });
      assert.equal(await found('broker_api'), []);
    },
    { facts: sourced },
  );
});

search('puts whose track record is confirmed first, however much others claim', async () => {
  const parts = partsOf(1);
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
  const parts = partsOf(1);
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
