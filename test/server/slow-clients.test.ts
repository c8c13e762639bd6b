import { once } from 'node:events';
import type { Socket } from 'node:net';
import { fastify } from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../pipeline/base/log.ts';
import { startAnswers } from '../../server/http/guards.ts';
import { listen } from '../../server/http/listen.ts';
import { answerProblems } from '../../server/http/problems.ts';
import { fieldOf } from '../support/fields.ts';
import { notedLog } from '../support/noted-log.ts';
import { until } from '../support/until.ts';
import { within } from '../support/within.ts';
import { answersOf, exchange, nextAddress, open } from './raw.ts';
import { withServing } from './serving.ts';

const slow = suite('slow clients');
const whileServing = within(slow, withServing);

const timeouts = {
  requestTimeout: 400,
  connectionTimeout: 600,
  keepAliveTimeout: 300,
  http: { headersTimeout: 300, connectionsCheckingInterval: 50, requireHostHeader: false },
} as const;
/** Less than the minute that Node gives a request by default. */
const maxMilliseconds = 50_000;
const request = 'GET /healthz HTTP/1.1\r\nHost: records.example\r\n\r\n';

/**
 * Sends the start of a request, then one byte at a time. Resolves to the answer when the connection
 * is closed.
 */
async function drip(url: string, beginning: string, rest: string): Promise<string> {
  const socket = open(url);
  let text = '';
  socket.on('data', (data) => {
    text += data.toString();
  });
  socket.on('error', () => {});
  socket.write(beginning);
  await closed(socket, rest);
  return text;
}

whileServing(
  'closes connections with slow headers, while others are answered',
  { timeouts },
  async ({ url }) => {
    const begin = performance.now();
    const dripping = Array.from({ length: 200 }, () =>
      drip(url, 'GET /healthz HTTP/1.1\r\nHost: records.example\r\n', 'X: y\r\n'),
    );
    let isEnded = false;
    const ended = Promise.all(dripping).then((texts) => {
      isEnded = true;
      return texts;
    });
    let answered = 0;
    while (!isEnded) {
      const { answers } = await exchange(url, request, { wanted: 1 });
      // On a busy machine an honest client may be slow too.
      if (answers[0]?.status === 200) answered += 1;
      else assert.is(answers[0]?.status, 408);
    }
    assert.ok(answered > 0);
    for (const text of await ended) {
      assert.equal(fieldOf(answersOf(text), 'status'), [408]);
      assert.is(JSON.parse(answersOf(text)[0]?.body ?? '').status, 408);
    }
    assert.ok(performance.now() - begin < maxMilliseconds);
  },
);

whileServing('waits for no body', { timeouts }, async ({ url }) => {
  const headers = 'POST /healthz HTTP/1.1\r\nHost: records.example\r\nContent-Length: 9\r\n\r\n';
  const answers = answersOf(await drip(url, headers, 'x'));
  assert.equal(fieldOf(answers, 'status'), [413]);
});

whileServing('closes silent connections', { timeouts }, async ({ url }) => {
  const silent = await exchange(url, '');
  assert.ok(silent.isClosed);
  let idle = await exchange(url, request);
  while (idle.answers[0]?.status === 408) idle = await exchange(url, request);
  assert.equal(fieldOf(idle.answers, 'status'), [200]);
  assert.ok(idle.isClosed);
});

whileServing('closes connections that never read', { timeouts }, async ({ url }, world) => {
  const { key } = await world.keyOf('north-desk');
  const socket = open(url);
  socket.on('error', () => {});
  socket.pause();
  const page =
    'GET /api/v1/accounts/north-all/positions?limit=200 HTTP/1.1\r\nHost: records.example\r\n' +
    `Authorization: Bearer ${key}\r\n\r\n`;
  for (let sent = 0; sent < 2000; sent += 1) socket.write(page);
  await closed(socket, '\r\n');
});

/**
 * Resolves when the other side has closed the connection. A paused socket only notices that by
 * writing.
 */
async function closed(socket: Socket, rest: string): Promise<void> {
  const timer = setInterval(() => socket.write(rest), 40);
  await new Promise((resolve) => socket.on('close', resolve));
  clearInterval(timer);
}

slow('a request whose answer never comes gets a 503', async () => {
  const app = fastify({ connectionTimeout: 100 });
  startAnswers(app);
  answerProblems(app, silentLog);
  app.get('/', () => new Promise(() => {}));
  app.get('/known', () => 'here');
  const url = `http://127.0.0.1:${await listen(app, 'PORT', { host: '127.0.0.1', port: 0 })}`;
  const asking = (path: string) => `GET ${path} HTTP/1.1\r\nHost: records.example\r\n\r\n`;
  try {
    const both = `${asking('/')}${asking('/known')}`;
    const { answers } = await exchange(url, both, { wanted: 2 });
    const [late, known] = answers;
    assert.equal([late?.status, JSON.parse(late?.body ?? '').status], [503, 503]);
    assert.is(late?.headers.get('retry-after'), '5');
    assert.equal([known?.status, known?.body], [200, 'here']);
  } finally {
    await app.close();
  }
});

slow('logs no failure of a client that leaves in the middle of a body, but any other', async () => {
  const app = fastify();
  const { log, lines: failures } = notedLog('error');
  answerProblems(app, log);
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));
  app.post('/', async ({ raw }) => {
    for await (const _ of raw);
  });
  app.post('/failing', async ({ raw }) => {
    await once(raw, 'close').catch(() => {});
    throw new Error('of the server itself');
  });
  let [begun, ended] = [0, 0];
  app.addHook('preHandler', async () => {
    begun += 1;
  });
  app.addHook('onError', async () => {
    ended += 1;
  });
  const url = `http://127.0.0.1:${await listen(app, 'PORT', { host: '127.0.0.1', port: 0 })}`;
  try {
    for (const [at, path] of ['/', '/failing'].entries()) {
      const socket = open(url);
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: x/y\r\nContent-Length: 99`;
      await new Promise((resolve) => socket.write(`${head}\r\n\r\nbegun`, resolve));
      await until(async () => begun === at + 1, 30);
      socket.destroy();
    }
    await until(async () => ended === 2, 30);
    assert.is(failures.length, 1);
    assert.match(failures[0] ?? '', 'of the server itself');
  } finally {
    await app.close();
  }
});

slow('takes no more connections than a port may hold', async () => {
  const app = fastify();
  app.get('/', () => 'here');
  const url = `http://127.0.0.1:${await listen(app, 'PORT', { host: '127.0.0.1', port: 0 }, 2)}`;
  const bytes = 'GET / HTTP/1.1\r\nHost: records.example\r\n\r\n';
  try {
    const first = open(url);
    await once(first, 'connect');
    const second = open(url);
    await once(second, 'connect');
    second.write(bytes);
    await once(second, 'data');
    const third = await exchange(url, bytes, { from: nextAddress() });
    assert.is(third.text, '');
    assert.ok(third.isClosed);
    first.destroy();
    await once(first, 'close');
    let isServed = false;
    while (!isServed) isServed = (await exchange(url, bytes, { wanted: 1 })).answers.length === 1;
    second.destroy();
  } finally {
    await app.close();
  }
});

slow.run();
