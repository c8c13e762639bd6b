import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { createKey } from '../../../pipeline/registry/keys.ts';
import type { Scope } from '../../../pipeline/registry/words.ts';
import { tradeDimensions } from '../../../sql/pages/trade_statistics.ts';
import { booksOf } from '../../oracle/compute-world.ts';
import { joinWorlds } from '../../oracle/join-worlds.ts';
import { randomAsOf, randomWorld } from '../../oracle/random-world.ts';
import { isRounding } from '../../oracle/rounding.ts';
import { tradeStatistics } from '../../oracle/trade-statistics.ts';
import type { World } from '../../oracle/world.ts';
import { publishTables } from '../../support/published.ts';
import { type Served, serveDuring } from '../serve-during.ts';
import { bearer } from '../world.ts';

interface Context extends Served {
  world: World;
}

const statistics = suite<Context>('GET /api/v1/accounts/{slug}/statistics');

const account_id = 'MT5:few@Demo';
/** Columns: instrument, side, magic number, opened, closed, profit. */
const few = [
  ['EURUSD', 'buy', '7', '2024-06-03T09:00:00Z', '2024-06-03T09:00:59Z', '10'],
  ['EURUSD', 'sell', '7', '2024-06-03T09:00:00Z', '2024-06-03T09:01:00Z', '-4'],
  ['GBPUSD', 'buy', '', '2024-06-03T09:00:00Z', '2024-06-10T09:00:00Z', '0'],
] as const;

serveDuring(statistics, randomAsOf, async (context) => {
  const samples = fc.sample(randomWorld({ minLength: 2, maxLength: 3 }), { numRuns: 24, seed: 5 });
  const plain = samples.filter(({ fx_rates, symbols }) => fx_rates.length + symbols.length === 0);
  const joined = joinWorlds(plain.slice(0, 8));
  const at = '2024-06-01T00:00:00Z';
  const trades = few.map(([symbol, side, magic_number, opened_at, closed_at, profit], number) => ({
    account_id,
    ticket: String(number),
    symbol,
    side,
    magic_number,
    opened_at,
    closed_at,
    volume: '1',
    open_price: '1.1',
    close_price: '1.1',
    profit,
  }));
  context.world = {
    ...joined,
    accounts: [
      ...joined.accounts,
      { account_id, platform: 'MT5', currency: 'USD', created_at: at, updated_at: at },
    ],
    trades: [...joined.trades, ...trades],
    registry: {
      owners: joined.registry.owners,
      accounts: [
        ...joined.registry.accounts,
        { slug: 'few', type: 'account', owner: 'desk', account_id },
      ],
    },
  };
  return publishTables(context.world, randomAsOf);
});

statistics.before(async ({ server, world }) => {
  const owners = [...new Set(world.registry.accounts.map(({ owner }) => owner))].map((slug) => ({
    slug,
    plan: 'pro',
  }));
  await applyRegistry(server.registry, { owners });
});

const keyOf = async ({ server }: Context, owner: string, scopes: readonly Scope[]) =>
  (await createKey(server.registry, { owner, name: `${owner} ${scopes}`, scopes })).key;

const ask = async ({ server }: Context, slug: string, query: string, key?: string) =>
  await server.app.inject({
    url: `/api/v1/accounts/${slug}/statistics${query}`,
    headers: bearer(key),
  });

const everything = `?by=${Object.keys(tradeDimensions)}`;

/** Compares values. Rounded figures may differ by their rounding. */
function isSame(expected: unknown, actual: unknown, name = ''): boolean {
  if (typeof expected === 'number' && typeof actual === 'number') {
    const digits = { win_rate: 4, average_profit: 6 }[name];
    return digits ? isRounding(actual, expected, digits) : expected === actual;
  }
  if (typeof expected !== 'object' || typeof actual !== 'object' || !expected || !actual) {
    return expected === actual;
  }
  const [ours, theirs] = [Object.entries(expected), Object.entries(actual)];
  return (
    ours.length === theirs.length &&
    ours.every(([key, value], at) => theirs[at]?.[0] === key && isSame(value, theirs[at]?.[1], key))
  );
}

