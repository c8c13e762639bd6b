import { existsSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import type { Hidable } from '../../../pipeline/registry/words.ts';
import { fields } from '../../oracle/fields.ts';
import { publishScenario } from '../../support/published.ts';
import { type Served, serveDuring } from '../serve-during.ts';

const explain = suite<Served>('include=explain');
const asOf = new Date('2024-07-01T12:00:00Z');

serveDuring(explain, asOf, () => publishScenario('ordinary-account', asOf));

async function read({ server }: Served, include: string, hide: readonly Hidable[] = []) {
  await applyRegistry(server.registry, { accounts: [{ slug: 'ordinary', hide }] });
  return (await server.app.inject(`/api/v1/accounts/ordinary?include=${include}`)).json();
}

explain('tells of every figure of the answer, and of no other', async (context) => {
  const names = Object.keys((await read(context, 'explain,twr,by_symbol')).explain);
  const wanted = fields
    .map(({ path }) => path)
    .filter((path) => /^(account|twr|by_symbol)\./.test(path))
    .map((path) => path.replace('account.', ''));
  assert.equal(names.sort(), wanted.sort());
  assert.not.ok('explain' in (await read(context, 'twr')));
});

explain('says what a figure is, by whom, of how many rows and why it is null', async (context) => {
  const { explain: told } = await read(context, 'explain,advanced,equity_curve');
  const { definition, ...others } = told['advanced.kelly_percent'];
  assert.match(definition, 'W = won / (won + lost)');
  const sql = 'sql/marts/advanced.sql';
  assert.equal(others, { source: 'Kelly 1956, Thorp 2006', sql, rows: 4, null_reason: null });
  assert.ok(Object.values<{ sql: string }>(told).every((each) => existsSync(inPackage(each.sql))));
  assert.match(
    told['advanced.sharpe_ratio_annualized'].null_reason,
    /^there are under 30 weekdays/,
  );
  assert.is(told['performance.deposits'].rows, 2);
  assert.is(told['performance.avg_daily_return_percent'].rows, 4);
  assert.is(told['equity_curve.daily_performance[].drawdown'].rows, 4);
  assert.is(told['equity_curve.daily_performance[].cumulative_equity'].rows, null);
  assert.is(told['equity_curve.deposits_withdrawals[].amount'].rows, 2);
  assert.is(told['advanced.best_week.percent'].rows, 4);
  assert.is(told['advanced.best_month.percent'].rows, 7);
});

explain('explains restatements only if they are included', async (context) => {
  const { explain: told } = await read(context, 'explain,restatements');
  assert.match(told['restatements.count'].definition, /^Number of restatements/);
  assert.is(told['restatements.last_found_at'].null_reason, 'there is no restatement');
  assert.not.ok('restatements.count' in (await read(context, 'explain')).explain);
});

explain('tells nothing that is hidden, in words that do not say so', async (context) => {
  const open = (await read(context, 'explain,advanced')).explain;
  const noTrades = (await read(context, 'explain,advanced', ['trades', 'volume'])).explain;
  const gone = Object.keys(open).filter((name) => !(name in noTrades));
  assert.ok(gone.every((name) => name.startsWith('advanced.charts.recent_trades_duration[]')));
  assert.ok(
    Object.values<{ rows: unknown }>(noTrades).every(({ rows }) => rows === null || rows === 2),
  );
  const reason = 'the account has never sent data, or its owner hides it';
  assert.is(noTrades['advanced.total_lots'].null_reason, reason);
  assert.is(open['advanced.total_lots'].null_reason, null);
  const noSection = (await read(context, 'explain,advanced', ['advanced'])).explain;
  assert.equal(
    Object.keys(noSection).filter((name) => name.startsWith('advanced')),
    [],
  );
});

explain(
  'explains the figures that are named alone, without the sections they are in',
  async (context) => {
    const url = '/api/v1/accounts/ordinary';
    const plain = (await context.server.app.inject(url)).json();
    const all = (await read(context, 'explain,advanced,twr')).explain;
    const named = 'advanced.kelly_percent,advanced.win_rate';
    const response = await context.server.app.inject(`${url}?figures=${named}`);
    const { explain: told, ...others } = response.json();
    assert.equal(others, plain);
    assert.equal(told, {
      'advanced.win_rate': all['advanced.win_rate'],
      'advanced.kelly_percent': all['advanced.kelly_percent'],
    });
    const both = (await read(context, 'advanced,explain&figures=kelly_percent')).explain;
    assert.equal(Object.keys(both), ['advanced.kelly_percent']);
    assert.not.ok('explain' in (await read(context, '&figures=')));
  },
);

explain('refuses what is no figure, and names the nearest', async ({ server }) => {
  const ask = async (figures: string) =>
    server.app.inject(`/api/v1/accounts/ordinary?figures=${figures}`);
  const near = await ask('win_rate,advanced.sharpe');
  assert.is(near.statusCode, 400);
  assert.ok(near.json().allowed.includes('advanced.sharpe_ratio_annualized'));
  assert.match(near.json().detail, 'The most similar are ');
  const misspelt = await ask('advanced.kelly_procent');
  assert.is(misspelt.json().allowed[0], 'advanced.kelly_percent');
  for (const name of ['winrate', 'win_rat', 'advanced.wni_rate']) {
    assert.ok((await ask(name)).json().allowed.includes('advanced.win_rate'), name);
  }
  assert.not.ok((await ask('winrate')).json().allowed.includes('exposure.trades.at'));
  const far = await ask('zzz');
  assert.is(far.statusCode, 400);
  assert.match(far.json().detail, 'Use include=explain to list them');
});

explain('tells of a hidden figure that is named what it tells of it anyway', async (context) => {
  for (const hide of [['advanced'], ['trades', 'volume'], ['equity_curve', 'monthly']] as const) {
    const all = (await read(context, 'explain,advanced,equity_curve', hide)).explain;
    for (const name of ['advanced.total_lots', 'equity_curve.daily_performance[].drawdown']) {
      const { explain: told } = await read(context, `&figures=${name}`, hide);
      assert.equal(told, name in all ? { [name]: all[name] } : {}, `${hide} ${name}`);
    }
  }
});

explain.run();
