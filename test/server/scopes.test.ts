import { METHODS } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { notedLog } from '../support/noted-log.ts';
import { within } from '../support/within.ts';
import { exchange, nextAddress, type RawAnswer } from './raw.ts';
import { withServing } from './serving.ts';
import { bearer } from './world.ts';

const scopes = suite('scopes');
const whileServing = within(scopes, withServing);

const account = '/api/v1/accounts/north-eurusd';

/** Targets within the versioned API or MCP, and the status of a GET without a key. */
const counted: readonly (readonly [target: string, status: number])[] = [
  [account, 200],
  [`http://records.example${account}`, 200],
  [`HTTP://x${account}`, 200],
  [`hTTp://x${account}?include=twr`, 200],
  [`HTTPS://x${account}#fragment`, 200],
  [`HTTP://user:password@x:8080${account}`, 200],
  [`HTTP://[::1]:8080${account}`, 200],
  [`HTTP://${'x'.repeat(300)}${account}`, 200],
  ['HTTP://x/%61pi/v%31/accounts/north-eurusd', 200],
  ['HTTP://x/api/v1/openapi.json', 200],
  ['/%61%70%69/v1/openapi.json', 200],
  ['HTTP://x/api/v1/accounts', 401],
  ['HTTP://x/api/v1/accounts/north-eurusd/trades', 401],
  ['HTTP://x/api/v1/accounts/north-eurusd?page=0', 200],
  ['HTTP://x/api/v1/accounts/north-eurusd?include=nope', 400],
  ['HTTP://x/api/v1', 404],
  ['/api/v1', 404],
  ['/api/v1?x=1', 404],
  ['/api/v1#x', 404],
  ['/api/v1/', 404],
  ['/api/v1//', 404],
  ['/api/v1/nope', 404],
  ['/api/v1/../../registry.db', 404],
  ['/api/v1/../x', 404],
  ['/api/v1/./accounts', 404],
  ['/api/v1//accounts/north-eurusd', 404],
  ['/api/v1/accounts/north-eurusd/', 404],
  ['/api/v1/accounts%2fnorth-eurusd', 404],
  ['/api/v1/%zz', 404],
  ['/api/v1/%c0%ae', 404],
  ['/api/v1/accounts/%00', 404],
  ['/api/v1/accounts/north-eurusd;x', 404],
  ['/api/v1/accounts\\north-eurusd', 404],
  ['/api/v1/*', 404],
  ['HTTP://x/api/v1/%zz', 404],
  ['/mcp', 405],
  ['HTTP://x/mcp', 405],
  ['HTTP://x/mcp?x', 405],
  ['/%6dcp', 405],
  ['/mcp/', 404],
  ['/mcp/x', 404],
  ['/api/v1/accounts//north-eurusd', 404],
  ['/api/v1/accounts/./north-eurusd', 404],
  ['/api/v1/accounts/x/../north-eurusd', 404],
  ['/api/v1/accounts/%2e/north-eurusd', 404],
  ['/api/v1/accounts/%2e%2e', 404],
  ['/api/v1/accounts/..%2f..%2fregistry.db', 404],
  ['/api/v1/Accounts/north-eurusd', 404],
  ['/api/v1/accounts/north-eurusd/trades/', 404],
  ['/api/v1/accounts/north-eurusd/trades.CSV', 404],
  ['/api/v1/accounts/north-eurusd/__proto__', 404],
];

/** Targets that exist for no caller. */
const nowhere = [
  '*',
  `//x${account}`,
  '//api/v1/accounts/north-eurusd',
  '/api//v1/accounts/north-eurusd',
  '/API/v1/accounts/north-eurusd',
  '/api/V1/accounts/north-eurusd',
  '/api%2fv1/accounts/north-eurusd',
  '/%2fapi/v1/accounts/north-eurusd',
  '/api%252fv1/accounts/north-eurusd',
  '/api/v1%2faccounts/north-eurusd',
  '/api/v1;x',
  '/api/v1x',
  '/api/v1.',
  '/api/v10/accounts/north-eurusd',
  '/api/v2/accounts/north-eurusd',
  '/registry.db',
  '/.env',
  '/.git/config',
  '/x/../api/v1/accounts/north-eurusd',
  '/./api/v1/accounts/north-eurusd',
  '\\api\\v1',
  '/MCP',
  '/mcp;x',
  '/mcpx',
  `http://${account}`,
  'HTTP:///api/v1/accounts/north-eurusd',
  'HTTP://:80/api/v1/accounts/north-eurusd',
  'HTTP://user@/api/v1/accounts/north-eurusd',
  'HTTP://a@b@c/api/v1/accounts/north-eurusd',
  'HTTP://x//api/v1/accounts/north-eurusd',
  'HTTP://x/HTTP://x/api/v1/accounts/north-eurusd',
  `ftp://x${account}`,
  `ws://x${account}`,
  `httpx://x${account}`,
];

const limitHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

