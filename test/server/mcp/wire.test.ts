import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { revokeKey } from '../../../pipeline/registry/keys.ts';
import { createMemoryLimits } from '../../../server/callers/limits/create-limits.ts';
import { notedLog } from '../../support/noted-log.ts';
import { within } from '../../support/within.ts';
import { exchange } from '../raw.ts';
import { accounts, baseUrl, bearer, lendWorld, north, withWorld } from '../world.ts';
import { callOf, callTool, mcpHeaders, post, postText } from './calls.ts';

const wire = suite('POST /mcp');
const inWorld = within(wire, withWorld);
const inLentWorld = within(wire, lendWorld);

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

inLentWorld('answers whatever is no message with a JSON-RPC error', async ({ app }) => {
  const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const cases: readonly [body: string, status: number, code: number][] = [
    ['', 400, -32700],
    ['{', 400, -32700],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/list"', 400, -32700],
    ['\u0000', 400, -32700],
    ['NaN', 400, -32700],
    ['[]', 400, -32600],
    [nested, 400, -32600],
    [JSON.stringify([list, { ...list, method: 'initialize' }]), 400, -32600],
    [JSON.stringify(Array(21).fill(list)), 400, -32600],
    ['null', 400, -32600],
    ['"text"', 400, -32600],
    ['{}', 400, -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"tools/list"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":{},"method":"tools/list"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":1,"method":7}', 400, -32600],
    [JSON.stringify({ ...list, method: 'tools/nothing' }), 200, -32601],
    [JSON.stringify({ ...list, method: 'resources/read', params: { uri: 'x:' } }), 200, -32602],
    [
      JSON.stringify({ ...list, method: 'prompts/get', params: { name: '__proto__' } }),
      200,
      -32602,
    ],
    [JSON.stringify({ ...list, method: 'subscriptions/listen' }), 200, -32601],
    [JSON.stringify({ ...list, method: 'tools/call' }), 200, -32602],
    [JSON.stringify(callOf(undefined)), 200, -32602],
    [JSON.stringify(callOf('nothing')), 200, -32602],
    [JSON.stringify(callOf('__proto__')), 200, -32602],
    [JSON.stringify(callOf('get_account', [])), 200, -32602],
    [JSON.stringify(callOf('get_account', 'north-eurusd')), 200, -32602],
  ];

  for (const [body, status, code] of cases) {
    const response = await postText(app, body);
    const words = `${body.slice(0, 80)} ${response.body}`;
    assert.is(response.statusCode, status, words);
    assert.is(response.json().error?.code, code, words);
    assert.match(String(response.headers['content-type']), 'application/json');
    assert.is(response.headers['cache-control'], 'no-store');
  }
});

inLentWorld('keeps no stream of changes open', async ({ app }) => {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const method = 'subscriptions/listen';
  const message = {
    ...list,
    method,
    params: { _meta, notifications: { toolsListChanged: true } },
  };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method };
  const response = await post(app, message, headers);
  assert.is(response.json().error.code, -32603);
});

inLentWorld('describes invalid input by the rule, without the value', async ({ app }) => {
  const cases: readonly [args: Record<string, unknown>, text: string][] = [
    [{ page: 0 }, 'page must be a whole number from 1 to 999999999.'],
    [{ page: '1e3' }, 'page must be a whole number from 1 to 999999999.'],
    [{ page: { a: 1 } }, 'page must be a whole number from 1 to 999999999.'],
    [{ page: [1, 2] }, 'page may be given once.'],
    [{ type: 'fund' }, 'type must be one of account, portfolio.'],
    [{ q: {} }, 'q must be text.'],
  ];

  for (const [args, text] of cases) {
    const answer = await callTool(app, 'search_public_accounts', args);
    assert.equal(answer, { content: [{ type: 'text', text }], isError: true });
  }
  const withoutSlug = await callTool(app, 'get_account', {});
  assert.is(withoutSlug.content[0]?.text, 'slug is missing. Find it with search_public_accounts.');
  const ofKeyless = await callTool(app, 'list_trades', {});
  assert.is(
    ofKeyless.content[0]?.text,
    'This needs a key. Send it as Authorization: Bearer KEY. trackrecord mcp reads TRACKRECORD_KEY.',
  );
  const many = { slug: 'north-eurusd', include: Array.from({ length: 5000 }, () => 'twr') };
  assert.not((await callTool(app, 'get_account', many)).isError);
});

