import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { program } from '../support/program.ts';
import { createDemo } from './soak-world.ts';

// Serves with a schedule while trades keep coming in and clients keep asking:
//
//     node dist/test/load/soak.js --minutes 20
//
// Prints memory and descriptors of the server. Fails if they grow, or if an answer is a 5xx.

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '20' } } });
const until = performance.now() + Number(values.minutes) * 60_000;
const root = mkdtempSync(join(tmpdir(), 'trackrecord-soak-'));
const source = join(root, 'source');
mkdirSync(source);
const { keys, slugs, writeTrades } = await createDemo(root, source);

const child = spawn(
  process.execPath,
  [...program('trackrecord.ts'), 'serve', '--with-schedule', '--source', source],
  {
    env: {
      ...process.env,
      TRACKRECORD_DATA: join(root, 'data'),
      TRACKRECORD_CRON: '*/20 * * * * *',
      TRACKRECORD_CALENDAR_CRON: '*/30 * * * * *',
      PORT: '0',
      CALENDAR_PORT: '0',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const [line] = await once(createInterface(child.stdout), 'line');
const { url, calendar_url } = JSON.parse(String(line));

const statuses = new Map<number, number>();
const samples: { readonly megabytes: number; readonly descriptors: number }[] = [];
const isOver = () => performance.now() >= until;

try {
  while ((await fetch(`${url}/healthz`)).status !== 200) await pause(500);
  await Promise.all([
    ...keys.map((key, number) => ask(key, number)),
    ...Array.from({ length: 20 }, listen),
    trade(),
    sample(),
  ]);
} finally {
  child.kill('SIGTERM');
  await once(child, 'close');
  rmSync(root, { recursive: true, force: true });
}
report();

/** Asks as one client, within the limits of its key. */
async function ask(key: string, number: number): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  for (let turn = number; !isOver(); turn += 1) {
    const slug = slugs[turn % slugs.length];
    const paths = [
      `/api/v1/accounts/${slug}?include=equity_curve,advanced,monthly`,
      `/api/v1/accounts/${slug}/trades?page=${1 + (turn % 3)}`,
      `/api/v1/accounts/${slug}/trades.csv`,
      `/api/v1/search/accounts?q=${turn % 10}`,
      `/account/${slug}`,
      '/api/public/calendar/v1?impact=all&days=7',
    ];
    const response = await fetch(`${url}${paths[turn % paths.length]}`, { headers });
    await response.arrayBuffer();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    // Fifteen clients at one address send some 110 requests a minute, below their limit.
    await pause(1_700);
  }
}

/** Opens a socket that asks sometimes, and opens a new one if it was closed. */
async function listen(): Promise<void> {
  while (!isOver()) {
    const socket = new WebSocket(calendar_url);
    await once(socket, 'open');
    for (let turn = 0; turn < 8 && !isOver(); turn += 1) {
      socket.send(turn % 2 === 0 ? 'ping' : 'impact=all');
      await Promise.race([once(socket, 'message'), once(socket, 'close')]);
      await pause(25_000);
    }
    socket.close();
  }
}

/** Adds a file of new trades every few seconds. Each file appears complete, by a rename. */
async function trade(): Promise<void> {
  for (let batch = 0; !isOver(); batch += 1) {
    const path = join(source, 'trades-live.csv');
    writeFileSync(`${path}.tmp`, writeTrades(batch));
    renameSync(`${path}.tmp`, path);
    await pause(7_000);
  }
}

async function sample(): Promise<void> {
  while (!isOver()) {
    await pause(5_000);
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
    const descriptors = readdirSync(`/proc/${child.pid}/fd`).length;
    samples.push({ megabytes: kilobytes / 1024, descriptors });
  }
}

function report(): void {
  const half = samples.slice(Math.floor(samples.length / 2));
  const slope = slopeOf(half.map(({ megabytes }) => megabytes)) * 12 * 60;
  const descriptors = half.map((sample) => sample.descriptors);
  const [min, max] = [Math.min(...descriptors), Math.max(...descriptors)];
  const answers = [...statuses].sort().map(([status, count]) => `${count} × ${status}`);
  const megabytes = samples.map((sample) => Math.round(sample.megabytes));
  const tenths = megabytes.filter((_, at) => at % Math.ceil(megabytes.length / 20) === 0);
  console.log(`answers: ${answers.join(', ')}`);
  console.log(`resident MB: ${tenths.join(' ')}`);
  console.log(`second half: ${slope.toFixed(1)} MB an hour, ${min} to ${max} descriptors`);
  const isFaulty = [...statuses.keys()].some((status) => status >= 500);
  process.exitCode = isFaulty || slope > 60 || max - min > 40 ? 1 : 0;
}

/**
 * Computes the slope of evenly spaced values by least squares: growth from one value to the next.
 */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const covariance = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0);
  const variance = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  return covariance / variance;
}
