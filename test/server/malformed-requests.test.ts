import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { within } from '../support/within.ts';
import { exchange, type RawAnswer } from './raw.ts';
import { withServing } from './serving.ts';

const wire = suite('malformed requests');
const whileServing = within(wire, withServing);

const path = '/api/v1/accounts/north-eurusd';
const host = 'Host: records.example\r\n';
const get = (headers: string, body = ''): string =>
  `GET ${path} HTTP/1.1\r\n${host}${headers}\r\n${body}`;
const line = (first: string): string => `${first}\r\n${host}\r\n`;

type Case = readonly [name: string, bytes: string, status: number];

/**
 * Requests that are refused with this status. The connection is closed, and the bytes that follow
 * are not read as a request.
 */
const refused: readonly Case[] = [
  [
    'a length and chunks',
    get('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
    400,
  ],
  [
    'chunks and a length',
    get('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', '0\r\n\r\n'),
    400,
  ],
  ['two equal lengths', get('Content-Length: 0\r\nContent-Length: 0\r\n'), 400],
  ['two lengths', get('Content-Length: 0\r\nContent-Length: 5\r\n'), 400],
  ['a list of lengths', get('Content-Length: 0, 0\r\n'), 400],
  ['a length below 0', get('Content-Length: -1\r\n'), 400],
  ['a signed length', get('Content-Length: +0\r\n'), 400],
  ['a hexadecimal length', get('Content-Length: 0x0\r\n'), 400],
  ['an empty length', get('Content-Length: \r\n'), 400],
  ['a length beyond 2^64', get('Content-Length: 99999999999999999999\r\n'), 400],
  ['an unknown encoding', get('Transfer-Encoding: xchunked\r\n'), 413],
  ['chunks before another encoding', get('Transfer-Encoding: chunked, identity\r\n'), 400],
  ['chunks twice', get('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n'), 400],
  ['an encoding on a folded line', get('Transfer-Encoding:\r\n chunked\r\n', '0\r\n\r\n'), 400],
  ['no size of a chunk', get('Transfer-Encoding: chunked\r\n', 'zz\r\n'), 413],
  [
    'an endless chunk extension',
    get('Transfer-Encoding: chunked\r\n', `0;${'a'.repeat(20_000)}`),
    413,
  ],
  ['line feeds alone', `GET ${path} HTTP/1.1\nHost: x\n\n`, 400],
  ['a line feed in a header', `GET ${path} HTTP/1.1\r\nHost: x\nX: y\r\n\r\n`, 400],
  ['a carriage return in a header', `GET ${path} HTTP/1.1\r\nHost: x\rX: y\r\n\r\n`, 400],
  ['a folded header', get('X: a\r\n b\r\n'), 400],
  ['a space before the colon', get('X : a\r\n'), 400],
  ['a space before the first header', `GET ${path} HTTP/1.1\r\n X: y\r\n${host}\r\n`, 400],
  ['NUL in a header', get('X: a\0b\r\n'), 400],
  ['NUL in the name of a header', get('X\0: a\r\n'), 400],
  ['a header without a name', get(': a\r\n'), 400],
  ['HTTP/2.0', line(`GET ${path} HTTP/2.0`), 400],
  ['HTTP/1.2', line(`GET ${path} HTTP/1.2`), 400],
  ['HTTP/9.9', line(`GET ${path} HTTP/9.9`), 400],
  ['http/1.1', line(`GET ${path} http/1.1`), 400],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['the beginning of TLS', '\x16\x03\x01\x02\x00\x01\x00', 400],
  ['a method in small letters', line(`get ${path} HTTP/1.1`), 400],
  ['a host in place of an address', line('GET records.example:80 HTTP/1.1'), 400],
  ['CONNECT', line('CONNECT records.example:80 HTTP/1.1'), 405],
  ['no host', `GET ${path} HTTP/1.1\r\n\r\n`, 400],
  ['two hosts', `GET ${path} HTTP/1.1\r\n${host}Host: other.example\r\n\r\n`, 400],
  ['a host with a space', `GET ${path} HTTP/1.1\r\nHost: a b\r\n\r\n`, 400],
  ['a host with a path', `GET ${path} HTTP/1.1\r\nHost: a/../b\r\n\r\n`, 400],
  ['bytes above 127 in the address', line('GET /api/v1/accounts/\xc3\xa9 HTTP/1.1'), 400],
  ['a header of 16 KB', get(`X: ${'a'.repeat(16_384)}\r\n`), 431],
  ['2000 headers', get('a: b\r\n'.repeat(2000)), 431],
  [
    '3500 headers and a key behind them',
    get(`${'a:\r\n'.repeat(3500)}Authorization: Bearer x\r\n`),
    431,
  ],
  ['an address of 9 KB', line(`GET ${path}?q=${'a'.repeat(9000)} HTTP/1.1`), 414],
  ['an address of 20 KB', line(`GET ${path}?q=${'a'.repeat(20_000)} HTTP/1.1`), 431],
  ['a body of a byte', get('Content-Length: 1\r\n', 'x'), 413],
  ['a body of chunks', get('Transfer-Encoding: chunked\r\n', '1\r\nx\r\n0\r\n\r\n'), 413],
  ['a body that waits to be asked for', get('Expect: 100-continue\r\nContent-Length: 5\r\n'), 413],
  ['a body of 1 GB', get('Content-Length: 1000000000\r\n', 'x'.repeat(5_000_000)), 413],
  ['a body for nothing', `POST /nope HTTP/1.1\r\n${host}Content-Length: 1\r\n\r\nx`, 413],
];

/** Requests that get this status by the rules of HTTP/1.1. */
const answered: readonly Case[] = [
  ['a whole address', line(`GET http://elsewhere.example${path} HTTP/1.1`), 200],
  ['a whole address of nothing', line('GET http://records.example/nope HTTP/1.1'), 404],
  ['OPTIONS of the server', line('OPTIONS * HTTP/1.1'), 405],
  ['TRACE', line(`TRACE ${path} HTTP/1.1`), 405],
  ['TRACE of nothing', line('TRACE /nope HTTP/1.1'), 404],
  ['an upgrade to WebSocket', get('Connection: Upgrade\r\nUpgrade: websocket\r\n'), 200],
  ['an upgrade to HTTP/2', get('Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n'), 200],
  ['HTTP/1.0 without a host', `GET ${path} HTTP/1.0\r\n\r\n`, 200],
  ['an empty host', `GET ${path} HTTP/1.1\r\nHost:\r\n\r\n`, 200],
  ['an expectation nobody knows', get('Expect: nonsense\r\n'), 200],
  ['an empty body', get('Content-Length: 0\r\n'), 200],
  ['100 headers', get('a: b\r\n'.repeat(99)), 200],
  ['empty lines before it', `\r\n\r\n${get('')}`, 200],
  ['two keys', get('Authorization: Bearer a\r\nAuthorization: Bearer b\r\n'), 401],
  ['a fragment', line(`GET ${path}#x HTTP/1.1`), 200],
];

function isProblem({ status, headers, body }: RawAnswer, name: string): void {
  assert.is(headers.get('content-type'), 'application/problem+json; charset=utf-8', name);
  assert.is(headers.get('cache-control'), 'no-store', name);
  assert.is(headers.get('x-content-type-options'), 'nosniff', name);
  assert.is(JSON.parse(body).status, status, name);
}

whileServing(
  'refuses a malformed request with one problem and closes the connection',
  async ({ url }) => {
    for (const [name, bytes, status] of refused) {
      const { answers, isClosed } = await exchange(url, `${bytes}${get('')}`);
      assert.equal(
        answers.map((answer) => answer.status),
        [status],
        name,
      );
      for (const answer of answers) {
        isProblem(answer, name);
        assert.is(answer.headers.get('connection'), 'close', name);
      }
      assert.ok(isClosed, name);
    }
  },
);

whileServing('refuses the same on the port of the calendar', async ({ calendarUrl }) => {
  for (const [name, bytes, status] of refused) {
    const { answers, isClosed } = await exchange(calendarUrl, bytes);
    assert.equal(
      answers.map((answer) => answer.status),
      [status],
      name,
    );
    assert.ok(isClosed, name);
  }
});

whileServing('answers odd requests that are none the less whole', async ({ url }) => {
  for (const [name, bytes, status] of answered) {
    const { answers } = await exchange(url, bytes, { wanted: 1 });
    assert.is(answers[0]?.status, status, name);
    if (status !== 200 && answers[0]) isProblem(answers[0], name);
    assert.is(answers[0]?.headers.get('x-content-type-options'), 'nosniff', name);
  }
});

whileServing('answers requests sent at once in their order', async ({ url }) => {
  const targets = Array.from({ length: 400 }, (_, at) => (at % 7 === 3 ? '/nope' : '/healthz'));
  const bytes = targets.map((target) => line(`GET ${target} HTTP/1.1`)).join('');
  const { answers } = await exchange(url, bytes, { wanted: targets.length });
  assert.equal(
    answers.map(({ status }) => status),
    targets.map((target) => (target === '/nope' ? 404 : 200)),
  );
});

whileServing(
  'says on every versioned answer that other sites may not embed it',
  async ({ url }) => {
    const paths: [string, number][] = [
      [path, 200],
      ['/api/v1/accounts/nope', 404],
      ['/api/v1/accounts', 401],
      [`${path}?include=nope`, 400],
      [`/%61pi/v1/nope`, 404],
    ];
    for (const [target, status] of paths) {
      const { answers } = await exchange(url, line(`GET ${target} HTTP/1.1`), { wanted: 1 });
      assert.is(answers[0]?.status, status, target);
      assert.is(answers[0]?.headers.get('cross-origin-resource-policy'), 'same-origin', target);
    }
    const { answers } = await exchange(url, line('POST /api/v1/accounts HTTP/1.1'), { wanted: 1 });
    assert.is(answers[0]?.headers.get('cross-origin-resource-policy'), 'same-origin');
  },
);

wire.run();