inLentWorld(
  'refuses unknown arguments, and names the ones that the tool accepts',
  async ({ app, keyOf }) => {
    const { key } = await keyOf('north-desk');
    const { slug } = accounts[0] ?? {};
    const trades = 'Unknown argument. list_trades accepts only slug, page, version, from and to.';
    const cases: readonly [tool: string, args: Record<string, unknown>, text: string][] = [
      ['list_trades', { slug, symbol: 'EURUSD', limit: 5 }, trades],
      ['list_trades', { slug, limit: 5 }, trades],
      ['list_trades', { symbol: 'EURUSD' }, trades],
      ['list_trades', { slug, symbol: null }, trades],
      ['list_trades', { slug, 'page[]': 1 }, trades],
      [
        'get_account',
        { slug, 'include[]': 'twr' },
        'Unknown argument. get_account accepts only slug, include, figures, fields, from, to and points.',
      ],
      [
        'get_account',
        { slug, __proto__x: 1, constructor: 1 },
        'Unknown argument. get_account accepts only slug, include',
      ],
      [
        'get_widget_snippet',
        { slug, colour: 'red' },
        'Unknown argument. get_widget_snippet accepts only slug, size, ',
      ],
      [
        'search_public_accounts',
        { query: 'gold' },
        'Unknown argument. search_public_accounts accepts only q, symbol, type, ',
      ],
      [
        'list_my_accounts',
        { slug },
        'Unknown argument. list_my_accounts accepts only type, platform, page and limit.',
      ],
    ];
    for (const [tool, args, text] of cases) {
      const answer = await callTool(app, tool, args, key);
      assert.is(answer.isError, true, tool);
      assert.ok(answer.content[0]?.text.startsWith(text), answer.content[0]?.text);
    }
    const keyless = await callTool(app, 'list_trades', { slug, symbol: 'EURUSD' });
    assert.match(keyless.content[0]?.text ?? '', /^This needs a key/, 'a missing key comes first');
  },
);

inLentWorld('takes a list as an array or by commas', async ({ app, read }) => {
  const url = '/api/v1/accounts/north-eurusd?include=monthly,twr';
  for (const include of [
    ['twr', 'monthly'],
    'monthly,twr',
    ['twr,monthly'],
    ['twr', '', 'monthly'],
  ]) {
    const answer = await callTool(app, 'get_account', { slug: 'north-eurusd', include });
    assert.equal(answer.structuredContent, await read(url), JSON.stringify(include));
  }
  for (const currency of [['EUR'], 'EUR', ['EUR', 'CHF']]) {
    const answer = await callTool(app, 'search_public_accounts', { currency });
    const found = await read('/api/v1/search/accounts?currency=EUR&limit=10');
    assert.equal(answer.structuredContent, found, JSON.stringify(currency));
  }
});

inLentWorld('takes JSON alone, of at most 64 KiB, at this address alone', async ({ app }) => {
  const text = JSON.stringify(list);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
    const response = await postText(app, text, { 'content-type': type });
    assert.is(response.statusCode, 415, type);
  }
  const utf8 = await postText(app, text, { 'content-type': 'application/json; charset=utf-8' });
  assert.is(utf8.statusCode, 200);
  assert.is((await postText(app, text.padEnd(65_536))).statusCode, 200);
  const tooLarge = await postText(app, text.padEnd(65_537));
  assert.is(tooLarge.statusCode, 413);
  assert.match(tooLarge.json().detail, '64 KiB');
  assert.is(tooLarge.headers.connection, 'close');
  for (const url of ['/healthz', '/api/v1/accounts', '/mcp/', '/nothing']) {
    const response = await app.inject({
      method: 'POST',
      url,
      payload: text,
      headers: mcpHeaders,
    });
    assert.is(response.statusCode, 413, url);
  }
  assert.is((await postText(app, text, { accept: 'text/html' })).statusCode, 406);
});

