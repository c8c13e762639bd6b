import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../pipeline/base/log.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import type { Hidable } from '../../../pipeline/registry/words.ts';
import { fields } from '../../oracle/fields.ts';
import { scenariosDirectory } from '../../oracle/scenarios.ts';
import { type Published, publishWorld } from '../../support/published.ts';
import { openServer, type Server } from '../open-server.ts';

interface Context {
  published: Published;
  server: Server;
}

const explain = suite<Context>('include=explain');
const asOf = new Date('2024-07-01T12:00:00Z');

explain.before(async (context) => {
  context.published = await publishWorld(join(scenariosDirectory, 'ordinary-account'), asOf);
  const { dataDir } = context.published;
  context.server = await openServer({ dataDir, clock: () => asOf, log: silentLog });
});

explain.after(async ({ server, published }) => {
  await server.close();
  published.remove();
});

async function read({ server }: Context, include: string, hide: readonly Hidable[] = []) {
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
  assert.equal(others, { source: 'Kelly 1956, Thorp 2006', rows: 4, null_reason: null });
  assert.match(
    told['advanced.sharpe_ratio_annualized'].null_reason,
    /^there are fewer than 30 weekdays/,
  );
  assert.is(told['performance.deposits'].rows, 2);
  assert.is(told['performance.avg_daily_return_percent'].rows, 4);
  assert.is(told['equity_curve.daily_performance[].drawdown'].rows, 4);
  assert.is(told['equity_curve.daily_performance[].cumulative_equity'].rows, null);
  assert.is(told['equity_curve.deposits_withdrawals[].amount'].rows, 2);
  assert.is(told['advanced.best_week.percent'].rows, 4);
  assert.is(told['advanced.best_month.percent'].rows, 7);
});

explain('says what was restated means, where that is asked for', async (context) => {
  const { explain: told } = await read(context, 'explain,restatements');
  assert.match(told['restatements.count'].definition, /^How many restatements there are/);
  assert.is(told['restatements.last_found_at'].null_reason, 'there is none');
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

explain.run();
