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
// bytes that it must read for an answer, with the list of tools. Compares the answer with the API.

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

/** Calls tools, and counts the bytes of their answers. */
interface Model {
  use(tool: string, args: object): Promise<Json>;
}

/** Reads the API, to check answers. */
type Read = (path: string) => Promise<Json>;

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

/**
 * A question that a model answers with tools within this many bytes. The API tells whether the
 * answer is right.
 */
function question(
  words: string,
  answer: (model: Model, context: Context) => Promise<unknown>,
  judge: (read: Read, context: Context) => Promise<unknown>,
): void {
  questions(words, async (context) => {
    const { app } = context.server;
    const headers = { ...bearer(context.key), 'mcp-protocol-version': '2025-06-18' };
    const ask = async (message: object) => {
      const { body } = await post(app, message, headers);
      bytes += Buffer.byteLength(body);
      return JSON.parse(body).result;
    };
    let bytes = 0;
    await ask({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const found = await answer(
      {
        async use(tool, args) {
          const { structuredContent, isError, content } = await ask(callOf(tool, args));
          assert.not(isError, content[0].text);
          return structuredContent;
        },
      },
      context,
    );
    const read: Read = async (path) =>
      (await app.inject({ url: path, headers: bearer(context.key) })).json();
    const expected = await judge(read, context);
    assert.equal(found, expected);
    assert.ok(JSON.stringify(expected).length > 2, 'there is an answer');
    assert.ok(bytes <= maxBytes, `${bytes} bytes`);
  });
}

/** Reads every page of a list, to count totals. */
async function allOf(read: Read, path: string): Promise<Json[]> {
  const rows: Json[] = [];
  for (let page = 1, more = true; more; page += 1) {
    const { data, pagination } = await read(`${path}${path.includes('?') ? '&' : '?'}page=${page}`);
    rows.push(...data);
    more = pagination.has_more;
  }
  return rows;
}

const at = (slug: string) => `/api/v1/accounts/${slug}`;
const tradesOf = (read: Read, slug: string) => allOf(read, `${at(slug)}/trades`);
const byCount = ([, one]: [string, number], [, other]: [string, number]) => other - one;

function counted(rows: readonly Json[], keyOf: (row: Json) => string): [string, number][] {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return [...counts];
}

question(
  'Which account has the lowest drawdown of those that are a year old, and what was it this half-year?',
  async ({ use }, { halfYearAgo }) => {
    const { data } = await use('search_public_accounts', {
      sort: 'max_drawdown_percent',
      min_age_days: 365,
      type: 'account',
      limit: 1,
    });
    const { slug, performance } = data[0];
    const year = await use('get_gain', { slug, from: halfYearAgo });
    return [slug, performance.max_drawdown_percent, year.max_drawdown_percent];
  },
  async (read, { halfYearAgo }) => {
    const all = await allOf(read, '/api/v1/search/accounts?type=account&min_age_days=365');
    const falls = all.map(({ performance }) => performance.max_drawdown_percent);
    const lowest = Math.min(...falls.filter((fall) => fall !== null));
    const { slug } = all[falls.indexOf(lowest)];
    const { max_drawdown_percent } = await read(`${at(slug)}/gain?from=${halfYearAgo}`);
    return [slug, lowest, max_drawdown_percent];
  },
);

question(
  'When does it trade?',
  async ({ use }, { slug }) => {
    const { hour } = await use('get_trade_statistics', { slug, by: ['hour', 'weekday'] });
    return hour.map(({ key, trades }: Json) => [key, trades]).sort(byCount);
  },
  async (read, { slug }) =>
    counted(await tradesOf(read, slug), ({ closed_at }) => closed_at.slice(11, 13))
      .sort()
      .sort(byCount),
);

question(
  'Is it reconciled, real, and how old is its data?',
  async ({ use }, { slug }) => {
    const { reconciled, demo, updated_at } = await use('get_account', { slug });
    return [reconciled, demo, updated_at];
  },
  async (read, { slug }) => {
    const { reconciled, demo, updated_at } = await read(at(slug));
    return [reconciled, demo, updated_at];
  },
);

question(
  'What moved on its last day with trades, and how do trades near news go?',
  async ({ use }, { slug, tradedOn }) => {
    const moved = await use('get_gain', { slug, from: tradedOn, to: tradedOn });
    const { news } = await use('get_account', { slug, include: ['news'] });
    return [moved.profit, moved.trades_count, news];
  },
  async (read, { slug, tradedOn }) => {
    const trades = await allOf(read, `${at(slug)}/trades?from=${tradedOn}&to=${tradedOn}`);
    assert.ok(trades.length > 0);
    const cents = trades.reduce((sum, { net_profit }) => sum + Math.round(100 * net_profit), 0);
    const { news } = await read(`${at(slug)}?include=news`);
    return [cents / 100, trades.length, news];
  },
);

question(
  'Which instrument earns the money, and which side?',
  async ({ use }, { slug }) => {
    const { symbol, side } = await use('get_trade_statistics', { slug, by: ['symbol', 'side'] });
    return [...symbol, ...side].map(({ key, trades, net_profit }: Json) => [
      key,
      trades,
      net_profit,
    ]);
  },
  async (read, { slug }) => {
    const trades = await tradesOf(read, slug);
    const groupsBy = (name: string) => counted(trades, (trade) => trade[name]).sort();
    const groups = [...groupsBy('symbol').sort(byCount), ...groupsBy('side')];
    return groups.map(([key, count]) => {
      const ownTrades = trades.filter(({ symbol, side }) => symbol === key || side === key);
      const cents = ownTrades.reduce(
        (sum, { net_profit }) => sum + Math.round(100 * net_profit),
        0,
      );
      return [key, count, cents / 100];
    });
  },
);

question(
  'How does it compare with another, month by month?',
  async ({ use }, { slug, other }) => {
    const ask = async (name: string) =>
      (await use('get_account', { slug: name, include: ['monthly'] })).monthly;
    return [await ask(slug), await ask(other)];
  },
  async (read, { slug, other }) => [
    (await read(`${at(slug)}?include=monthly`)).monthly,
    (await read(`${at(other)}?include=monthly`)).monthly,
  ],
);

question(
  'How did its curve go this half-year?',
  async ({ use }, { slug, halfYearAgo }) => {
    const narrowing = { from: halfYearAgo, points: 40 };
    const account = await use('get_account', { slug, include: ['equity_curve'], ...narrowing });
    const days = account.equity_curve.daily_performance;
    assert.ok(days.length <= 40);
    return days;
  },
  async (read, { slug, halfYearAgo }) => {
    const narrowing = `from=${halfYearAgo}&points=40`;
    const narrowed = await read(`${at(slug)}?include=equity_curve&${narrowing}`);
    const whole = await read(`${at(slug)}?include=equity_curve`);
    const dates = new Set(narrowed.equity_curve.daily_performance.map(({ date }: Json) => date));
    return whole.equity_curve.daily_performance.filter(({ date }: Json) => dates.has(date));
  },
);

question(
  'What is open, and what would closing it now make?',
  async ({ use }, { open }) => {
    const { data } = await use('list_positions', { slug: open });
    const { performance } = await use('get_account', { slug: open });
    assert.ok(data.length > 0);
    return [data.length, performance.open_profit];
  },
  async (read, { open }) => {
    const rows = await allOf(read, `${at(open)}/positions`);
    return [rows.length, (await read(at(open))).performance.open_profit];
  },
);

question(
  'What were its last trades, and are they like the others?',
  async ({ use }, { slug }) => {
    const { data } = await use('list_trades', { slug });
    const { total, duration } = await use('get_trade_statistics', { slug, by: ['duration'] });
    return [data, total.trades, total.won, duration.length];
  },
  async (read, { slug }) => {
    const trades = await tradesOf(read, slug);
    const won = trades.filter(({ net_profit }) => net_profit > 0).length;
    const { duration } = await read(`${at(slug)}/statistics?by=duration`);
    return [trades.slice(0, 20), trades.length, won, duration.length];
  },
);

question(
  'What is coming this week that could hurt it?',
  async ({ use }) => (await use('get_economic_calendar', { days: 7 })).events,
  async (_, { payrolls }) => [payrolls],
);

questions.run();