inLentWorld('answers other methods 405, without CORS', async ({ app }) => {
  for (const method of ['GET', 'DELETE', 'PUT', 'HEAD', 'OPTIONS'] as const) {
    const response = await app.inject({ method, url: '/mcp', headers: { origin: baseUrl } });
    assert.is(response.statusCode, 405, method);
    assert.is(response.headers.allow, 'POST');
    assert.equal(
      Object.keys(response.headers).filter((name) => name.startsWith('access-control')),
      [],
    );
  }
  assert.is((await app.inject('/mcp')).json().detail, 'This address supports POST.');
});

inLentWorld('accepts only its own host names, and requests from its own pages', async ({ app }) => {
  const cases: readonly [status: number, headers: Record<string, string>][] = [
    [200, { host: 'records.example' }],
    [200, { host: 'records.example:8443' }],
    [200, { host: '127.0.0.1:8080' }],
    [200, { host: '[::1]:8080' }],
    [200, { origin: baseUrl }],
    [200, { origin: 'http://localhost:6274' }],
    [403, { host: 'evil.example' }],
    [403, { host: 'records.example.evil.example' }],
    [403, { host: 'localhost.evil.example:8080' }],
    [403, { origin: 'https://evil.example' }],
    [403, { origin: 'https://records.example.evil.example' }],
    [403, { origin: 'null' }],
    [403, { origin: 'records.example' }],
  ];

  for (const [status, headers] of cases) {
    const response = await post(app, list, headers);
    assert.is(response.statusCode, status, JSON.stringify(headers));
    assert.is(response.headers['access-control-allow-origin'], undefined);
  }
});

inWorld('answers under the address it was reached at', async ({ app }) => {
  const url = await app.listen({ host: '0.0.0.0', port: 0 });
  const port = new URL(url).port;
  const body = JSON.stringify(list);
  const ask = async (host: string) => {
    const fields = { ...mcpHeaders, host, 'content-length': String(body.length) };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    const request = `POST /mcp HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
    const { answers } = await exchange(`http://127.0.0.9:${port}`, request, { wanted: 1 });
    return answers[0]?.status;
  };
  assert.is(await ask(`127.0.0.9:${port}`), 200);
  assert.is(await ask(`127.0.0.10:${port}`), 403);
});

inWorld('asks for a body by 100 Continue only where it will read it', async ({ app }) => {
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const body = JSON.stringify(list);
  const ask = async (more: string) => {
    const fields = {
      ...mcpHeaders,
      expect: '100-continue',
      'content-length': String(body.length),
    };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    const request = `POST /mcp HTTP/1.1\r\n${more}${lines.join('')}\r\n`;
    return (await exchange(url, request, { wanted: 1 })).text;
  };
  assert.match(await ask(''), /^HTTP\/1.1 100 Continue\r\n\r\n$/);
  assert.match(await ask('authorization: Bearer x\r\n'), /^HTTP\/1.1 401 /);
});

inWorld('answers 401 to a bad key, whatever is asked', async ({ app, registry, keyOf }) => {
  const { id, key } = await keyOf('north-desk');
  assert.not((await callTool(app, 'list_my_accounts', {}, key)).isError);
  await revokeKey(registry, id);
  for (const bad of [key, 'x']) {
    const response = await post(app, list, bearer(bad));
    assert.is(response.statusCode, 401);
    assert.is(response.headers['www-authenticate'], 'Bearer error="invalid_token"');
    assert.not.match(response.body, bad.length > 1 ? bad : '"x"');
  }
});

