import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../pipeline/base/log.ts';
import { publishCalendar } from '../../../pipeline/calendar/snapshot.ts';
import type { Scope } from '../../../pipeline/registry/words.ts';
import { shortened } from '../../../server/accounts/narrowed-sections.ts';
import { tools } from '../../../server/mcp/tools.ts';
import { sectionNames } from '../../../sql/marts/index.ts';
import { path as calendarPath, events } from '../calendar/world.ts';
import { openServer } from '../open-server.ts';
import { accounts, bearer, north, now, withWorld } from '../world.ts';
import { callTool } from './calls.ts';

const equality = suite('MCP beside HTTP');

/** HTTP address of each tool. */
const addresses: Readonly<Record<string, (slug: string) => string>> = {
  search_public_accounts: () => '/api/v1/search/accounts',
  get_account: (slug) => `/api/v1/accounts/${slug}`,
  get_gain: (slug) => `/api/v1/accounts/${slug}/gain`,
  get_trade_statistics: (slug) => `/api/v1/accounts/${slug}/statistics`,
  get_widget_snippet: (slug) => `/api/v1/accounts/${slug}/widget`,
  get_economic_calendar: () => calendarPath,
  compare_accounts: () => '/api/v1/compare',
  list_my_accounts: () => '/api/v1/accounts',
  list_trades: (slug) => `/api/v1/accounts/${slug}/trades`,
  list_positions: (slug) => `/api/v1/accounts/${slug}/positions`,
};

const callers: readonly [owner: string, scopes: readonly Scope[]][] = [
  ['north-desk', ['accounts:read', 'public:read']],
  ['north-desk', ['accounts:read']],
  ['north-desk', ['public:read']],
  ['solo', ['accounts:read', 'public:read']],
];

/** Default values of a tool's arguments. */
const defaults: Readonly<Record<string, Record<string, Argument>>> = {
  search_public_accounts: { limit: 10 },
  list_my_accounts: { limit: 10 },
};

/** One call for each outcome that must be compared, whatever random calls add. */
const outcomesOf = (keys: readonly string[]): readonly [outcome: string, call: Call][] => [
  ...Object.keys(addresses).map((tool): [string, Call] => [
    `${tool} 200`,
    [tool, north.slug, {}, keys[0]],
  ]),
  ['list_trades 401', ['list_trades', north.slug, {}, undefined]],
  ['get_account 403', ['get_account', 'unknown', {}, keys[1]]],
  ['compare_accounts 404', ['compare_accounts', north.slug, { slugs: 'unknown' }, keys[0]]],
  ['compare_accounts 403', ['compare_accounts', north.slug, {}, keys[1]]],
  ['get_account 404', ['get_account', 'unknown', {}, keys[0]]],
  ['list_my_accounts 400', ['list_my_accounts', north.slug, { page: 'null' }, keys[0]]],
];

type Argument = string | number | boolean | null | readonly string[];

type Call = [tool: string, slug: string, given: Record<string, Argument>, key: string | undefined];

const odd = fc.constantFrom<Argument>(
  ...[
    '',
    '0',
    '01',
    '1e3',
    '0x10',
    '+5',
    '1.0',
    '-1',
    ' 1',
    '٣',
    'null',
    '%00',
    'a,b',
    '__proto__',
  ],
  ...[0, -1, 1.5, 1e21, 1e-7, 1000000000, true, null],
  ['1', '2'],
);
const pages = fc.constantFrom<Argument>(1, 2, 3, '1', '2', 9, '999999999');
const days = fc.constantFrom<Argument>(
  '2025-01-01',
  '2026-02-20',
  '2024-02-30',
  '2026-02-20T00:00:00Z',
);
const some = (words: readonly string[]) =>
  fc.oneof(
    fc.subarray([...words]).filter((chosen) => chosen.length !== 1),
    fc.subarray([...words]).map((chosen) => chosen.join(',')),
  );
const mostly = (usual: fc.Arbitrary<Argument>) =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: odd });

const lists = new Set(['include', 'figures', 'currency', 'impact', 'slugs']);
const argumentsOf = fc.record(
  {
    include: mostly(some([...sectionNames, 'balance'])),
    figures: mostly(some(['advanced.win_rate', 'kelly_percent', 'none_of_them'])),
    page: mostly(pages),
    limit: mostly(fc.constantFrom<Argument>(1, 2, 50, 200, '7', 201)),
    from: mostly(days),
    to: mostly(days),
    currency: mostly(some(['EUR', 'USD', 'GBP'])),
    impact: mostly(some(['high', 'medium', 'low', 'holiday', 'all'])),
    days: mostly(fc.constantFrom<Argument>(1, 2, 30, '7', 31)),
    slugs: mostly(some(accounts.map(({ slug }) => slug))),
    type: mostly(fc.constantFrom<Argument>('account', 'portfolio')),
    platform: mostly(fc.constantFrom<Argument>('MT4', 'MT5', 'mt5')),
    q: mostly(fc.constantFrom<Argument>('gold', 'NORTH', 'secret', 5)),
    symbol: mostly(fc.constantFrom<Argument>('USD', 'xau', 5)),
    min_twr_percent: mostly(fc.constantFrom<Argument>(15, '15', -3.5, '1e1')),
    max_drawdown_percent: mostly(fc.constantFrom<Argument>(8, '12.5')),
    demo: mostly(fc.constantFrom<Argument>('true', 'false', true)),
    min_trades: mostly(fc.constantFrom<Argument>(1, '9', -1)),
    min_age_days: mostly(fc.constantFrom<Argument>(1, 9999)),
    updated_within_days: mostly(fc.constantFrom<Argument>(1, '7')),
    confirmed: mostly(fc.constantFrom<Argument>('true', 'any', 'no', true)),
    verified: mostly(fc.constantFrom<Argument>('true', 'identity', 'both')),
    reconciled: mostly(fc.constantFrom<Argument>('true', 'false')),
    source: mostly(fc.constantFrom<Argument>('broker_api', 'owner_api', 'broker')),
    sort: mostly(fc.constantFrom<Argument>('name', '-created_at', 'created_at')),
    nonsense: mostly(pages),
  },
  { requiredKeys: [] },
);

