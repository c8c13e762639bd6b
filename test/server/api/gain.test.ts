import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { emptyId, portfolioId } from '../../../pipeline/publish/snapshot/layout.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import type { Hidable } from '../../../pipeline/registry/words.ts';
import { daysOfIndex } from '../../../server/site/day-results.ts';
import { booksOf } from '../../oracle/compute-world.ts';
import { gainOf } from '../../oracle/gain.ts';
import { sinceOf } from '../../oracle/growth.ts';
import { dayMilliseconds, dayOf, instant } from '../../oracle/instants.ts';
import { joinWorlds } from '../../oracle/join-worlds.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { moneyNumber, sumMoney } from '../../oracle/money.ts';
import { randomAsOf, randomWorld } from '../../oracle/random-world.ts';
import { isRounding } from '../../oracle/rounding.ts';
import { walk } from '../../oracle/walk.ts';
import type { World } from '../../oracle/world.ts';
import { publishTables } from '../../support/published.ts';
import { callTool } from '../mcp/calls.ts';
import { type Served, serveDuring } from '../serve-during.ts';

interface Context extends Served {
  world: World;
}

const gain = suite<Context>('GET /api/v1/accounts/{slug}/gain');

const account_id = 'MT5:daily@Demo';
const start = instant('2023-01-02');
/** Net profits of 640 trades, in an irregular order. */
const profits = Array.from({ length: 640 }, (_, at) => ((at * 37) % 101) - 40);

/** Account with a trade on each of 600 days, enough for pieces of every size. */
function longAccount(): Partial<Record<keyof World, readonly Record<string, string>[]>> {
  const at = instantOf(0, 8);
  return {
    accounts: [{ account_id, platform: 'MT5', currency: 'USD', created_at: at, updated_at: at }],
    cash_flows: [
      { account_id, id: 'in', at, amount: '1000', kind: 'flow' },
      { account_id, id: 'out', at: instantOf(300, 8), amount: '-123.45', kind: 'flow' },
    ],
    trades: profits.map((profit, number) => ({
      account_id,
      ticket: String(number),
      symbol: 'EURUSD',
      side: 'buy',
      volume: '1',
      open_price: '1.1',
      close_price: '1.1',
      profit: String(profit),
      opened_at: instantOf(Math.min(number, 599), 9),
      closed_at: instantOf(Math.min(number, 599), 10 + (number > 599 ? number % 8 : 0)),
    })),
  };
}

const lateId = 'MT5:late-cut@Demo';

/** Account whose history was cut ten days after its last report, so that nothing is left. */
function cutAccount(): Partial<Record<keyof World, readonly Record<string, string>[]>> {
  const named = { account_id: lateId };
  const at = instantOf(0, 8);
  const [made] = longAccount().trades ?? [];
  return {
    accounts: [{ ...named, platform: 'MT5', currency: 'USD', created_at: at, updated_at: at }],
    cash_flows: [{ ...named, id: 'in', at, amount: '1000', kind: 'flow' }],
    trades: [{ ...made, ...named, opened_at: at, closed_at: at }],
  };
}

const instantOf = (day: number, hour: number): string =>
  new Date(start + day * dayMilliseconds + hour * 3_600_000).toISOString();

serveDuring(gain, randomAsOf, async (context) => {
  const samples = fc.sample(randomWorld({ minLength: 3, maxLength: 5 }), { numRuns: 30, seed: 3 });
  const plain = samples.filter(({ fx_rates, symbols }) => fx_rates.length + symbols.length === 0);
  const joined = joinWorlds(plain.slice(0, 5));
  const added = longAccount();
  const cut = cutAccount();
  const entry = { slug: 'daily', type: 'account' as const, owner: 'desk', account_id };
  const cutDay = dayOf(instant(instantOf(10, 0)));
  const cutEntry = { ...entry, slug: 'late-cut', account_id: lateId, history_cut_at: cutDay };
  context.world = {
    ...joined,
    accounts: [...joined.accounts, ...(added.accounts ?? []), ...(cut.accounts ?? [])],
    trades: [...joined.trades, ...(added.trades ?? []), ...(cut.trades ?? [])],
    cash_flows: [...joined.cash_flows, ...(added.cash_flows ?? []), ...(cut.cash_flows ?? [])],
    registry: {
      owners: joined.registry.owners,
      accounts: [...joined.registry.accounts, entry, cutEntry],
    },
  };
  return publishTables(context.world, randomAsOf);
});

const ask = async ({ server }: Context, slug: string, query = '') =>
  await server.app.inject(`/api/v1/accounts/${slug}/gain${query}`);

