import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { totalsOf } from '../../fixtures/statements/account.ts';
import { bytesOf, type MadeCase, madeCases } from '../../fixtures/statements/cases.ts';
import { detailsOf } from '../../fixtures/statements/details.ts';
import { silentLog } from '../../pipeline/base/log.ts';
import { importCommand } from '../../pipeline/commands/import.ts';
import { keysCreateCommand } from '../../pipeline/commands/keys.ts';
import { registryApplyCommand } from '../../pipeline/commands/registry.ts';
import { runCommand } from '../../pipeline/commands/run.ts';
import { readConfig } from '../../pipeline/config/config.ts';
import { type Running, startServer } from '../../server/main.ts';
import { createTerminal } from '../pipeline/commands/terminal.ts';
import { noLimits } from '../server/open-server.ts';
import { furnish } from '../support/furnish.ts';

const now = new Date('2026-01-15T12:00:00Z');

/** Figures at the end of a statement. MT4 counts a trade with a result of exactly 0 as won. */
interface Printed {
  grossProfit: string;
  grossLoss: string;
  /** Empty in a statement without a loss; null if the figure is not printed. */
  profitFactor: string | null;
  net: string;
  balance: string;
  shorts?: [total: number, wonPercent: string];
  longs?: [total: number, wonPercent: string];
  best?: string;
  worst?: string;
  averageWin?: string;
  averageLoss?: string;
}

/** Figures of the generated statements, as their writer printed them. */
const made = madeCases().filter(
  ({ account }) => account.places === 2 && account.history.length > 1,
);

function printedOf({ account, look }: MadeCase): Printed {
  const { net, balance, grossProfit, grossLoss } = totalsOf(account);
  const sums = {
    grossProfit: money(grossProfit),
    grossLoss: money(-grossLoss),
    net: money(net),
    balance: money(balance),
  };
  if (look.layout === 'plain') return { ...sums, profitFactor: null };
  const figures = detailsOf(account).map((figure) => figure.replaceAll(' ', ''));
  const [, , , profitFactor = '', , , , , , short = '', long = '', , , ...others] = figures;
  const [best = '', worst = '', averageWin = '', averageLoss = ''] = others;
  return {
    ...sums,
    profitFactor,
    shorts: shareOf(short),
    longs: shareOf(long),
    ...(best !== '0.00' && { best, averageWin }),
    ...(worst !== '0.00' && { worst, averageLoss }),
  };
}

function shareOf(text: string): [number, string] {
  const [, count = '', percent = ''] = /^(\d+)\(([\d.]+)%\)$/.exec(text) ?? [];
  return [Number(count), percent];
}

/** Statements by the slug of their account. */
const statements = new Map(
  made.map((each) => [
    `made-${each.name.replaceAll(' ', '-')}`,
    { printed: printedOf(each), bytes: bytesOf(each) },
  ]),
);

interface Trade {
  side: 'buy' | 'sell';
  net_profit: number;
}

interface Context {
  directory: string;
  server: Running;
  key: string;
}

const statement = suite<Context>('statement');

/** Does what an operator does by hand: import, registry, run, serve. */
statement.before(async (context) => {
  context.directory = mkdtempSync(join(tmpdir(), 'trackrecord-statement-'));
  const source = join(context.directory, 'source');
  const { io, stdout } = createTerminal(now);
  const config = readConfig({
    TRACKRECORD_DATA: join(context.directory, 'data'),
    LOG_LEVEL: 'silent',
    PORT: '0',
    CALENDAR_PORT: '0',
  });
  for (const [name, { bytes }] of statements) {
    const file = join(context.directory, `${name}.htm`);
    writeFileSync(file, bytes);
    const options = { format: 'mt4', file, accountId: `MT4:${name}`, out: source, tz: 'NY+7' };
    assert.is(await importCommand(config, options, io), 0, name);
  }
  const decisions = join(context.directory, 'registry.json');
  const accounts = [...statements.keys()].map((slug) => ({
    slug,
    type: 'account',
    account_id: `MT4:${slug}`,
    owner: 'desk',
    name: slug,
    published: true,
  }));
  const owners = [{ slug: 'desk', name: 'Desk', plan: 'ultra' }];
  writeFileSync(decisions, JSON.stringify({ owners, accounts }));
  assert.is(await registryApplyCommand(config, { file: decisions }, io), 0);
  await furnish(config.dataDir);
  assert.is(await runCommand(config, { source: [source] }, io), 0);
  const wanted = { owner: 'desk', name: 'statement', json: true };
  assert.is(await keysCreateCommand(config, wanted, io), 0);
  context.key = JSON.parse(stdout.at(-1) ?? '').key;
  context.server = await startServer(config, () => now, silentLog, { limits: noLimits });
});

statement.after(async ({ server, directory }) => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

for (const [slug, { printed: figures }] of statements) {
  statement(`${slug}: what is served is what the broker printed, to the cent`, async (context) => {
    const served = await get(context, `/api/v1/accounts/${slug}?include=advanced`);
    const trades = await tradesOf(context, slug);
    const { advanced } = served;
    const cents = trades.map(({ net_profit }) => Math.round(net_profit * 100));
    const won = sum(cents.filter((each) => each > 0));
    const lost = sum(cents.filter((each) => each < 0));
    assert.is(money(won), figures.grossProfit);
    assert.is(money(-lost), figures.grossLoss);
    assert.is(money(sum(cents)), figures.net);
    assert.is(served.balance.toFixed(2), figures.balance);
    assert.is(advanced.total_trades, trades.length);
    if (figures.profitFactor !== null) {
      assert.is(advanced.profit_factor?.toFixed(2) ?? '', figures.profitFactor);
    }
    for (const [side, won, expected] of [
      ['sell', advanced.shorts_won, figures.shorts],
      ['buy', advanced.longs_won, figures.longs],
    ] as const) {
      if (!expected) continue;
      const zeros = trades.filter((each) => each.side === side && each.net_profit === 0).length;
      const wonPercent = (100 * (won.count + zeros)) / Math.max(1, won.total);
      assert.equal([won.total, wonPercent.toFixed(2)], expected);
      if (zeros === 0 && won.total > 0) assert.is(won.percentage.toFixed(2), expected[1]);
    }
    const { best, worst } = figures;
    if (best) assert.is(advanced.best_trade_profit.value.toFixed(2), best);
    if (worst) assert.is(advanced.worst_trade_profit.value.toFixed(2), worst);
    if (!cents.includes(0)) {
      if (figures.averageWin) assert.is(advanced.avg_win.toFixed(2), figures.averageWin);
      if (figures.averageLoss) assert.is(advanced.avg_loss.toFixed(2), figures.averageLoss);
    }
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function money(cents: number): string {
  return (cents / 100).toFixed(2);
}

async function get({ server, key }: Context, path: string): Promise<ReturnType<typeof JSON.parse>> {
  const response = await fetch(`${server.url}${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  assert.is(response.status, 200, `${path}: ${response.status}`);
  return response.json();
}

async function tradesOf(context: Context, slug: string): Promise<Trade[]> {
  const trades: Trade[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/api/v1/accounts/${slug}/trades?limit=200&page=${page}`;
    const body = await get(context, path);
    trades.push(...body.data);
    if (!body.pagination.has_more) return trades;
  }
}

statement.run();
