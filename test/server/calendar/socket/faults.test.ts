import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { within } from '../../../support/within.ts';
import { exchange, nextAddress } from '../../raw.ts';
import { eventAt, withDesk } from '../world.ts';
import { describe, frame, handshake, opcodes, openRaw, type RawSocket } from './raw-socket.ts';

const faults = suite('calendar socket faults');
const atDesk = within(faults, withDesk);

const { text, ping, pong, continuation } = opcodes;
const quick = { sweepIntervalMilliseconds: 5, closeMilliseconds: 50 };
const silence = ['close 1000'];

const words = async ({ ended }: RawSocket): Promise<string[]> => (await ended).map(describe);

/** Sends a message and waits for the answer. */
async function trade({ socket, received }: RawSocket, sent: Buffer): Promise<string> {
  const before = received().length;
  socket.write(sent);
  while (received().length === before) await once(socket, 'data');
  return describe(received()[before] ?? { opcode: 0, payload: Buffer.alloc(0) });
}

const isAlive = async (raw: RawSocket): Promise<boolean> =>
  (await trade(raw, frame(text, 'ping'))) === 'pong';

const openConnections = (app: FastifyInstance): Promise<number> =>
  new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

async function untilAlone(app: FastifyInstance, max: number): Promise<void> {
  while ((await openConnections(app)) > max) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

atDesk(
  'a minute of silence ends a connection; a message or a ping restarts the minute',
  { rules: quick },
  async ({ open, time }) => {
    const url = await open();
    const silent = await openRaw(url);
    const ponging = await openRaw(url);
    const messaging = await openRaw(url);
    const pinging = await openRaw(url);
    time.steady = 1;
    ponging.socket.write(frame(pong));
    assert.ok(await isAlive(messaging));
    assert.is(await trade(pinging, frame(ping, 'x')), 'pong frame 78');

    time.steady = 60_000;
    assert.equal(await words(silent), silence);
    assert.equal(await words(ponging), silence, 'a pong is no sign of life');
    assert.is(await trade(pinging, frame(ping, 'x')), 'pong frame 78', 'silent for 59.999 s');

    time.steady = 60_001;
    assert.equal((await words(messaging)).at(-1), 'close 1000');
    assert.ok(await isAlive(pinging));
    time.steady = 120_001;
    assert.equal((await words(pinging)).at(-1), 'close 1000');
  },
);

atDesk(
  'silence is measured from the opening, in time that nobody can set',
  { rules: { ...quick, idleMilliseconds: 300 }, isRealTime: true },
  async ({ open }) => {
    const url = await open();
    const start = performance.now();
    const raw = await openRaw(url);
    assert.equal(await words(raw), silence);
    const took = performance.now() - start;
    assert.ok(took >= 299, `${took} ms`);
  },
);

atDesk('disconnects whoever answers no close', { rules: quick }, async ({ open, app, time }) => {
  const raw = await openRaw(await open());
  raw.socket.pause();
  time.steady = 60_000;
  await untilAlone(app, 0);
  raw.socket.destroy();
});

for (const [name, sent] of [
  ['messages', frame(text, 'ping')],
  ['bad messages', frame(text, '?')],
  ['pings', frame(ping)],
  ['pongs', frame(pong)],
] as const) {
  atDesk(
    `a flood of ${name} ends in 1008, and others do not notice`,
    { rules: quick },
    async ({ open }) => {
      const url = await open();
      const otherSocket = await openRaw(url);
      const flood = await openRaw(url);
      flood.socket.write(Buffer.concat(Array.from({ length: 10_000 }, () => sent)));
      while (flood.received().at(-1)?.opcode !== opcodes.close) await once(flood.socket, 'data');
      const came = await words(flood);
      assert.equal(came.slice(-2), ['error', 'close 1008']);
      assert.ok(came.length <= 603, `${came.length} answers`);
      assert.ok(await isAlive(otherSocket));
      otherSocket.socket.destroy();
    },
  );
}

atDesk(
  '600 messages a minute are no flood, minute after minute',
  { rules: { idleMilliseconds: 600_000 } },
  async ({ open, time }) => {
    const raw = await openRaw(await open());
    for (const steady of [0, 60_000, 120_000]) {
      time.steady = steady;
      const before = raw.received().length;
      raw.socket.write(Buffer.concat(Array.from({ length: 600 }, () => frame(text, 'ping'))));
      while (raw.received().length < before + 600) await once(raw.socket, 'data');
    }
    assert.ok(raw.received().every((received) => describe(received) === 'pong'));
    assert.is(await trade(raw, frame(text, '')), 'error');
  },
);

atDesk('a million parts of one byte end with the seventeenth', async ({ open }) => {
  const url = await open();
  const before = process.memoryUsage.rss();
  for (const between of [[], [frame(ping, 'x')]]) {
    const raw = await openRaw(url);
    const pair = Buffer.concat([frame(continuation, 'x', { isFinal: false }), ...between]);
    const thousand = Buffer.concat(Array.from({ length: 1000 }, () => pair));
    raw.socket.write(frame(text, 'a', { isFinal: false }));
    let written = 0;
    while (written < 1000 && !raw.socket.destroyed) {
      written += 1;
      if (!raw.socket.write(thousand)) {
        await Promise.race([once(raw.socket, 'drain'), raw.ended]).catch(() => {});
      }
    }
    assert.is((await words(raw)).at(-1), 'close 1008');
    assert.ok(written < 1000, 'not all of them were taken');
  }
  const grown = process.memoryUsage.rss() - before;
  assert.ok(grown < 60 * 1024 * 1024, `${grown} bytes`);
});

atDesk('a frame of a megabyte ends before it is read', async ({ open }) => {
  const raw = await openRaw(await open());
  raw.socket.write(frame(text, '', { declared: 1_048_576n }));
  assert.equal(await words(raw), ['close 1009']);
});

faults('disconnects a client that sends requests and never reads', async () => {
  const many = Array.from({ length: 2000 }, (_, at) => eventAt(at));
  await withDesk(
    async ({ open, app }) => {
      const url = await open();
      const otherSocket = await openRaw(url);
      const raw = await openRaw(url);
      raw.socket.pause();
      raw.socket.write(Buffer.concat(Array.from({ length: 500 }, () => frame(text, ''))));
      await untilAlone(app, 1);
      assert.ok(await isAlive(otherSocket));
      raw.socket.destroy();
      otherSocket.socket.destroy();
    },
    { events: many },
  );
});

atDesk(
  'a client has a limited number of connections at the same time',
  { rules: { connections: 2 } },
  async ({ open, app }) => {
    const url = await open();
    const from = nextAddress();
    const held = [await openRaw(url, from), await openRaw(url, from)];
    const { answers } = await exchange(url, handshake(), { from, wanted: 1 });
    assert.is(answers[0]?.status, 429);
    assert.ok(Number(answers[0]?.headers.get('retry-after')) > 0);
    const stranger = await openRaw(url);
    held[0]?.socket.destroy();
    await untilAlone(app, 2);
    const next = await openRaw(url, from);
    for (const { socket } of [...held, stranger, next]) socket.destroy();
  },
);

atDesk(
  'an end of the process is told to all, and does not wait for those who do not answer',
  async ({ open, app }) => {
    const url = await open();
    const raws = await Promise.all(Array.from({ length: 20 }, () => openRaw(url)));
    raws[0]?.socket.pause();
    const closed = app.close();
    for (const raw of raws.slice(1)) assert.equal(await words(raw), ['close 1001']);
    await closed;
    raws[0]?.socket.destroy();
  },
);

faults.run();
