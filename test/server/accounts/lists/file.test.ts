import { once } from 'node:events';
import fs, { readdirSync, readlinkSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DataDirectory } from '../../../../pipeline/base/data-directory.ts';
import { type Log, silentLog } from '../../../../pipeline/base/log.ts';
import { removeOldVersions } from '../../../../pipeline/publish/snapshot/publish.ts';
import { nextTurn } from '../../../../server/accounts/lists/turns.ts';
import { bytesRead } from '../../../support/count-reads.ts';
import { until } from '../../../support/until.ts';
import { tradeRows } from '../../rows.ts';
import {
  bearer,
  closeWorld,
  facts,
  northId,
  openWorld,
  publishFacts,
  type World,
} from '../../world.ts';

const file = suite('a list as a file');

const path = '/api/v1/accounts/north-eurusd/trades.csv';
const parts = facts[northId]?.parts ?? {};
const largeRows = 2500;
/** About 25 MB: more than a socket buffers. */
const large = {
  ...facts,
  [northId]: {
    parts,
    lists: {
      trades: tradeRows(largeRows).map((row) => ({
        ...row,
        object: { ...row.object, comment: 'x'.repeat(10_000) },
      })),
      positions: [],
    },
  },
};
const largeBytes = largeRows * 10_000;
const maxSocketBytes = 16_000_000;

interface Open {
  readonly world: World;
  readonly port: number;
  readonly key: string;
}

// One world for all tests, because it takes seconds to publish the large list. Tests leave that in
// service, except the last two.
let open: Open;
const errors: string[] = [];
const log: Log = {
  ...silentLog,
  error: (_, fields = {}) => void errors.push(JSON.stringify(fields)),
};

file.before(async () => {
  const world = await openWorld({ facts: large, log });
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  const address = world.app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  open = { world, port, key: (await world.keyOf('solo')).key };
});
file.after(async () => {
  open.world.app.server.closeAllConnections();
  await closeWorld(open.world);
});

/** Sends a request. Resolves to the response as soon as it begins. */
async function ask({ port, key }: Open, headers = {}): Promise<IncomingMessage> {
  const request = get({ port, path, headers: { ...bearer(key), ...headers }, agent: false });
  const [response] = await once(request, 'response');
  return response;
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Counts open objects below a data directory. */
const openFiles = (dataDir: DataDirectory): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(join(dataDir.snapshots, 'objects'));
    } catch {
      return false;
    }
  }).length;

/** Publishes another version, switches to it and removes the one before. */
async function replace({ world: { dataDir, snapshots } }: Open): Promise<void> {
  await publishFacts(dataDir);
  await snapshots.refresh();
  removeOldVersions(dataDir, 1);
}

file('is read only as fast as the client reads', async () => {
  await bodyOf(await ask(open));
  let response: IncomingMessage | undefined;
  const read = await bytesRead(async () => {
    response = await ask(open);
    response.pause();
    let before = -1;
    let taken = 0;
    // Waits until the sockets are full.
    await until(async () => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      [before, taken] = [taken, response?.socket.bytesRead ?? 0];
      return taken > 0 && taken === before;
    });
  });
  assert.ok(read < maxSocketBytes, `${read} bytes are read for nobody`);
  const rest = response ? await bodyOf(response) : '';
  assert.ok(rest.length > largeBytes);
  assert.is(rest.split('\r\n').length, 1 + largeRows + 1);
});

/** Makes reads of a file fail as soon as `fails` returns true. */
async function withFailingReads(
  fails: (bytes: number) => boolean,
  work: () => Promise<void>,
): Promise<void> {
  const { readSync } = fs;
  let bytes = 0;
  const replaceRead = (with_: unknown): void => {
    Object.assign(fs, { readSync: with_ });
    syncBuiltinESMExports();
  };
  replaceRead((...asked: Parameters<typeof readSync>) => {
    const count = readSync(...asked);
    bytes += count;
    if (fails(bytes)) throw new Error('EIO: the disk is gone');
    return count;
  });
  try {
    await work();
  } finally {
    replaceRead(readSync);
  }
}