statistics(
  'are those of an independent computation, of accounts and portfolios',
  async (context) => {
    const owners = new Map(context.world.registry.accounts.map(({ slug, owner }) => [slug, owner]));
    const keys = new Map<string, string>();
    for (const owner of new Set(owners.values())) {
      keys.set(owner, await keyOf(context, owner, ['accounts:read']));
    }
    let compared = 0;
    for (const book of booksOf(context.world)) {
      const key = keys.get(owners.get(book.slug) ?? '');
      const { slug, currency, attribution, ...actual } = (
        await ask(context, book.slug, everything, key)
      ).json();
      assert.ok(attribution.text);
      const expected = JSON.parse(JSON.stringify(tradeStatistics(book)));
      if (!isSame(expected, actual)) assert.equal(actual, expected, slug);
      compared += book.trades.length;
    }
    assert.ok(compared > 60, `${compared} trades`);
  },
);

statistics('count by hand what a few trades have in common', async (context) => {
  const key = await keyOf(context, 'desk', ['accounts:read']);
  const group = (name: string, trades: number, won: number, lost: number, ...rest: number[]) => ({
    key: name,
    trades,
    won,
    lost,
    win_rate: rest[0],
    net_profit: rest[1],
    average_profit: rest[2],
  });
  const { attribution, ...answer } = (await ask(context, 'few', everything, key)).json();
  assert.equal(answer, {
    slug: 'few',
    currency: 'USD',
    total: group('all', 3, 1, 1, 33.3333, 6, 2),
    symbols: 2,
    magic_numbers: 2,
    symbol: [group('EURUSD', 2, 1, 1, 50, 6, 3), group('GBPUSD', 1, 0, 0, 0, 0, 0)],
    magic_number: [group('7', 2, 1, 1, 50, 6, 3), group('0', 1, 0, 0, 0, 0, 0)],
    hour: [group('09', 3, 1, 1, 33.3333, 6, 2)],
    weekday: [group('Monday', 3, 1, 1, 33.3333, 6, 2)],
    month: [group('2024-06', 3, 1, 1, 33.3333, 6, 2)],
    side: [group('buy', 2, 1, 0, 50, 10, 5), group('sell', 1, 0, 1, 0, -4, -4)],
    duration: [
      group('0s', 1, 1, 0, 100, 10, 10),
      group('1m', 1, 0, 1, 0, -4, -4),
      group('1w', 1, 0, 0, 0, 0, 0),
    ],
  });
  const alone = (await ask(context, 'few', '', key)).json();
  assert.equal(Object.keys(alone).sort(), [
    ...['attribution', 'currency', 'magic_numbers', 'slug', 'symbols', 'total'],
  ]);
});

statistics('are of own accounts alone, published or not', async (context) => {
  const [own, publicOnly] = [
    await keyOf(context, 'desk', ['accounts:read', 'public:read']),
    await keyOf(context, 'desk', ['public:read']),
  ];
  const foreign = context.world.registry.accounts.find(({ owner }) => owner !== 'desk')?.slug;
  const [ofOthers, ofNobody] = await Promise.all(
    [foreign ?? '', 'never-was'].map((slug) => ask(context, slug, '', own)),
  );
  assert.is(ofOthers?.statusCode, 404);
  assert.is(ofOthers?.body, ofNobody?.body);
  assert.is((await ask(context, 'few', '', own)).statusCode, 200);
  assert.is((await ask(context, 'few', '')).statusCode, 401);
  assert.is((await ask(context, 'few', '', publicOnly)).statusCode, 403);
  assert.is((await ask(context, 'few', '?by=day', own)).statusCode, 400);
});

statistics.run();
