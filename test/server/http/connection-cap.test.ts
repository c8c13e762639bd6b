import { EventEmitter, once } from 'node:events';
import { connect, Socket } from 'node:net';
import { fastify } from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { WebSocket } from 'ws';
import { type Log, silentLog } from '../../../pipeline/base/log.ts';
import {
  type ConnectionCapOptions,
  capConnections,
  connectionsPerClient,
} from '../../../server/http/connection-cap.ts';
import { listen } from '../../../server/http/listen.ts';
import { noLimits } from '../open-server.ts';
import { nextAddress } from '../raw.ts';
import { withMetrics, withServing } from '../serving.ts';

const cap = suite('connections of an address');

interface Client {
  readonly socket: Socket;
  /** Returns true if the connection got an answer, and so stays open. */
  readonly isLetIn: boolean;
}

const request = 'GET /healthz HTTP/1.1\r\nHost: records.example\r\n\r\n';

async function enter(url: string, from: string): Promise<Client> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  socket.on('error', () => {});
  socket.write(request);
  const isLetIn = await Promise.race([
    once(socket, 'data').then(() => true),
    once(socket, 'close').then(() => false),
  ]);
  return { socket, isLetIn };
}

/** Opens a port that accepts two connections for each address. */
async function withPort(
  options: Partial<ConnectionCapOptions>,
  work: (mayEnter: (from: string) => Promise<boolean>, sockets: Socket[]) => Promise<void>,
): Promise<void> {
  const app = fastify({ forceCloseConnections: true });
  app.get('/healthz', () => 'here');
  capConnections(app.server, { port: 'PORT', trustProxy: [], log: silentLog, max: 2, ...options });
  const url = `http://127.0.0.1:${await listen(app, 'PORT', { host: '127.0.0.1', port: 0 })}`;
  const sockets: Socket[] = [];
  const mayEnter = async (from: string) => {
    const { socket, isLetIn } = await enter(url, from);
    sockets.push(socket);
    return isLetIn;
  };
  try {
    await work(mayEnter, sockets);
  } finally {
    for (const socket of sockets) socket.destroy();
    await app.close();
  }
}

/**
 * Tells which of these addresses may connect, one after the other, on a port that accepts two for
 * each.
 */
function entering(addresses: readonly string[], trustProxy: readonly string[] = []): boolean[] {
  const server = new EventEmitter();
  capConnections(server, { port: 'PORT', trustProxy, log: silentLog, max: 2 });
  return addresses.map((remoteAddress) => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
    server.emit('connection', socket);
    return !socket.destroyed;
  });
}

cap('are limited per address; another address, or a new one after an end, is let in', async () => {
  await withPort({}, async (mayEnter, sockets) => {
    const [one, other] = [nextAddress(), nextAddress()];
    assert.equal(
      [await mayEnter(one), await mayEnter(one), await mayEnter(one)],
      [true, true, false],
    );
    assert.ok(await mayEnter(other));
    sockets[0]?.destroy();
    // Waits until the server has noticed it.
    while (!(await mayEnter(one))) assert.ok(sockets.length < 10_000);
    assert.not(await mayEnter(one));
  });
});

cap('of a trusted proxy are not counted, as they are everybody’s', async () => {
  const [proxy, stranger] = ['127.250.0.7', '127.251.0.7'];
  await withPort({ trustProxy: ['127.250.0.0/16', '10.0.0.1'] }, async (mayEnter) => {
    for (let number = 0; number < 5; number += 1) assert.ok(await mayEnter(proxy));
    assert.equal(
      [await mayEnter(stranger), await mayEnter(stranger), await mayEnter(stranger)],
      [true, true, false],
    );
  });
});

cap('are counted for IPv4 mapped or not, and for an IPv6 /64', () => {
  assert.equal(entering(['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1', '::ffff:192.0.2.2']), [
    ...[true, true, false],
    true,
  ]);
  assert.equal(entering(['2001:db8::1', '2001:db8::2', '2001:db8:0:0:9::', '2001:db8:0:1::']), [
    ...[true, true, false],
    true,
  ]);
  const proxies = ['2001:db8::1', '::ffff:192.0.2.1', 'fe80::1%eth0'];
  const five = proxies.flatMap((proxy) => Array.from({ length: 5 }, () => proxy));
  assert.not(entering(five, ['2001:db8::/32', '192.0.2.0/24', 'fe80::/10']).includes(false));
});

