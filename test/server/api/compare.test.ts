import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { readWorld } from '../../oracle/read-world.ts';
import { publishTables } from '../../support/published.ts';
import { callTool } from '../mcp/calls.ts';
import { type Served, serveDuring } from '../serve-during.ts';

const compare = suite<Served>('GET /api/v1/compare');

const asOf = new Date('2024-07-01T12:00:00Z');
const id = (slug: string) => `MT5:${slug}@Demo`;
const trade = (slug: string, ticket: string, day: string, profit: string) => ({
  account_id: id(slug),
  ticket,
  symbol: 'EURUSD',
  side: 'buy',
  volume: '1',
  open_price: '1.1',
  close_price: '1.1',
  profit,
  opened_at: `${day}T09:00:00Z`,
  closed_at: `${day}T10:00:00Z`,
});
const registered = (slug: string, published: boolean) => ({
  slug,
  type: 'account' as const,
  owner: 'desk',
  account_id: id(slug),
  published,
});
const close = (date: string, price: string, symbol = 'XAUUSD') => ({
  symbol,
  date,
  close: price,
  currency: 'USD',
});

/**
 * Gold rises by 10 % from the last close of 2023. `quick` falls by 10 % and is back after two days,
 * `slow` after ten. `quick` ends at +20 %, `slow` at +5 %.
 */
serveDuring(compare, asOf, async () => {
  const empty = await readWorld('fixtures/scenarios/no-trades-yet');
  const accounts = ['quick', 'slow', 'private'];
  const at = '2024-01-01T08:00:00Z';
  return publishTables(
    {
      ...empty,
      accounts: accounts.map((slug) => ({
        account_id: id(slug),
        platform: 'MT5',
        currency: 'USD',
        created_at: at,
        updated_at: '2024-06-30T08:00:00Z',
      })),
      cash_flows: accounts.map((slug) => ({
        account_id: id(slug),
        id: 'in',
        at,
        amount: '1000',
        kind: 'flow',
      })),
      trades: [
        trade('quick', '1', '2024-01-03', '-100'),
        trade('quick', '2', '2024-01-05', '300'),
        trade('slow', '3', '2024-01-03', '-100'),
        trade('slow', '4', '2024-01-13', '150'),
        trade('private', '5', '2024-01-03', '1'),
      ],
      positions: [],
      equity: [],
      prices: [
        close('2023-12-29', '2000'),
        close('2024-01-04', '1900'),
        close('2024-06-28', '2200'),
        close('2024-06-28', '7', 'SPX'),
      ],
      registry: {
        owners: [{ slug: 'desk', name: 'Desk' }],
        accounts: accounts.map((slug) => registered(slug, slug !== 'private')),
      },
    },
    asOf,
  );
});

compare(
  'tells which accounts beat gold this year, and which recovered faster',
  async ({ server: { app } }) => {
    const url = '/api/v1/compare?benchmark=xauusd&from=2024-01-01&figures=advanced.profit_factor';
    const response = await app.inject(url);
    assert.is(response.statusCode, 200, response.body);
    const { found, data } = response.json();
    assert.is(found, 2);
    assert.equal(
      data.map((row: Record<string, unknown>) => [
        row.slug,
        row.return_percent,
        row.max_drawdown_percent,
        row.benchmark_return_percent,
        row.excess_return_percent,
      ]),
      [
        ['quick', 20, 10, 10, 10],
        ['slow', 5, 10, 10, -5],
      ],
    );
    assert.equal(
      data.map(({ deepest_drawdown }: { deepest_drawdown: object }) => deepest_drawdown),
      [
        { depth_percent: 10, started: '2024-01-03', days_down: 1, days_to_recover: 2 },
        { depth_percent: 10, started: '2024-01-03', days_down: 1, days_to_recover: 10 },
      ],
    );
    assert.equal(data[0].figures, { 'advanced.profit_factor': 3 });
    assert.ok(response.body.length < 20_000);
  },
);