wire('neither logs nor repeats a key, wherever it is put', async () => {
  const { log, lines } = notedLog();
  await withWorld(
    async ({ app, keyOf }) => {
      const { key } = await keyOf('north-desk');
      const bodies: string[] = [];
      for (const args of [
        { slug: key },
        { slug: 'x', api_key: key },
        { slug: 'x', include: key },
      ]) {
        bodies.push((await post(app, callOf('get_account', args))).body);
      }
      bodies.push((await post(app, callOf(key, {}))).body);
      bodies.push((await post(app, { ...list, method: key })).body);
      bodies.push((await postText(app, key)).body);
      assert.equal(
        [...bodies, ...lines].filter((text) => text.includes(key)),
        [],
      );
    },
    { log },
  );
});

wire('counts every question in the limits of HTTP, and the handshake in none', async () => {
  const limits = createMemoryLimits();
  await withWorld(
    async ({ app, keyOf }) => {
      const { key } = await keyOf('solo');
      const url = '/api/v1/search/accounts?limit=10';
      const question = callOf('search_public_accounts', {});
      for (const [headers, limit] of [
        [{}, 20],
        [bearer(key), 30],
      ] as const) {
        for (let at = 0; at < limit; at += 1) {
          assert.is((await post(app, list, headers)).headers['x-ratelimit-limit'], '240');
          const isHttp = at % 3 === 0;
          const asked = isHttp ? app.inject({ url, headers }) : post(app, question, headers);
          const { statusCode, headers: told } = await asked;
          assert.is(statusCode, 200);
          assert.is(told['x-ratelimit-remaining'], String(limit - at - 1));
        }
        assert.is((await app.inject({ url, headers })).statusCode, 429);
        const refused = await post(app, question, headers);
        assert.is(refused.statusCode, 200);
        const { isError, content, _meta } = refused.json().result;
        assert.is(isError, true);
        assert.match(content[0].text, /^Too many requests. Try again in \d+ s\.$/);
        assert.ok(_meta['trackrecord/retry_after_seconds'] >= 1);
        const read = {
          ...list,
          method: 'resources/read',
          params: { uri: 'account://north-eurusd' },
        };
        const { error } = (await post(app, read, headers)).json();
        assert.match(error.message, 'Too many requests');
        assert.ok(error.data.retry_after_seconds >= 1);
        assert.is((await post(app, list, headers)).statusCode, 200);
      }
      for (let at = 0; at < 240; at += 1) await post(app, list);
      assert.is((await post(app, list)).statusCode, 429, 'nothing but handshakes');
      const bad = await post(app, list, bearer('x'));
      assert.is(bad.statusCode, 429, 'a bad key counts before it is refused');
    },
    { limits },
  );
});

wire('answers a batch where the revision has such, each question counted', async () => {
  const limits = createMemoryLimits();
  await withWorld(
    async ({ app }) => {
      const note = { jsonrpc: '2.0', method: 'notifications/initialized' };
      const question = callOf('search_public_accounts', {});
      const both = await post(app, [list, note, { ...question, id: 8 }, { ...list, method: 'no' }]);
      const ids = both.json().map(({ id, error }: { id: number; error?: object }) => [id, !!error]);
      assert.equal(ids, [
        [1, false],
        [8, false],
        [1, true],
      ]);
      assert.is(both.headers['x-ratelimit-remaining'], '19');
      const notes = await post(app, [note, note]);
      assert.equal([notes.statusCode, notes.body], [202, '']);
      const all = (await post(app, Array(20).fill(question))).json();
      const fits = all.map(({ result }: { result: { isError?: boolean } }) => !result.isError);
      assert.equal(fits, [...Array(19).fill(true), false]);
      const later = await post(app, [list], { 'mcp-protocol-version': '2025-06-18' });
      assert.match(later.json().error.message, 'only 2025-03-26 has batches');
      for (let sent = 4 + 2 + 20 + 1; sent + 20 <= 240; sent += 20) {
        const { headers: told } = await post(app, Array(20).fill(list));
        assert.is(told['x-ratelimit-remaining'], `${240 - sent - 20}`, 'each message counts');
      }
      const rest = await post(app, Array(20).fill(list));
      assert.equal([rest.statusCode, Number(rest.headers['retry-after']) > 0], [429, true]);
    },
    { limits },
  );
});