file('is broken off where it cannot be read any further, which the log says once', async () => {
  const whole = await bodyOf(await ask(open));
  const storedFiles = openFiles(open.world.dataDir);
  await withFailingReads(
    (bytes) => bytes > whole.length / 2,
    async () => {
      const response = await ask(open);
      assert.is(response.statusCode, 200);
      const failure = await bodyOf(response).catch((error) => error);
      assert.match(String(failure), /aborted|ECONNRESET/);
    },
  );
  assert.is(errors.length, 1);
  assert.match(errors[0] ?? '', /the disk is gone/);
  assert.match(errors[0] ?? '', /trades\.csv/);
  assert.is(openFiles(open.world.dataDir), storedFiles);
  assert.ok((await bodyOf(await ask(open))) === whole);
});

file('releases its version when clients have gone, also one that pipelined requests', async () => {
  const { dataDir, snapshots } = open.world;
  errors.length = 0;
  const packed = { 'accept-encoding': 'gzip' };
  const responses: IncomingMessage[] = [];
  for (const headers of [{}, {}, packed, packed]) responses.push(await ask(open, headers));
  for (const response of responses) response.pause();
  const socket: Socket = connect({ port: open.port, host: '127.0.0.1' });
  const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${open.key}\r\n\r\n`;
  socket.write(request.repeat(3));
  await once(socket, 'readable');
  await new Promise((resolve) => setTimeout(resolve, 500));
  await replace(open);
  await publishFacts(dataDir, large);
  await snapshots.refresh();
  assert.ok(openFiles(dataDir) > 0, 'the version that is read stays open');
  for (const response of responses) response.destroy();
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.ok(openFiles(dataDir) > 0, 'for the pipelined requests');
  socket.destroy();
  await until(async () => openFiles(dataDir) === 0);
  assert.equal(errors, [], 'leaving is no failure');
});

file('comes completely from its first version, even if that is replaced and removed', async () => {
  const whole = await bodyOf(await ask(open));
  const response = await ask(open);
  response.pause();
  await replace(open);
  assert.ok((await bodyOf(response)) === whole);
  assert.not.ok((await bodyOf(await ask(open))).includes('xxx'));
});

file("is a 503 while it can't be read", async () => {
  errors.length = 0;
  const { dataDir, snapshots } = open.world;
  // Rows that no other test requests: the server remembers which file has a hash.
  const lists = { trades: tradeRows(30, { seed: 77 }), positions: [] };
  await publishFacts(dataDir, { ...facts, [northId]: { parts, lists } });
  await snapshots.refresh();
  for (const reads of [1, 2]) {
    await withFailingReads(
      (bytes) => bytes > 5000,
      async () => {
        const response = await ask(open, { 'accept-encoding': 'gzip' });
        assert.is(response.statusCode, 503);
        assert.is(response.headers['content-type'], 'application/problem+json; charset=utf-8');
        assert.is(response.headers['cache-control'], 'no-store');
        for (const name of ['etag', 'content-encoding', 'content-disposition']) {
          assert.is(response.headers[name], undefined, `${name}, read ${reads}`);
        }
        assert.is(JSON.parse(await bodyOf(response)).status, 503);
      },
    );
    assert.is(errors.length, reads);
    assert.match(errors.at(-1) ?? '', /the disk is gone/);
    // The hash is known from now on, so next time only the file itself can fail.
    assert.is((await bodyOf(await ask(open))).split('\r\n').length, 1 + 30 + 1);
  }
});

file('gives the event loop a turn before each piece, in the order of requests', async () => {
  const order: string[] = [];
  let turn = 0;
  let isOver = false;
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const work = async (name: string) => {
    for (let piece = 0; piece < 3; piece += 1) {
      await nextTurn();
      order.push(`${name} ${turn}`);
    }
  };
  await Promise.all([work('a'), work('b'), work('c')]);
  isOver = true;
  const turns = order.map((entry) => entry.split(' ')[1]);
  assert.is(new Set(turns).size, 9, order.join());
  assert.equal(
    order.map((entry) => entry.split(' ')[0]),
    ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c'],
  );
});

file.run();
