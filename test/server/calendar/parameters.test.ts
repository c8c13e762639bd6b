import { parse } from 'node:querystring';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readCalendarQuery } from '../../../server/calendar/parameters.ts';
import { ApiError } from '../../../server/http/errors.ts';
import { eventAt, path, withDesk } from './world.ts';

const parameters = suite('calendar parameters');

const nine = ['USD', 'EUR', 'GBP', 'JPY', 'AUD', 'NZD', 'CAD', 'CHF', 'CNY'];
const four = ['high', 'medium', 'low', 'holiday'];

const accepted: [query: string, currencies: string[], impacts: string[], days: number][] = [
  ['', nine, ['high'], 1],
  ['currency=USD', ['USD'], ['high'], 1],
  ['currency=CHF,USD,USD', ['USD', 'CHF'], ['high'], 1],
  [`currency=${[...nine].reverse().join(',')}`, nine, ['high'], 1],
  ['currency=USD%2CEUR', ['USD', 'EUR'], ['high'], 1],
  ['impact=all', nine, four, 1],
  ['impact=holiday,high', nine, ['high', 'holiday'], 1],
  ['days=1', nine, ['high'], 1],
  ['days=9', nine, ['high'], 9],
  ['days=30', nine, ['high'], 30],
  ['impact=low&days=7&currency=EUR&format=json', ['EUR'], ['low'], 7],
  ['unknown=1&unknown=2&Currency=x&days%00=9&__proto__=1&currency[x]=X', nine, ['high'], 1],
  ['currency[]=USD', ['USD'], ['high'], 1],
  ['currency[]=EUR&currency[]=USD', ['USD', 'EUR'], ['high'], 1],
  ['currency%5B0%5D=EUR&currency%5B1%5D=USD&impact[]=all', ['USD', 'EUR'], four, 1],
  [
    'currency=EUR&currency=CHF,USD&impact=low&impact=high',
    ['USD', 'EUR', 'CHF'],
    ['high', 'low'],
    1,
  ],
];

parameters('read what is allowed, in one spelling', () => {
  for (const [query, currencies, impacts, days] of accepted) {
    const read = readCalendarQuery(parse(query));
    const { format: _, ...found } = read;
    assert.equal(
      { ...found, currencies: [...found.currencies], impacts: [...found.impacts] },
      { currencies, impacts, days },
      query,
    );
  }
});

parameters('that are good do not make up for bad ones', () => {
  for (const query of [
    { currency: ['USD', 'usd'] },
    { currency: '' },
    { impact: '' },
    { impact: 'high,all' },
    { impact: 'all,all' },
    { days: ['1', '1'] },
    { currency: 'USD', days: '31' },
    { impact: 'all', format: ['csv'] },
  ]) {
    assert.throws(
      () => readCalendarQuery(query),
      (error: unknown) => error instanceof ApiError && error.status === 400,
    );
  }
});

parameters('choose events by currency and impact', async () => {
  const each = nine.flatMap((currency) => four.map((impact) => eventAt(60, { currency, impact })));
  await withDesk(
    async ({ app }) => {
      const found = async (query: string): Promise<string[]> => {
        const { count, events } = (await app.inject(`${path}?${query}`)).json();
        assert.is(count, events.length);
        return events.map((event: { currency: string; impact: string }) =>
          [event.currency, event.impact].join(' '),
        );
      };
      assert.equal(
        await found(''),
        nine.map((currency) => `${currency} high`),
      );
      assert.is((await found('impact=all')).length, 36);
      for (const currency of nine) {
        for (const impact of four) {
          const query = `currency=${currency}&impact=${impact}`;
          assert.equal(await found(query), [`${currency} ${impact}`]);
        }
      }
      assert.equal(await found('currency=CNY,AUD&impact=low,high'), [
        'AUD high',
        'AUD low',
        'CNY high',
        'CNY low',
      ]);
    },
    { events: each },
  );
});

parameters.run();