inLentWorld(
  'sends an answer once: as structured content, or as text to clients that read only text',
  async ({ app, read }) => {
    const account = await read('/api/v1/accounts/north-eurusd');
    const question = callOf('get_account', { slug: 'north-eurusd' });
    const ask = async (revision: string, url = '/mcp') => {
      const headers = { ...mcpHeaders, 'mcp-protocol-version': revision };
      const payload = JSON.stringify(question);
      return (await app.inject({ method: 'POST', url, payload, headers })).json().result;
    };
    const data = await ask('2025-06-18');
    assert.equal(data.structuredContent, account);
    assert.match(
      data.content[0].text,
      /^The answer is in structuredContent, \d+ bytes\. Sections you can include/,
    );
    const sizes: Record<string, number> = data._meta['trackrecord/section_bytes'];
    for (const [name, size] of Object.entries(sizes)) {
      const whole = await app.inject(`/api/v1/accounts/north-eurusd?include=${name}`);
      const part = JSON.stringify(whole.json()[name]);
      assert.is(size, Buffer.byteLength(part), name);
      assert.match(data.content[0].text, `${name} ${size}`);
    }
    const text = await ask('2025-06-18', '/mcp?answers=text');
    assert.equal(JSON.parse(text.content[0].text), account);
    assert.is(text.structuredContent, undefined);
    // If a tool has a schema, clients refuse an answer without data.
    const payload = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const { tools } = (
      await app.inject({
        method: 'POST',
        url: '/mcp?answers=text',
        payload,
        headers: { ...mcpHeaders, 'mcp-protocol-version': '2025-06-18' },
      })
    ).json().result;
    assert.ok(tools.every((tool: object) => !('outputSchema' in tool)));
    const both = await ask('2025-03-26');
    assert.equal(JSON.parse(both.content[0].text), both.structuredContent);
  },
);

inWorld('tells sizes of what is shown, not of what is hidden', async ({ app, apply, keyOf }) => {
  const { key } = await keyOf('north-desk');
  const sizesFor = async (headers = {}) => {
    const answer = await post(app, callOf('get_account', { slug: 'north-eurusd' }), headers);
    return answer.json().result._meta['trackrecord/section_bytes'];
  };
  const before = await sizesFor();
  await apply({ ...north, hide: ['monthly', 'volume'] });
  const after = await sizesFor();
  assert.is(after.monthly, 'null'.length);
  assert.is(after.advanced, before.advanced + 'null'.length - '7.5'.length, 'lots of 7.5');
  assert.equal(await sizesFor(bearer(key)), before, 'to their owner');
});

inLentWorld('compresses answers for anyone who takes that', async ({ app }) => {
  const plain = await post(app, list);
  for (const [coding, decode] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const packed = await post(app, list, { 'accept-encoding': coding });
    assert.is(packed.headers['content-encoding'], coding);
    assert.is(decode(packed.rawPayload).toString(), plain.body);
    assert.ok(packed.rawPayload.length * 3 < plain.rawPayload.length);
  }
});

inWorld(
  'answers 503 where a key cannot be looked up, and says so where there is no data',
  { facts: null },
  async ({ app, registry, keyOf }) => {
    const answer = await callTool(app, 'get_account', { slug: 'north-eurusd' });
    assert.is(answer.isError, true);
    assert.match(answer.content[0]?.text ?? '', 'Nothing is published yet');
    const { key } = await keyOf('north-desk');
    registry.findKeyByHash = () => Promise.reject(new Error('locked'));
    const response = await post(app, list, bearer(key));
    assert.is(response.statusCode, 503);
    assert.is(response.headers['retry-after'], '5');
  },
);

wire.run();
