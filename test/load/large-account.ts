import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { silentLog } from '../../pipeline/log.ts';
import { startCommand } from '../server/commands/process.ts';
import { openServer, type Server } from '../server/open-server.ts';
import { createLargeWorld, largeSlug } from './large-account-world.ts';

// Whether pages and widgets of a large account cost little, and make nobody else wait:
// node --import tsx test/load/large-account.ts --trades 200000,1000000
// Fails where a widget takes more than 2 ms of the event loop in the median, or the 99th percentile
// of another client's /healthz is over 50 ms while 60 widgets are asked for at once.

const { values } = parseArgs({
  options: { trades: { type: 'string', default: '200000,1000000' }, data: { type: 'string' } },
});
const sizes = values.trades.split(',').map(Number);
const mostWidgetMilliseconds = 2;
const mostHealthMilliseconds = 50;
const widgetsAtOnce = 60;
const rounds = 5;

const shapes = ['small', 'medium', 'large', 'preview'].flatMap((size) =>
  ['light', 'dark'].map((theme) => `size=${size}&theme=${theme}`),
);

const directory = mkdtempSync(join(tmpdir(), 'large-account-'));
try {
  const dataDir = values.data ?? (await createLargeWorld(directory, sizes));
  const faults = [...(await eventLoopFaults(dataDir)), ...(await healthFaults(dataDir))];
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  rmSync(directory, { recursive: true });
}

/** What each address takes of the event loop, first and again; measured in this process. */
async function eventLoopFaults(dataDir: string): Promise<string[]> {
  const server = await open(dataDir);
  const faults: string[] = [];
  const [largest] = sizes.toSorted((one, other) => other - one);
  // The compiler's share is nobody's: it is paid for once by whatever is asked first.
  for (const shape of shapes) await take(server, `/widget/${largeSlug(sizes[0] ?? 0)}?${shape}`);
  await server.close();
  for (const size of sizes) {
    const slug = largeSlug(size);
    const fresh = await open(dataDir);
    for (const end of ['.svg', '']) {
      const urls = shapes.map((shape) => `/widget/${slug}${end}?${shape}`);
      const cold = await all(fresh, urls);
      const warm = await all(fresh, urls);
      console.log(`${size} widget${end}: ${cold.toFixed(2)} ms cold, ${warm.toFixed(2)} ms warm`);
      if (size === largest && Math.max(cold, warm) > mostWidgetMilliseconds) {
        faults.push(`widget${end} of ${size} trades: ${cold} ms, again ${warm} ms`);
      }
    }
    for (const url of [`/account/${slug}`, '/?q=trades']) {
      const [cold, warm] = [await take(fresh, url), await take(fresh, url)];
      console.log(`${size} ${url}: ${cold.toFixed(2)} ms cold, ${warm.toFixed(2)} ms warm`);
    }
    await fresh.close();
  }
  return faults;
}

const open = (dataDir: string): Promise<Server> =>
  openServer({ dataDir, clock: () => new Date(), log: silentLog, isWatched: false });

/** Median of what addresses take, one after the other. */
async function all(server: Server, urls: readonly string[]): Promise<number> {
  const took: number[] = [];
  for (const url of urls) took.push(await take(server, url));
  return percentile(took, 0.5);
}

/** Milliseconds that the event loop was busy with one request. */
async function take({ app }: Server, url: string): Promise<number> {
  const before = performance.eventLoopUtilization();
  const { statusCode } = await app.inject(url);
  const { active } = performance.eventLoopUtilization(before);
  if (statusCode !== 200) throw new Error(`${url}: ${statusCode}`);
  return active;
}

/** How long another client waits while widgets are asked for, cold and then warm. */
async function healthFaults(dataDir: string): Promise<string[]> {
  const faults: string[] = [];
  for (const size of sizes) {
    const { child, answers, ended } = startCommand(['serve'], dataDir);
    const { url } = await answers;
    for (let at = 0; at < 50; at += 1) await ask(`${url}/healthz`, '127.0.0.1');
    const waits: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      let isOver = false;
      const asking = Promise.all(
        Array.from({ length: widgetsAtOnce }, (_, at) => {
          const end = ['.svg', '.png', ''][at % 3] ?? '';
          const shape = shapes[Math.floor(at / 3) % shapes.length] ?? '';
          // Another address each round: one alone may not ask for that many.
          return ask(`${url}/widget/${largeSlug(size)}${end}?${shape}`, `127.0.1.${round + 1}`);
        }),
      ).finally(() => {
        isOver = true;
      });
      do waits.push(await ask(`${url}/healthz`, '127.0.0.1'));
      while (!isOver);
      await asking;
    }
    child.kill('SIGTERM');
    await ended;
    const p99 = percentile(waits, 0.99);
    console.log(`${size}: /healthz ${p99.toFixed(1)} ms in the 99th percentile of ${waits.length}`);
    if (p99 > mostHealthMilliseconds) faults.push(`/healthz beside ${size} trades: ${p99} ms`);
  }
  return faults;
}

const agents = new Map<string, Agent>();

/** Milliseconds until an answer to a client at that address is whole. */
function ask(url: string, localAddress: string): Promise<number> {
  const agent = agents.get(localAddress) ?? new Agent({ keepAlive: true });
  agents.set(localAddress, agent);
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent, localAddress }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      response.resume().on('end', () => resolve(performance.now() - begin));
    }).on('error', reject);
  });
}

const percentile = (samples: readonly number[], share: number): number =>
  samples.toSorted((one, other) => one - other)[Math.floor(samples.length * share)] ?? 0;