function isCounted(answer: RawAnswer | undefined, what: string): void {
  for (const name of limitHeaders) assert.match(answer?.headers.get(name) ?? '', /^\d+$/, what);
  assert.is(answer?.headers.get('cross-origin-resource-policy'), 'same-origin', what);
  assert.not.ok([...(answer?.headers.keys() ?? [])].some((name) => /^access-control/.test(name)));
}

/** Sends a request as bytes. By default each comes from another address. */
async function ask(
  url: string,
  target: string,
  {
    method = 'GET',
    key,
    from = nextAddress(),
  }: { method?: string; key?: string; from?: string } = {},
): Promise<RawAnswer | undefined> {
  const [line] = Object.entries(bearer(key)).map(([name, value]) => `${name}: ${value}\r\n`);
  const bytes = `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${line ?? ''}\r\n`;
  const { answers, text } = await exchange(url, bytes, { wanted: 1, from });
  if (answers[0] === undefined) assert.not.match(text, /^HTTP\/1.1 [25]/, target);
  return answers[0];
}

scopes('identify, count and refuse callers, however the address is written', async () => {
  const { log, lines } = notedLog('error');
  await withServing(
    async ({ url }) => {
      const unknown = await ask(url, '/api/v1/nope');
      for (const [target, status] of counted) {
        const answer = await ask(url, target);
        assert.is(answer?.status, status, target);
        if (status === 404) assert.is(answer?.body, unknown?.body, target);
        isCounted(answer, target);
        const bad = await ask(url, target, { key: 'no-key' });
        assert.is(bad?.status, 401, `${target} with a bad key`);
        assert.is(bad?.headers.get('www-authenticate'), 'Bearer error="invalid_token"', target);
        isCounted(bad, target);
      }
    },
    { log },
  );
  assert.equal(lines, []);
});

whileServing('limit every caller, however the address is written', async ({ url }) => {
  const from = nextAddress();
  for (const [target, status] of counted.slice(0, 20)) {
    assert.is((await ask(url, target, { from }))?.status, status, target);
  }
  for (const [target] of counted) {
    const answer = await ask(url, target, { from });
    assert.is(answer?.status, 429, target);
    assert.ok(Number(answer?.headers.get('retry-after')) > 0, target);
    isCounted(answer, target);
  }
});

scopes("can't be reached by addresses outside them", async () => {
  const { log, lines } = notedLog('error');
  await withServing(
    async ({ url }) => {
      const unknown = await ask(url, '/api/v1/nope');
      for (const target of nowhere) {
        for (const key of [undefined, 'no-key']) {
          const answer = await ask(url, target, key === undefined ? {} : { key });
          // Bytes that are no HTTP are refused before routing.
          const expected = target.startsWith('\\') ? 400 : 404;
          assert.is(answer?.status, expected, target);
          if (expected === 404) assert.is(answer?.body, unknown?.body, target);
        }
      }
      assert.is((await ask(url, '*', { method: 'OPTIONS' }))?.status, 405);
      assert.is((await ask(url, '*', { method: 'POST' }))?.status, 404);
    },
    { log },
  );
  assert.equal(lines, []);
});

whileServing('answer every method there is', async ({ url }) => {
  for (const method of METHODS) {
    if (['CONNECT', 'GET', 'HEAD'].includes(method)) continue;
    for (const [target, status] of [
      ['HTTP://x/api/v1/nope', 404],
      [`HTTP://x${account}`, 405],
      ['/mcp/nope', 404],
    ] as const) {
      const answer = await ask(url, target, { method });
      // A QUERY has a body and its type.
      const expected = method === 'QUERY' && status === 404 ? 400 : status;
      assert.is(answer?.status, expected, `${method} ${target}`);
      if (status === 405) assert.is(answer?.headers.get('allow'), 'GET, HEAD');
      isCounted(answer, `${method} ${target}`);
      const bad = await ask(url, target, { method, key: 'no-key' });
      assert.is(bad?.status, 401, `${method} ${target}`);
    }
  }
});

const calendar = '/api/public/calendar/v1';

whileServing("are enforced on the calendar's port too", async ({ calendarUrl }) => {
  const open = [calendar, `HTTP://x${calendar}`, `hTTps://u@x:1${calendar}?days=2`];
  for (const target of open) {
    const answer = await ask(calendarUrl, target);
    assert.is(answer?.status, 200, target);
    assert.is(answer?.headers.get('access-control-allow-origin'), '*', target);
    assert.match(answer?.headers.get('x-ratelimit-limit') ?? '', /^600$/, target);
  }
  for (const target of [...nowhere, ...counted.map(([target]) => target)]) {
    const answer = await ask(calendarUrl, target);
    assert.is(answer?.status, target.startsWith('\\') ? 400 : 404, target);
  }
  for (const [target, status] of [
    ['HTTP://x/', 101],
    [`HTTP://x${calendar}`, 101],
    ['HTTP://x/nope', 404],
    ['*', 404],
  ] as const) {
    const upgrade =
      `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';
    const { text } = await exchange(calendarUrl, upgrade, { wanted: 1 });
    assert.match(text, new RegExp(`^HTTP/1.1 ${status} `), target);
  }
});

scopes.run();
