import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { within } from '../../support/within.ts';
import { path as calendarPath, withDesk } from '../calendar/world.ts';
import { exchange } from '../raw.ts';
import { withServing } from '../serving.ts';
import { bearer, lendWorld } from '../world.ts';

const ignored = suite('ignored parameters');
const inLentWorld = within(ignored, lendWorld);

const account = '/api/v1/accounts/north-eurusd';
const search = '/api/v1/search/accounts';

/** Returns the ignored parameters of an address, as the header lists them. */
const cases: readonly (readonly [url: string, named: string | undefined])[] = [
  [account, undefined],
  [`${account}?include=twr`, undefined],
  [`${account}?include[]=twr&include[3]=monthly`, undefined],
  [`${account}?include[x]=twr`, 'include[x]'],
  [`${account}?include[][]=twr&include[1]x=1`, 'include[][], include[1]x'],
  [`${account}?Include=twr&page=1`, 'Include, page'],
  [`${account}?symbol=1&symbol=2`, 'symbol'],
  [`${account}?b=1&a=2`, 'b, a'],
  [
    `${account}?a%20b=1&%C3%A9=1&a%2Cb=1&%22=1&%0D%0AX%3A=1`,
    'a%20b, %C3%A9, a%2Cb, %22, %0D%0AX%3A',
  ],
  [`${account}?%F0%9F%92%A9=1&%zz=1&%00=1`, '%F0%9F%92%A9, %25zz, %00'],
  [`${account}?__proto__=1&constructor=1&toString=1`, '__proto__, constructor, toString'],
  [
    `${search}?page[0]=2&page[__proto__][x]=1&__proto__[polluted]=1&hasOwnProperty=1&PAGE=2`,
    'page[0], page[__proto__][x], __proto__[polluted], hasOwnProperty, PAGE',
  ],
  [
    `${search}?constructor[prototype][polluted]=1&constructor.prototype.polluted=1&p%61ge%20=2`,
    'constructor[prototype][polluted], constructor.prototype.polluted, page%20',
  ],
  [`${account}?=1&&=`, undefined],
  [`${account}?${'x'.repeat(70)}=1`, `${'x'.repeat(64)}...`],
  [
    `${account}?${Array.from({ length: 12 }, (_, at) => `p${at}`).join('&')}`,
    'p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, ...',
  ],
  [`${search}?page[]=1&currency[]=EUR&type[]=account`, 'page[], type[]'],
  [`${account}/widget?size=large&colour=red`, 'colour'],
  [`/api/v1/openapi.json?x`, 'x'],
  ['/api/v1/accounts?type=account&symbol=x', 'symbol'],
  [`${account}/trades?page=1&from=2024-01-01`, undefined],
  [`${account}/trades?limit=5`, 'limit'],
  [`${account}/trades?limit=5&symbol=EURUSD`, 'limit, symbol'],
  [`${account}/positions?limit=5&from=2024-01-01`, 'from'],
  ['/account/north-eurusd/monthly.csv?from=2024-01-01&x', 'from, x'],
];

inLentWorld('are named in a header, and change nothing else', async ({ app, keyOf }) => {
  const headers = bearer((await keyOf('north-desk')).key);
  for (const [url, named] of cases) {
    const got = await app.inject({ url, headers });
    assert.is(got.statusCode, 200, url);
    assert.is(got.headers['x-ignored-parameters'], named, url);
    const none = { ...headers, 'if-none-match': String(got.headers.etag) };
    const again = await app.inject({ url, headers: none });
    assert.equal([again.statusCode, again.headers['x-ignored-parameters']], [304, named], url);
  }
  for (const url of [account, search]) {
    const plain = await app.inject(url);
    const many = Array.from({ length: 1500 }, (_, at) => `${at}`).join('&');
    for (const query of ['symbol[]=x', '__proto__[limit]=1', 'limit[]=1', 'LIMIT=1', many]) {
      const odd = await app.inject(`${url}?${query}`);
      assert.is(odd.headers.etag, plain.headers.etag, query);
      assert.is(odd.body, plain.body, query);
    }
  }
  assert.not('polluted' in {});
});

inLentWorld('are named next to a refusal too, the same for every account', async ({ app }) => {
  for (const [url, status] of [
    [`${account}?symbol=x&include=nope`, 400],
    ['/api/v1/accounts/north-secret?symbol=x', 404],
    ['/api/v1/accounts/unknown?symbol=x', 404],
    ['/api/v1/accounts/unknown/trades?symbol=x', 401],
  ] as const) {
    const { statusCode, headers } = await app.inject(url);
    assert.equal([statusCode, headers['x-ignored-parameters']], [status, 'symbol'], url);
  }
  const nowhere = await app.inject('/api/v1/nope?symbol=x');
  assert.is(nowhere.headers['x-ignored-parameters'], undefined, 'nothing is known there');
});

ignored('are named by the calendar to the pages of every site', async () => {
  await withDesk(async ({ app }) => {
    const { headers, statusCode } = await app.inject(
      `${calendarPath}?currency[]=USD&symbol=x&days[]=2`,
    );
    assert.is(statusCode, 200);
    assert.is(headers['x-ignored-parameters'], 'symbol, days[]');
    assert.match(String(headers['access-control-expose-headers']), 'X-Ignored-Parameters');
    const refused = await app.inject(`${calendarPath}?days=0&symbol=x`);
    assert.equal([refused.statusCode, refused.headers['x-ignored-parameters']], [400, 'symbol']);
  });
});

ignored('fit in a header, whatever bytes they are of', async () => {
  await withServing(async ({ url }) => {
    const bytes = Array.from({ length: 256 }, (_, at) => `%${at.toString(16).padStart(2, '0')}`);
    for (const name of [...bytes, ...bytes.map((byte) => `a${byte}b`), bytes.join('')]) {
      const target = `${account}?${name}=1`;
      const sent = `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`;
      const { answers, text } = await exchange(url, sent, { wanted: 1 });
      assert.is(answers[0]?.status, 200, target);
      const header = answers[0]?.headers.get('x-ignored-parameters') ?? '';
      assert.match(header, /^[\x21-\x7e]{1,67}$/, target);
      assert.is(text.match(/x-ignored-parameters/g)?.length, 1, target);
    }
  });
});

ignored.run();
