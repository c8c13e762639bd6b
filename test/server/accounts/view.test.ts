import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { portfolioId } from '../../../pipeline/publish/snapshot/layout.ts';
import {
  everything,
  facts,
  gold,
  goldId,
  lendWorld,
  north,
  northId,
  publishFacts,
  secret,
  silent,
  withWorld,
} from '../world.ts';

const view = suite('view');

const all = ['equity_curve', 'twr', 'monthly', 'by_symbol', 'by_magic_number', 'advanced'];
const accountUrl = `/api/v1/accounts/north-eurusd?include=${all.join(',')}`;
const portfolioUrl = `/api/v1/accounts/north-all?include=${all.join(',')}`;

view('has no facts before the first report', async () => {
  await lendWorld(async ({ read }) => {
    const body = await read(`/api/v1/accounts/${silent.slug}?include=twr,by_symbol`);
    assert.is(body.balance, null);
    assert.is(body.demo, null);
    assert.is(body.performance.twr_percent, null);
    assert.is(body.created_at, '2025-05-05T00:00:00Z');
    assert.equal(body.twr, { twr_trade_by_trade: [] });
    assert.equal(body.by_symbol, {});
  });
});

view('shows no facts from before a cut that came after the run', async () => {
  await withWorld(async ({ read, apply, dataDir, registry, snapshots }) => {
    await apply({ ...north, history_cut_at: '2026-02-01' });
    for (const url of [accountUrl, portfolioUrl]) {
      const body = await read(url);
      assert.is(body.balance, null, url);
      assert.equal(body.twr, { twr_trade_by_trade: [] }, url);
    }
    assert.is((await read(accountUrl)).history_cut_at, '2026-02-01');

    const cut = { ...facts[northId], parts: facts[northId]?.parts ?? {} };
    await publishFacts(dataDir, { ...facts, [northId]: { ...cut, history_cut_at: '2026-02-01' } });
    await snapshots.refresh();
    assert.is((await read(accountUrl)).balance, 1000);
    assert.is((await read(portfolioUrl)).balance, 4000);
    // Like a registry restored from an older copy. `apply` itself would refuse it.
    await registry.store.write((db) =>
      db.updateTable('accounts').set({ history_cut_at: null }).execute(),
    );
    assert.is((await read(accountUrl)).history_cut_at, '2026-02-01', 'the figures are still cut');
  });
});

view('shows no facts of a portfolio that kept figures from before a cut', async () => {
  await withWorld(async ({ read, apply, dataDir, snapshots }) => {
    await apply({ ...north, history_cut_at: '2026-02-01' });
    const cut = { ...facts[northId], parts: facts[northId]?.parts ?? {} };
    const portfolio = facts[portfolioId('north-all')];
    await publishFacts(dataDir, {
      ...facts,
      [northId]: { ...cut, history_cut_at: '2026-02-01' },
      [portfolioId('north-all')]: {
        ...portfolio,
        parts: portfolio?.parts ?? {},
        member_cuts: [null, null],
      },
    });
    await snapshots.refresh();
    assert.is((await read(accountUrl)).balance, 1000);
    assert.is((await read(portfolioUrl)).balance, null);
  });
});

view('shows no facts of a portfolio that a member has left since the run', async () => {
  await withWorld(async ({ read, apply }) => {
    await apply({ ...everything, members: ['north-eurusd'] });
    assert.is((await read(portfolioUrl)).balance, null);
    await apply({ ...everything, members: ['north-eurusd', 'north-gold', 'north-secret'] });
    assert.is((await read(portfolioUrl)).balance, 4000, 'a member that joined has no facts yet');
  });
});

view('of a portfolio hides what any member hides', async () => {
  await withWorld(async ({ read, apply }) => {
    await apply({ ...gold, hide: ['twr', 'volume'] }, { ...everything, hide: ['monthly'] });
    const body = await read(portfolioUrl);
    assert.is(body.twr, null);
    assert.is(body.monthly, null);
    assert.is(body.advanced.total_lots, null);
    assert.is(body.advanced.charts.recent_trades_duration.length, 1);
    assert.is.not((await read(accountUrl)).twr, null, 'the other member hides nothing');
  });
});

view('of a portfolio shows no single trade of a private member', async () => {
  await withWorld(async ({ read, apply }) => {
    await apply({ ...gold, published: false });
    const { advanced } = await read(portfolioUrl);
    assert.equal(advanced.charts.recent_trades_duration, []);
    assert.is(advanced.best_trade_profit.date, null);
    assert.is(advanced.total_lots, 7.5);
  });
});

view('never names a member, an id or a private account', async () => {
  await withWorld(async ({ app, apply }) => {
    await apply({ ...everything, members: ['north-eurusd', 'north-gold', 'north-secret'] });
    for (const url of [accountUrl, portfolioUrl, '/api/v1/search/accounts?q=canary']) {
      const { body } = await app.inject(url);
      for (const canary of [northId, goldId, secret.account_id, 'anary', portfolioId('')]) {
        assert.not.ok(body.includes(canary), `${canary} in ${url}`);
      }
    }
  });
});

view.run();
