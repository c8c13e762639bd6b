import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withWorld } from '../world.ts';

const search = suite('GET /api/v1/search/accounts');

const url = '/api/v1/search/accounts';

const cases: [query: string, slugs: string][] = [
  ['', 'north-all north-gold north-eurusd solo-silent'],
  ['?q=GOLD', 'north-gold'],
  ['?q=aurum', 'north-gold'],
  ['?q=secret', ''],
  ['?q=%00', ''],
  ['?type=portfolio', 'north-all'],
  ['?type=account', 'north-gold north-eurusd solo-silent'],
  ['?platform=MT5', 'north-eurusd'],
  ['?currency=EUR', 'north-all north-gold'],
  ['?currency[]=EUR', 'north-all north-gold'],
  ['?currency[]=EUR&currency[]=USD', 'north-all north-gold north-eurusd'],
  ['?currency=USD,EUR', 'north-all north-gold north-eurusd'],
  ['?currency=USD&currency=EUR', 'north-all north-gold north-eurusd'],
  ['?currency[0]=CHF', ''],
  ['?min_twr_percent=20', 'north-all north-gold'],
  ['?min_twr_percent=-5.5', 'north-all north-gold north-eurusd'],
  ['?max_drawdown_percent=8', 'north-gold north-eurusd'],
  ['?sort=max_drawdown_percent', 'north-eurusd north-gold north-all solo-silent'],
  ['?sort=-created_at', 'north-all solo-silent north-eurusd north-gold'],
  ['?sort=name', 'north-eurusd north-all north-gold solo-silent'],
  ['?limit=1', 'north-all'],
  ['?limit=3&page=2', 'solo-silent'],
  ['?limit=3&page=999999999', ''],
];

search('finds and sorts published accounts', async () => {
  await withWorld(async ({ read }) => {
    for (const [query, slugs] of cases) {
      const { data } = await read(url + query);
      assert.is(data.map(({ slug }: { slug: string }) => slug).join(' '), slugs, query);
    }
  });
});

search('answers with pages of whole account objects', async () => {
  await withWorld(async ({ read }) => {
    const { data, pagination } = await read(`${url}?limit=2`);
    assert.equal(pagination, { page: 1, limit: 2, total: 4, has_more: true });
    assert.equal(data[1], await read('/api/v1/accounts/north-gold'));
    const past = await read(`${url}?limit=2&page=3`);
    assert.equal(past, { data: [], pagination: { page: 3, limit: 2, total: 4, has_more: false } });
  });
});

search('refuses what is not allowed and says what is', async () => {
  await withWorld(async ({ app }) => {
    const refused = [
      ['limit=201', 'limit must be a whole number from 1 to 200.'],
      ['limit=0', 'limit must be a whole number from 1 to 200.'],
      ['page=1e3', 'page must be a whole number from 1 to 999999999.'],
      ...[
        'q',
        'type',
        'platform',
        'min_twr_percent',
        'max_drawdown_percent',
        'sort',
        'page',
        'limit',
      ].map((name) => [`${name}=1&${name}=1`, `${name} may be given once.`] as const),
      [
        'currency=EUR&currency=eur',
        'currency must be one or more currencies of 3 to 10 capital letters',
      ],
      ['currency=', 'currency must be one or more currencies of 3 to 10 capital letters'],
      ['platform=mt4', 'platform must be one of MT4, MT5, cTrader, TradeLocker.'],
      ['type=fund', 'type must be one of account, portfolio.'],
      ['min_twr_percent=NaN', 'min_twr_percent must be a decimal number such as 12.5.'],
    ];
    for (const [query, detail] of refused) {
      const response = await app.inject(`${url}?${query}`);
      assert.is(response.statusCode, 400, query);
      assert.ok(response.json().detail.startsWith(detail), response.json().detail);
    }
    const { allowed } = (await app.inject(`${url}?sort=twr`)).json();
    assert.equal(allowed, ['-twr_percent', 'max_drawdown_percent', '-created_at', 'name']);
  });
});

search.run();
