import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { dataDirectory } from '../../pipeline/base/data-directory.ts';
import { ask } from '../server/calendar/ask.ts';
import { handshake } from '../server/calendar/socket/raw-socket.ts';
import { path } from '../server/calendar/world.ts';
import { program } from '../support/program.ts';

// Opens 10,000 WebSockets from 50 addresses, sends nothing, and asks over HTTP meanwhile. They may
// add 150 MB to the server's memory, and it must close each after 60 s of silence, at most 2 s off:
//
//     node dist/test/load/idle-connections.js [CONNECTIONS]

const wanted = Number(process.argv[2] ?? 10_000);
const addresses = Array.from({ length: 50 }, (_, at) => `127.0.0.${2 + at}`);
const timeoutSeconds = 75;
const maxMegabytes = 150;
const silenceSeconds = 60;
const toleranceSeconds = 2;

const dataDir = dataDirectory(mkdtempSync(join(tmpdir(), 'idle-')));
const server = spawn(process.execPath, [...program('trackrecord.ts'), 'serve'], {
  env: { ...process.env, TRACKRECORD_DATA: dataDir.path, PORT: '0', CALENDAR_PORT: '0' },
  stdio: ['ignore', 'pipe', 'ignore'],
});

/** Reads the resident memory of the server, in megabytes. */
function residentMegabytes(): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

interface Idle {
  /** Seconds until the server closed it; null if it did not in time. */
  readonly closed: Promise<number | null>;
}

async function openIdle(url: URL, localAddress: string): Promise<Idle> {
  const socket = connect({ host: url.hostname, port: Number(url.port), localAddress });
  socket.on('error', () => {});
  socket.write(handshake());
  await once(socket, 'data');
  const opened = performance.now();
  const closed = Promise.race([
    // The server sends only a close frame. It ends the connection after the answer to it.
    once(socket, 'data').then(() => {
      const seconds = (performance.now() - opened) / 1000;
      socket.end(Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8]));
      return seconds;
    }),
    wait(timeoutSeconds * 1000, null, { ref: false }),
  ]);
  return { closed };
}

const quantile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(2);

try {
  const [line] = await once(server.stdout, 'data');
  const url = new URL(JSON.parse(String(line)).calendar_url);
  await ask(`http://${url.host}${path}`);
  const before = residentMegabytes();
  const start = performance.now();
  const closing: Promise<number | null>[] = [];
  for (let at = 0; at < wanted; at += 500) {
    const opening = Array.from({ length: Math.min(500, wanted - at) }, (_, offset) =>
      openIdle(url, addresses[(at + offset) % addresses.length] ?? '127.0.0.2'),
    );
    for (const { closed } of await Promise.all(opening)) closing.push(closed);
  }
  console.log(`${closing.length} open after ${((performance.now() - start) / 1000).toFixed(1)} s`);

  let isOver = false;
  const all = Promise.all(closing).finally(() => {
    isOver = true;
  });
  let isClosing = false;
  Promise.race(closing).then(() => {
    isClosing = true;
  });
  const quiet: number[] = [];
  const busy: number[] = [];
  let max = 0;
  while (!isOver) {
    const asked = performance.now();
    await ask(`http://${url.host}${path}`, { localAddress: `127.0.1.${quiet.length % 250}` });
    (isClosing ? busy : quiet).push(performance.now() - asked);
    max = Math.max(max, residentMegabytes());
    await wait(20);
  }
  const seconds = (await all).filter((value) => value !== null).sort((a, b) => a - b);
  const inTime = seconds.filter((after) => Math.abs(after - silenceSeconds) <= toleranceSeconds);
  const isHeld = inTime.length === wanted && max - before <= maxMegabytes;
  process.exitCode = isHeld ? 0 : 1;
  console.log(`memory: ${before.toFixed(0)} MB before, ${max.toFixed(0)} MB at most`);
  console.log(
    `closed: ${seconds.length}, after ${quantile(seconds, 0)} to ${quantile(seconds, 1)} s, ` +
      `${inTime.length} of ${wanted} in time`,
  );
  for (const [phase, took] of Object.entries({ open: quiet, closing: busy })) {
    took.sort((a, b) => a - b);
    const [median, p99] = [quantile(took, 0.5), quantile(took, 0.99)];
    console.log(`HTTP while ${phase}: ${took.length} requests, median ${median} ms, p99 ${p99} ms`);
  }
} finally {
  server.kill('SIGTERM');
  await once(server, 'close');
  rmSync(dataDir.path, { recursive: true, force: true });
}
