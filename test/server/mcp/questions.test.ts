import { rmSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { publishCalendar } from '../../../pipeline/calendar/snapshot.ts';
import { currentVersion } from '../../../pipeline/publish/snapshot/publish.ts';
import { openSnapshot, readManifest } from '../../../pipeline/publish/snapshot/reader.ts';
import { createKey } from '../../../pipeline/registry/keys.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { scopes } from '../../../pipeline/registry/words.ts';
import type { CalendarEvent } from '../../../sql/calendar/events.ts';
import { openServer, type Server } from '../open-server.ts';
import { copyDemo } from '../site/demo-site.ts';
import { bearer } from '../world.ts';
import { callOf, post } from './calls.ts';

// Asks ten questions about the demo's accounts, as a model does, over years of trades. Measures the
// bytes that it must read for an answer, with the list of tools.

const maxBytes = 40_500;

type Json = ReturnType<typeof JSON.parse>;

interface Context {
  dataDir: DataDirectory;
  server: Server;
  key: string;
  /** The owner's account with the most trades, and another one. */
  slug: string;
  other: string;
  /** Account with the most open positions among those that show them. */
  open: string;
  /** Day half a year before the demo was published. */
  halfYearAgo: string;
  /** Last day on which the owner's account closed trades. */
  tradedOn: string;
  payrolls: CalendarEvent;
}

/** Calls a tool, whose answer counts. */
type Use = (tool: string, args: object) => Promise<Json>;

const questions = suite<Context>('a question of a model');

const day = 24 * 3600 * 1000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const payrollsAt = (at: number): CalendarEvent => ({
  ts: at / 1000,
  time: new Date(at).toISOString().replace('.000Z', 'Z'),
  currency: 'USD',
  impact: 'high',
  title: 'Non-Farm Employment Change',
  forecast: '190K',
  previous: '272K',
  actual: '',
});

questions.before(async (context) => {
  const dataDir = await copyDemo();
  const version = currentVersion(dataDir) ?? 'none';
  const now = new Date(readManifest(dataDir, version).as_of);
  context.dataDir = dataDir;
  context.payrolls = payrollsAt(now.getTime() + 5 * day);
  publishCalendar(dataDir, [context.payrolls], now, 3);
  context.server = await openServer({ dataDir, clock: () => now, log: silentLog });
  const { registry } = context.server;
  const accounts = await registry.accounts();
  const snapshot = openSnapshot(dataDir, version);
  const rowsOf = ({ account_id }: RegistryAccount, list: 'trades' | 'positions') =>
    snapshot.list(account_id ?? '', list)?.index.rows ?? 0;
  const [most, next] = accounts
    .filter(({ published, type }) => published && type === 'account')
    .sort((first, second) => rowsOf(second, 'trades') - rowsOf(first, 'trades'));
  context.slug = most?.slug ?? '';
  context.other = next?.slug ?? '';
  const [open] = accounts
    .filter(({ published, hide }) => published && !hide.includes('trades'))
    .sort((first, second) => rowsOf(second, 'positions') - rowsOf(first, 'positions'));
  context.open = open?.slug ?? '';
  context.halfYearAgo = dayOf(now.getTime() - 182 * day);
  const last = snapshot.list(most?.account_id ?? '', 'trades')?.slice(0, 1);
  context.tradedOn = JSON.parse(String(last)).closed_at.slice(0, 10);
  snapshot.close();
  const owner = most?.owner ?? '';
  context.key = (await createKey(registry, { owner, name: 'model', scopes })).key;
});

questions.after(async ({ server, dataDir }) => {
  await server.close();
  rmSync(dataDir.path, { recursive: true });
});

/** A question that a model answers with tools within this many bytes. */
function question(
  words: string,
  answer: (use: Use, context: Context) => Promise<readonly unknown[]>,
): void {
  questions(words, async (context) => {
    const { app } = context.server;
    const headers = { ...bearer(context.key), 'mcp-protocol-version': '2025-06-18' };
    let bytes = 0;
    const ask = async (message: object) => {
      const { body } = await post(app, message, headers);
      bytes += Buffer.byteLength(body);
      return JSON.parse(body).result;
    };
    await ask({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const found = await answer(async (tool, args) => {
      const { structuredContent, isError, content } = await ask(callOf(tool, args));
      assert.not(isError, content[0].text);
      return structuredContent;
    }, context);
    assert.ok(found.length > 0, 'there is an answer');
    for (const part of found) assert.ok(part !== undefined && part !== null, `${found}`);
    assert.ok(bytes <= maxBytes, `${bytes} bytes`);
  });
}

question(
  'Which account has the lowest drawdown of those that are a year old, and what was it this half-year?',
  async (use, { halfYearAgo }) => {
    const sorted = { sort: 'max_drawdown_percent', min_age_days: 365, type: 'account', limit: 1 };
    const { slug, performance } = (await use('search_public_accounts', sorted)).data[0];
    const half = await use('get_gain', { slug, from: halfYearAgo });
    return [slug, performance.max_drawdown_percent, half.max_drawdown_percent];
  },
);

question('When does it trade?', async (use, { slug }) => {
  const { hour } = await use('get_trade_statistics', { slug, by: ['hour', 'weekday'] });
  return hour.flatMap(({ key, trades }: Json) => [key, trades]);
});

question('Is it reconciled, real, and how old is its data?', async (use, { slug }) => {
  const { reconciled, demo, updated_at } = await use('get_account', { slug });
  return [reconciled, demo, updated_at];
});

question(
  'What moved on its last day with trades, and how do trades near news go?',
  async (use, { slug, tradedOn }) => {
    const moved = await use('get_gain', { slug, from: tradedOn, to: tradedOn });
    const { news } = await use('get_account', { slug, include: ['news'] });
    assert.ok(moved.trades_count > 0);
    return [moved.profit, news];
  },
);

question('Which instrument earns the money, and which side?', async (use, { slug }) => {
  const { symbol, side } = await use('get_trade_statistics', { slug, by: ['symbol', 'side'] });
  return [...symbol, ...side].flatMap(({ key, trades, net_profit }: Json) => [
    ...[key, trades, net_profit],
  ]);
});

question('How does it compare with another, month by month?', async (use, { slug, other }) => {
  const ask = async (name: string) =>
    (await use('get_account', { slug: name, include: ['monthly'] })).monthly;
  return [await ask(slug), await ask(other)];
});

question('How did its curve go this half-year?', async (use, { slug, halfYearAgo }) => {
  const narrowing = { from: halfYearAgo, points: 40 };
  const account = await use('get_account', { slug, include: ['equity_curve'], ...narrowing });
  const days = account.equity_curve.daily_performance;
  assert.ok(days.length <= 40);
  return days;
});

question('What is open, and what would closing it now make?', async (use, { open }) => {
  const { data } = await use('list_positions', { slug: open });
  const { performance } = await use('get_account', { slug: open });
  return [data[0], performance.open_profit];
});

question('What were its last trades, and are they like the others?', async (use, { slug }) => {
  const { data } = await use('list_trades', { slug });
  const { total, duration } = await use('get_trade_statistics', { slug, by: ['duration'] });
  assert.is(data.length, 20);
  return [total.trades, total.won, ...duration];
});

question('What is coming this week that could hurt it?', async (use, { payrolls }) => {
  const { events } = await use('get_economic_calendar', { days: 7 });
  assert.equal(events, [payrolls]);
  return events;
});

questions.run();