const slugs = fc.constantFrom(
  ...accounts.map(({ slug }) => slug),
  ...['unknown', 'NORTH-EURUSD', 'a'.repeat(300), '__proto__', 'north eurusd', '%zz', '%00'],
);

const words = new Intl.ListFormat('en-GB');

const namesOf = (tool: string): string[] =>
  Object.keys(
    tools.find(({ listed }) => listed.name === tool)?.listed.inputSchema.properties ?? {},
  );

/** Writes arguments as a query string. */
function queryOf(given: Readonly<Record<string, Argument | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue;
    if (typeof value !== 'object') query.append(name, String(value));
    else if (lists.has(name)) query.append(name, value.join(','));
    else for (const item of value) query.append(name, item);
  }
  return query.toString();
}

/** Returns the number of points that models get by default of sections with lists of days. */
const pointsFor = (include: Argument | undefined): Record<string, Argument> =>
  String(include)
    .split(',')
    .some((name) => shortened.points.some((section) => section === name))
    ? { points: 200 }
    : {};

async function compare(
  app: FastifyInstance,
  [tool, slug, given, key]: Readonly<Call>,
): Promise<string> {
  const address = addresses[tool]?.(encodeURIComponent(slug));
  const names = namesOf(tool);
  const all = { ...given, slug };
  const known = Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
  const { slug: _, ...asked } = known;
  const named = Object.entries(asked).filter(([, value]) => value !== null);
  const usual = tool === 'get_account' ? pointsFor(asked.include) : defaults[tool];
  const url = `${address}?${queryOf({ ...usual, ...Object.fromEntries(named) })}`;
  const http = await app.inject({ url, headers: bearer(key) });
  const answer = await callTool(app, tool, known, key);
  if (Object.keys(known).length < Object.keys(all).length) {
    const { content, isError } = await callTool(app, tool, all, key);
    assert.is(isError, true, url);
    // A comparison asks for a scope once it knows its accounts.
    const isRefusedBefore =
      http.statusCode === 401 || (http.statusCode === 403 && tool !== 'compare_accounts');
    const text = `Unknown argument. ${tool} accepts only ${words.format(names)}.`;
    assert.is(content[0]?.text, isRefusedBefore ? refusalOf(http) : text, url);
  }
  const texts = answer.content.map(({ text }) => text);
  // A tool's answer holds the data twice, as text and as JSON, and has a limit.
  if (http.statusCode === 200 && 2 * http.body.length > 50_000 && answer.isError) {
    assert.match(texts.join(), /^The answer would be too long/, url);
  } else if (http.statusCode === 200) {
    assert.is(answer.isError, undefined, url);
    assert.equal(texts, [http.body], url);
    assert.equal(answer.structuredContent, http.json(), url);
  } else {
    assert.is(answer.isError, true, url);
    assert.equal(texts, [refusalOf(http)], url);
    assert.is(answer.structuredContent, undefined, url);
  }
  return `${tool} ${http.statusCode}`;
}

/** The words of HTTP. Without a key, models hear where the command reads it too. */
const refusalOf = (http: { statusCode: number; json(): { detail: string } }): string =>
  http.statusCode === 401
    ? `${http.json().detail} trackrecord mcp reads TRACKRECORD_KEY.`
    : http.json().detail;

async function withCallers(
  work: (app: FastifyInstance, keys: string[]) => Promise<void>,
): Promise<void> {
  await withWorld(async (world) => {
    const { apply, keyOf } = world;
    await apply({ ...north, hide: ['volume', 'comment', 'monthly'] });
    const keys: string[] = [];
    for (const [owner, scopes] of callers) keys.push((await keyOf(owner, scopes)).key);
    publishCalendar(world.dataDir, events, now, 3);
    const server = await openServer({ dataDir: world.dataDir, clock: () => now, log: silentLog });
    try {
      await work(server.app, keys);
    } finally {
      await server.close();
    }
  });
}

equality('gives every caller what HTTP gives, and the same words where it refuses', async () => {
  await withCallers(async (app, keys) => {
    for (const [outcome, call] of outcomesOf(keys)) assert.is(await compare(app, call), outcome);
    const calls = fc.tuple(
      fc.constantFrom(...Object.keys(addresses)),
      slugs,
      argumentsOf,
      fc.constantFrom(undefined, ...keys),
    );
    await fc.assert(
      fc.asyncProperty(calls, async (call) => {
        await compare(app, call);
      }),
      { numRuns: 600 },
    );
  });
});

equality.run();