/** Lists figures that are not the expected values, rounded to 4 decimals, or the same amounts. */
function differences(expected: JsonObject, actual: JsonObject): string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const found = actual[name];
    const isPercent = /percent|rate/.test(name) && typeof value === 'number';
    const isSame =
      isPercent && typeof found === 'number' ? isRounding(found, value, 4) : found === value;
    return isSame ? [] : [`${name}: expected ${value}, got ${found}`];
  });
}

gain('equals an independent computation, between any two days', async (context) => {
  const found: string[] = [];
  let compared = 0;
  for (const book of booksOf(context.world)) {
    const steps = walk(book);
    const whole = (await ask(context, book.slug)).json();
    assert.is(whole.first_day, sinceOf(book, steps), book.slug);
    if (whole.first_day === null) continue;
    const days = (instant(whole.last_day) - instant(whole.first_day)) / dayMilliseconds;
    const ranges = fc.sample(fc.tuple(fc.nat(days), fc.nat(days)), { numRuns: 12, seed: days });
    for (const [one, other] of [[0, days], [0, 0], [days, days], ...ranges]) {
      const [from, to] = [Math.min(one ?? 0, other ?? 0), Math.max(one ?? 0, other ?? 0)].map(
        (day) => dayOf(instant(whole.first_day) + day * dayMilliseconds),
      );
      const actual = (await ask(context, book.slug, `?from=${from}&to=${to}`)).json();
      const expected = gainOf(book, steps, from ?? '', to ?? '');
      found.push(
        ...differences(expected, actual).map((line) => `${book.slug} ${from} ${to} ${line}`),
      );
      compared += 1;
    }
  }
  assert.equal(found, []);
  assert.ok(compared > 200, `${compared} compared`);
});

gain(
  'of a history that was cut after its last report is that of the day of the cut',
  async (context) => {
    const day = dayOf(instant(instantOf(10, 0)));
    for (const query of ['', `?from=${day}`, `?to=${day}`, '?to=2030-01-01', '?from=2020-01-01']) {
      const {
        slug: _,
        currency: __,
        attribution: ___,
        ...days
      } = (await ask(context, 'late-cut', query)).json();
      assert.equal(
        days,
        {
          first_day: day,
          last_day: day,
          from: day,
          to: day,
          return_percent: 0,
          profit: 0,
          deposits: 0,
          withdrawals: 0,
          max_drawdown_percent: 0,
          trades_count: 0,
          win_rate: null,
        },
        query,
      );
    }
  },
);

gain('is also what the calendar has of each day', async (context) => {
  const { published, world } = context;
  let compared = 0;
  for (const book of booksOf(world)) {
    const results = walk(book).filter(({ result }) => result !== null);
    const expected = [...new Set(results.map(({ at }) => dayOf(at)))].flatMap((date) => {
      const steps = results.filter(({ at }) => dayOf(at) === date);
      const profit = moneyNumber(sumMoney(steps.map(({ result }) => result ?? 0n)));
      const trades = steps.filter(({ trade }) => trade !== null).length;
      return trades > 0 || profit !== 0 ? [{ date, profit, trades }] : [];
    });
    const entry = published.accounts.find(({ slug }) => slug === book.slug);
    const id = entry?.account_id ?? portfolioId(book.slug);
    const stored = published.snapshot.entry(id) ? id : emptyId;
    const text = String(published.snapshot.part(stored, 'daily_index'));
    assert.equal(daysOfIndex(JSON.parse(text)), expected, book.slug);
    compared += expected.length;
  }
  assert.ok(compared > 100, `${compared} days`);
});

gain('is what performance and monthly have of the whole and of a month', async (context) => {
  const object = (await context.server.app.inject('/api/v1/accounts/daily?include=monthly')).json();
  const whole = (await ask(context, 'daily')).json();
  const { performance, monthly } = object;
  for (const name of ['max_drawdown_percent', 'deposits', 'withdrawals']) {
    assert.is(whole[name], performance[name], name);
  }
  assert.is(whole.return_percent, performance.twr_percent);
  for (const { date, monthly_percent, monthly_profit } of monthly.monthly_performance.slice(
    1,
    15,
  )) {
    const [year, month] = date.split('-').map(Number);
    const to = dayOf(Date.UTC(year, month, 0));
    const { return_percent, profit } = (
      await ask(context, 'daily', `?from=${date}-01&to=${to}`)
    ).json();
    assert.equal([return_percent, profit], [monthly_percent, monthly_profit], date);
  }
});