cap('of an IPv6 /48 are as many as of 16 of its networks', () => {
  const networks = Array.from({ length: 20 }, (_, network) => `2001:db8:0:${network}::1`);
  const letIn = entering(networks.flatMap((network) => [network, network]));
  assert.is(letIn.filter(Boolean).length, 32);
  assert.equal(entering([...networks, ...networks, '2001:db8:1::1']).slice(-1), [true]);
});

cap('that are refused make one line a minute, and each is counted', async () => {
  const lines: unknown[] = [];
  const log: Log = { ...silentLog, warn: (message, fields) => lines.push({ message, ...fields }) };
  let steady = 0;
  let refused = 0;
  const onRefusal = () => {
    refused += 1;
  };
  const options = { log, steady: () => steady, onRefusal };
  await withPort(options, async (mayEnter) => {
    const from = nextAddress();
    const message = 'too many open connections from one address; new ones are closed';
    const line = { message, port: 'PORT', client: from, max: 2 };
    for (let number = 0; number < 12; number += 1) await mayEnter(from);
    assert.equal(lines, [{ ...line, times: 1 }]);
    steady = 60_000;
    await mayEnter(from);
    assert.equal(lines.slice(1), [{ ...line, times: 10 }]);
    assert.is(refused, 11);
  });
});

/** Reads how many connections a port refused, as its metrics say. */
async function refusedBy(port: string, readMetrics: () => Promise<string>): Promise<number> {
  const line = `^trackrecord_connections_refused_total{port="${port}"} (\\d+)$`;
  return Number(new RegExp(line, 'm').exec(await readMetrics())?.[1]);
}

cap(`are ${connectionsPerClient} on both ports, to which WebSockets do not count`, async () => {
  await withMetrics(async ({ url, calendarUrl }, _world, readMetrics) => {
    for (const [name, address] of [
      ['api', url],
      ['calendar', calendarUrl],
    ] as const) {
      const from = nextAddress();
      const http = address.replace('ws', 'http');
      const enough = Array.from({ length: connectionsPerClient }, () => enter(http, from));
      const clients = await Promise.all(enough);
      assert.not(
        clients.some(({ isLetIn }) => !isLetIn),
        name,
      );
      const next = await enter(http, from);
      assert.not(next.isLetIn, name);
      assert.is(await refusedBy(name, readMetrics), 1);
      for (const { socket } of clients) socket.destroy();
    }
    const localAddress = nextAddress();
    const sockets: WebSocket[] = [];
    for (let number = 0; number < connectionsPerClient + 2; number += 1) {
      const socket = new WebSocket(calendarUrl, { localAddress });
      await once(socket, 'open');
      sockets.push(socket);
    }
    assert.ok((await enter(calendarUrl.replace('ws', 'http'), localAddress)).isLetIn);
    for (const socket of sockets) socket.terminate();
  });
});

cap('of a proxy named in TRUST_PROXY may be more on both ports', async () => {
  const proxy = nextAddress();
  const settings = { TRUST_PROXY: proxy };
  await withServing(
    async ({ url, calendarUrl }) => {
      for (const address of [url, calendarUrl.replace('ws', 'http')]) {
        const many = Array.from({ length: connectionsPerClient + 10 }, () => enter(address, proxy));
        const clients = await Promise.all(many);
        assert.not(clients.some(({ isLetIn }) => !isLetIn));
        for (const { socket } of clients) socket.destroy();
      }
    },
    { settings, limits: noLimits },
  );
});

cap('of localhost are all of one server, which has the caps', async () => {
  const app = fastify();
  try {
    await listen(app, 'PORT', { host: 'localhost', port: 0 });
    assert.is(app.addresses().length, 1);
  } finally {
    await app.close();
  }
});

cap.run();
