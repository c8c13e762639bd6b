import { once } from 'node:events';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { WebSocket } from 'ws';
import { notedLog } from '../../../support/noted-log.ts';
import { within } from '../../../support/within.ts';
import { exchange, nextAddress } from '../../raw.ts';
import { ask } from '../ask.ts';
import { limitsOf, path, withDesk } from '../world.ts';
import { describe, frame, handshake, opcodes, openRaw } from './raw-socket.ts';

const messages = suite('calendar messages');
const atDesk = within(messages, withDesk);

interface Client {
  readonly socket: WebSocket;
  /** Returns the answer to a message. */
  ask(message: string | Buffer): Promise<string>;
}

async function connectTo(url: string, options = {}): Promise<Client> {
  const socket = new WebSocket(url, { localAddress: nextAddress(), ...options });
  await once(socket, 'open');
  return {
    socket,
    async ask(message) {
      socket.send(message);
      const [data, isBinary] = await once(socket, 'message');
      assert.is(isBinary, false, 'one text frame');
      return String(data);
    },
  };
}

const queries = [
  '',
  'currency=USD',
  'currency=USD,EUR&impact=all&days=7',
  'currency=USD%2CEUR&impact=high',
  'format=csv',
  'format=csv&impact=all&days=30',
  'currency=USD&currency=EUR&impact[]=all',
  'currency[]=USD&currency[1]=EUR&impact=all',
  '&currency=EUR&&days=2&',
];

atDesk('that have unknown names are refused, with the names that exist', async ({ open }) => {
  const { socket, ask: send } = await connectTo(await open());
  const known = 'the parameters are currency, impact, days, format.';
  assert.is(await send('curency=USD'), `Error: unknown parameter curency; ${known}`);
  assert.is(await send('Days=2&days=2&x=1'), `Error: unknown parameters Days, x; ${known}`);
  socket.close();
});

atDesk('are answered with the bytes of HTTP, on either address', async ({ open }) => {
  const url = await open();
  for (const address of [url, `${url}/`, `${url}${path}`, `${url}${path}?days=9`]) {
    const { socket, ask: send } = await connectTo(address, { origin: 'https://any.example' });
    for (const query of queries) {
      const { body } = await ask(`${url.replace('ws', 'http')}${path}?${query}`);
      assert.is(await send(query), body, query);
    }
    assert.is(await send('ping'), 'pong');
    socket.close();
  }
});

const refused: [message: string | Buffer, words: RegExp][] = [
  ['currency=XXX', /^Error: currency must be one of USD, EUR, .*CNY\.$/],
  ['currency=', /^Error: currency must be one of USD/],
  ['impact=High', /^Error: impact must be one of high, medium, low, holiday, all\.$/],
  ['days=0', /^Error: days must be a whole number from 1 to 30\.$/],
  ['days=+5', /^Error: days must be a whole number/],
  ['days=%2B5', /^Error: days must be a whole number/],
  ['format=xml', /^Error: format must be one of json, csv\.$/],
  ['currency=USD&currency=eur', /^Error: currency must be one of USD/],
  ['currency[]=XXX', /^Error: currency must be one of USD/],
  ['format=json&format=json', /^Error: format may be given once\.$/],
  ['days=1&days=1', /^Error: days may be given once\.$/],
  ['?currency=USD', /^Error: Remove the leading \?\.$/],
  ['?', /^Error: Remove/],
  ['hello', /^Error: Send ping, or parameters/],
  ['PING', /^Error: Send ping, or parameters/],
  ['ping ', /^Error: Send ping, or parameters/],
  ['currency', /^Error: Send ping, or parameters/],
  ['{"currency":"USD"}', /^Error: Send ping, or parameters/],
  ['=USD', /^Error: Send ping, or parameters/],
  [Buffer.from('currency=USD'), /^Error: Send a text message, not a binary one\.$/],
  [`a=${'x'.repeat(4095)}`, /^Error: The message is longer than 4096 bytes\.$/],
  [`a=${'é'.repeat(2048)}`, /^Error: The message is longer than 4096 bytes\.$/],
];