gain(
  'takes days outside the record as its first and last, and says which count',
  async (context) => {
    const whole = (await ask(context, 'daily')).json();
    const { first_day, last_day } = whole;
    // The deposit is on the first day; the last trades are on the 600th day, and the last event
    // too.
    assert.equal([first_day, last_day], ['2023-01-02', '2024-08-23']);
    for (const [from, to, ...days] of [
      ['1999-01-01', '2999-12-31', first_day, last_day],
      ['2023-01-01', '2024-08-24', first_day, last_day],
      ['1999-01-01', '2023-03-31', first_day, '2023-03-31'],
      ['2024-03-01', '2999-01-01', '2024-03-01', last_day],
      ['1999-01-01', first_day, first_day, first_day],
    ]) {
      const query = `?from=${from}&to=${to}`;
      const response = await ask(context, 'daily', query);
      assert.is(response.statusCode, 200, query);
      const { structuredContent } = await callTool(context.server.app, 'get_gain', {
        slug: 'daily',
        from,
        to,
      });
      assert.equal(structuredContent, response.json(), query);
      assert.equal([response.json().from, response.json().to], days, query);
      const clipped = await ask(context, 'daily', `?from=${days[0]}&to=${days[1]}`);
      assert.is(response.body, clipped.body, query);
    }
    assert.equal((await ask(context, 'daily', '?from=1999-01-01')).json(), whole);
    assert.equal((await ask(context, 'daily', '?to=2999-01-01')).json(), whole);
  },
);

gain('says by API, tool and page that no requested day is in the record', async (context) => {
  const detail =
    'None of these days is in the record, which goes from 2023-01-02 to 2024-08-23. Choose days within it.';
  const { app } = context.server;
  for (const range of [
    { from: '1999-01-01', to: '2023-01-01' },
    { to: '2023-01-01' },
    { from: '2024-08-24', to: '2999-01-01' },
    { from: '2024-08-24' },
  ]) {
    const query = `?${new URLSearchParams(Object.entries(range))}`;
    const response = await ask(context, 'daily', query);
    assert.is(response.statusCode, 400, query);
    assert.is(response.json().detail, detail, query);
    const { isError, content } = await callTool(app, 'get_gain', { slug: 'daily', ...range });
    assert.ok(isError, query);
    assert.match(content[0]?.text ?? '', detail);
    const page = await app.inject(`/account/daily${query}`);
    assert.is(page.statusCode, 400, query);
    const days = detail.replace('2023-01-02', '2 Jan 2023').replace('2024-08-23', '23 Aug 2024');
    assert.match(page.body, `id="span-wrong">${days}</p>`);
  }
});

gain('has the days of the record to choose from on pages, trades or not', async (context) => {
  const { app } = context.server;
  const found = await Promise.all(
    booksOf(context.world).map(async ({ slug }) => {
      const { first_day, last_day } = (await ask(context, slug)).json();
      const { body } = await app.inject(`/account/${slug}?from=1990-01-01`);
      const ends = /name="from" value="([^"]*)" min="([^"]*)" max="([^"]*)"/.exec(body)?.slice(1);
      if (ends === undefined || first_day === null) return false;
      assert.equal(ends, [first_day, first_day, last_day], slug);
      const object = (await app.inject(`/api/v1/accounts/${slug}?include=equity_curve`)).json();
      const { daily_performance: days } = object.equity_curve;
      return days[0].date > first_day && days.at(-1).date < last_day;
    }),
  );
  assert.ok(found.includes(true), 'some record is longer than its trades');
});

gain('refuses days in the wrong order, after it looked for the account', async (context) => {
  const response = await ask(context, 'daily', '?from=2024-03-01&to=2024-02-01');
  assert.is(response.statusCode, 400);
  assert.is(response.json().detail, 'from must not be after to.');
  assert.is((await ask(context, 'never-was', '?from=1999-01-01')).statusCode, 404);
});

gain('tells of a hidden curve as of an account without a record', async (context) => {
  const hide = async (parts: readonly Hidable[]) =>
    applyRegistry(context.server.registry, { accounts: [{ slug: 'daily', hide: parts }] });
  const { trades_count } = (await ask(context, 'daily')).json();
  assert.is(trades_count, profits.length);
  await hide(['equity_curve']);
  for (const [query, from] of [
    ['', null],
    ['?from=1999-01-01', '1999-01-01'],
  ]) {
    const { slug, currency, attribution, ...told } = (
      await ask(context, 'daily', query ?? '')
    ).json();
    assert.is(told.from, from);
    assert.ok(Object.entries(told).every(([name, value]) => name === 'from' || value === null));
  }
  await hide([]);
});

gain.run();