compare(
  'filters by whole records, and says so, since rows tell the drawdown of the days',
  async ({ server: { app } }) => {
    const since = '/api/v1/compare?from=2024-02-01';
    const { data } = (await app.inject(since)).json();
    assert.equal(
      data.map((row: Record<string, unknown>) => [row.slug, row.max_drawdown_percent]),
      [
        ['quick', 0],
        ['slow', 0],
      ],
    );
    assert.is((await app.inject(`${since}&max_drawdown_percent=9`)).json().found, 0);
    const { paths } = (await app.inject('/api/v1/openapi.json')).json();
    for (const name of ['max_drawdown_percent', 'min_twr_percent']) {
      const { description } = paths['/api/v1/compare'].get.parameters.find(
        (parameter: { name?: string }) => parameter.name === name,
      );
      assert.match(description, 'of the whole record');
    }
  },
);

compare('takes less than 500 bytes for an account', async ({ server: { app } }) => {
  const { data } = (await app.inject('/api/v1/compare?benchmark=XAUUSD')).json();
  assert.equal(data[0].figures, {});
  assert.ok(JSON.stringify(data[0]).length < 500);
});

compare('answers a tool with the same body', async ({ server: { app } }) => {
  const args = { slugs: ['slow', 'quick'], benchmark: 'XAUUSD' };
  const tool = await callTool(app, 'compare_accounts', args);
  const { body } = await app.inject('/api/v1/compare?slugs=slow,quick&benchmark=XAUUSD');
  assert.equal(tool.structuredContent, JSON.parse(body));
});

compare('shows nothing that an owner hides', async ({ server: { app, registry } }) => {
  const entry = { slug: 'quick', type: 'account' };
  await applyRegistry(registry, {
    accounts: [{ ...entry, hide: ['equity_curve', 'drawdowns', 'advanced'] }],
  });
  const url =
    '/api/v1/compare?slugs=quick&benchmark=XAUUSD&from=2024-01-01&figures=advanced.profit_factor';
  const [row] = (await app.inject(url)).json().data;
  const { slug: _slug, name: _name, verified: _v, account_url: _url, currency: _c, ...rest } = row;
  assert.equal(new Set(Object.values(rest).map((value) => JSON.stringify(value))).size, 2);
  assert.equal(rest.figures, { 'advanced.profit_factor': null });
  assert.is(rest.return_percent, null);
  await applyRegistry(registry, { accounts: [{ ...entry, hide: [] }] });
});

compare('says what is wrong with a request', async ({ server: { app } }) => {
  const detailOf = async (query: string) => {
    const response = await app.inject(`/api/v1/compare?${query}`);
    assert.is(response.statusCode, 400, query);
    return response.json().detail;
  };
  assert.match(await detailOf('benchmark=OIL'), 'benchmark must be one of SPX, XAUUSD.');
  assert.match(await detailOf('from=2024-02-01&to=2024-01-01'), 'from must not be after to.');
});

compare('takes as many slugs and figures as it says, and no more', async ({ server: { app } }) => {
  const figures = ['win_rate', 'profit_factor', 'avg_win', 'avg_loss', 'total_lots', 'ulcer_index'];
  const full = figures.map((name) => `advanced.${name}`);
  const slugs = Array.from({ length: 41 }, (_, at) => `a${at}`);
  for (const [most, name, all, said] of [
    [40, 'slugs', slugs, 'slugs has at most 40 names.'],
    [5, 'figures', full, 'figures names 6 figures, at most 5.'],
  ] as const) {
    const ask = (count: number) =>
      app.inject(`/api/v1/compare?${new URLSearchParams({ [name]: `${all.slice(0, count)}` })}`);
    assert.is.not((await ask(most)).statusCode, 400, name);
    const refused = await ask(most + 1);
    assert.is(refused.statusCode, 400, name);
    assert.match(refused.json().detail, said);
  }
});

compare.run();