atDesk('that are wrong are told what is right, and the connection stays', async ({ open }) => {
  const { socket, ask: send } = await connectTo(await open());
  for (const [message, words] of refused) {
    assert.match(await send(message), words);
    assert.is(await send('ping'), 'pong');
  }
  assert.match(await send('days=1'.padEnd(4096, '&')), /^\{/);
  socket.close();
});

atDesk(
  'keep their order while limits are asked for elsewhere',
  { limits: limitsOf(100) },
  async ({ open }) => {
    const { socket } = await openRaw(await open()).then(async (raw) => {
      const sent = ['ping', 'x', 'format=csv', 'ping', '', 'ping'];
      raw.socket.write(Buffer.concat(sent.map((text) => frame(opcodes.text, text))));
      while (raw.received().length < sent.length) await once(raw.socket, 'data');
      const came = raw.received().map(describe);
      assert.match(came[2] ?? '', /^ts,time,/);
      assert.equal(
        [...came.slice(0, 2), ...came.slice(3)],
        [...['pong', 'error'], ...['pong', 'body', 'pong']],
      );
      return raw;
    });
    socket.destroy();
  },
);

messages('count per client over all its connections; pings by opcode do not', async () => {
  const limits = limitsOf(3);
  await withDesk(
    async ({ open }) => {
      const url = await open();
      const from = (localAddress: string, headers = {}) =>
        connectTo(url, { localAddress, headers });
      const address = nextAddress();
      const [one, other] = [await from(address), await from(address)];
      one.socket.ping();
      await once(one.socket, 'pong');
      assert.is(await one.ask('ping'), 'pong');
      assert.match(await other.ask('days=0'), /^Error: days/);
      assert.match(await one.ask(''), /^\{/);
      for (const client of [one, other]) {
        const words = /^Error: rate limit of 3 messages a minute; try again in 42 s\.$/;
        assert.match(await client.ask('ping'), words);
        assert.match(await client.ask(Buffer.from('x')), words, 'whatever is sent');
        assert.is(client.socket.readyState, WebSocket.OPEN);
      }
      const stranger = await from(nextAddress());
      assert.is(await stranger.ask('ping'), 'pong');
      const spoofing = await from(address, { 'x-forwarded-for': '192.0.2.7' });
      assert.match(await spoofing.ask('ping'), /^Error: rate limit/);
      for (const { socket } of [one, other, stranger, spoofing]) socket.terminate();
      assert.ok([...limits.taken.keys()].every((name) => name.startsWith('calendar_messages ')));
    },
    { limits },
  );
});

messages('through a trusted proxy count for the client that it names', async () => {
  const limits = limitsOf(1);
  await withDesk(
    async ({ open }) => {
      const url = await open();
      const from = (client: string) =>
        connectTo(url, { localAddress: '127.0.0.1', headers: { 'x-forwarded-for': client } });
      const [one, mapped, other] = [
        await from('6.6.6.6, 192.0.2.7'),
        await from('::ffff:192.0.2.7'),
        await from('192.0.2.8'),
      ];
      assert.is(await one.ask('ping'), 'pong');
      assert.match(await mapped.ask('ping'), /^Error: rate limit/);
      assert.is(await other.ask('ping'), 'pong');
      for (const { socket } of [one, mapped, other]) socket.terminate();
    },
    { limits, trustProxy: ['127.0.0.0/8'] },
  );
});

messages('that fail here end the connection with 1011, and only the log says why', async () => {
  const { log, lines } = notedLog('error');
  await withDesk(
    async ({ open, bodies }) => {
      bodies.get = () => {
        throw new Error('select * from /secret/path');
      };
      const { socket } = await connectTo(await open());
      socket.send('');
      const [code, reason] = await once(socket, 'close');
      assert.equal([code, String(reason)], [1011, '']);
      assert.match(lines.join(), '/secret/path');
    },
    { log },
  );
});

const handshakes: [name: string, request: string, status: number][] = [
  ['an older version', handshake().replace('Version: 13', 'Version: 8'), 426],
  ['no version', handshake().replace(/Sec-WebSocket-Version.*\r\n/, ''), 426],
  ['no key', handshake().replace(/Sec-WebSocket-Key.*\r\n/, ''), 400],
  ['a short key', handshake().replace('dGhlIHNhbXBsZSBub25jZQ==', 'c2hvcnQ='), 400],
  ['a POST', handshake(path).replace('GET', 'POST'), 405],
  ['a POST elsewhere', handshake().replace('GET', 'POST'), 404],
  ['another address', handshake('/api/v1/accounts'), 404],
  ['a body', handshake('/', 'Content-Length: 5\r\n'), 413],
  ['two hosts', handshake('/', 'Host: there\r\n'), 400],
  ['what is no HTTP', 'ping\r\n\r\n', 400],
  ['another protocol at the calendar', handshake(path).replace('websocket', 'h2c'), 200],
  ['another protocol elsewhere', handshake().replace('websocket', 'h2c'), 404],
  ['HEAD at the calendar', handshake(path).replace('GET', 'HEAD'), 200],
];

atDesk('need a correct handshake; anything else is answered as HTTP', async ({ open }) => {
  const url = (await open()).replace('ws', 'http');
  for (const [name, request, status] of handshakes) {
    const { text } = await exchange(url, request, { wanted: 1 });
    assert.match(text, new RegExp(`^HTTP/1.1 ${status} `), name);
    assert.match(text, /access-control-allow-origin: \*\r\n/i, name);
    if (status >= 400) assert.match(text, /application\/problem\+json/, name);
    if (status === 426) assert.match(text, /sec-websocket-version: 13\r\n/i);
  }
});

messages.run();
