import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type DataDirectory, dataDirectory } from '../../pipeline/base/data-directory.ts';
import { silentLog } from '../../pipeline/base/log.ts';
import { createKey } from '../../pipeline/registry/keys.ts';
import { openRegistry } from '../../pipeline/registry/registry.ts';
import { startCommand } from '../server/commands/process.ts';
import { openServer, type Server } from '../server/open-server.ts';
import { bearer } from '../server/world.ts';
import { createLargeWorld, largeSlug } from './large-account-world.ts';

// Checks that pages and widgets of a large account cost little and make nobody wait:
//
//     node dist/test/load/large-account.js --trades 200000,1000000
//
// Fails if the best of several rounds of a widget takes over 2 ms. Meanwhile others
// request 60 widgets, or 8 files of all trades, at once. Also fails if the 99th percentile of
// another client's /healthz is then over 50 ms. Only an idle machine can tell.

const { values } = parseArgs({
  options: { trades: { type: 'string', default: '200000,1000000' }, data: { type: 'string' } },
});
const sizes = values.trades.split(',').map(Number);
const maxWidgetMilliseconds = 2;
const maxHealthMilliseconds = 50;
const widgetsAtOnce = 60;
const filesAtOnce = 8;
const rounds = 9;

const shapes = ['small', 'medium', 'large', 'preview'].flatMap((size) =>
  ['light', 'dark'].map((theme) => `size=${size}&theme=${theme}`),
);

/** Measures how long requests block the event loop: the first time and again, in this process. */
async function eventLoopFaults(dataDir: DataDirectory): Promise<string[]> {
  const faults: string[] = [];
  for (const size of sizes) {
    const slug = largeSlug(size);
    const widgets = ['.svg', ''].flatMap((end) =>
      shapes.map((shape) => `/widget/${slug}${end}?${shape}`),
    );
    const urls = [...widgets, `/account/${slug}`, '/?q=trades'];
    const best = new Map(urls.map((url) => [url, { cold: Infinity, warm: Infinity }]));
    for (let round = 0; round < rounds; round += 1) {
      const server = await openServer({
        dataDir,
        clock: () => new Date(),
        log: silentLog,
        isWatched: false,
      });
      await take(server, '/healthz');
      for (const [url, known] of best) {
        known.cold = Math.min(known.cold, await take(server, url));
        known.warm = Math.min(known.warm, await take(server, url));
      }
      await server.close();
    }
    for (const [url, { cold, warm }] of best) {
      console.log(`${size}: ${cold.toFixed(2)} ms, again ${warm.toFixed(2)} ms: ${url}`);
      if (widgets.includes(url) && Math.max(cold, warm) > maxWidgetMilliseconds) {
        faults.push(`${url}: ${cold} ms, again ${warm} ms`);
      }
    }
  }
  return faults;
}

/** Measures the milliseconds of one request that waits for nothing but the event loop. */
async function take({ app }: Server, url: string): Promise<number> {
  const begin = performance.now();
  const { statusCode } = await app.inject(url);
  const took = performance.now() - begin;
  if (statusCode !== 200) throw new Error(`${url}: ${statusCode}`);
  return took;
}

/** Requests that other clients send at once, in rounds, while one client asks for /healthz. */
interface Load {
  readonly name: string;
  readonly rounds: number;
  ask(url: string, slug: string, round: number): Promise<unknown>[];
}

const widgetLoad: Load = {
  name: 'widgets',
  rounds,
  ask: (url, slug, round) =>
    Array.from({ length: widgetsAtOnce }, (_, at) => {
      const end = ['.svg', '.png', ''][at % 3] ?? '';
      const shape = shapes[Math.floor(at / 3) % shapes.length] ?? '';
      // Each round has its own client address, because one client may not ask for that many.
      return ask(`${url}/widget/${slug}${end}?${shape}`, `127.0.1.${round + 1}`);
    }),
};

const fileLoad = (key: string): Load => ({
  name: 'files of all trades',
  rounds: 1,
  ask: (url, slug) =>
    Array.from({ length: filesAtOnce }, (_, at) =>
      ask(`${url}/api/v1/accounts/${slug}/trades.csv`, `127.0.2.${at + 1}`, key),
    ),
});

/** Makes a key that may read lists. */
async function createReaderKey(dataDir: DataDirectory): Promise<string> {
  const registry = await openRegistry({ dataDir, clock: () => new Date() });
  try {
    const scopes = ['accounts:read'] as const;
    const wanted = { owner: 'large', name: 'large-account', scopes: [...scopes] };
    return (await createKey(registry, wanted)).key;
  } finally {
    await registry.close();
  }
}

/** Measures how long another client waits meanwhile: with a cold cache, then with a warm one. */
async function healthFaults(dataDir: DataDirectory): Promise<string[]> {
  const faults: string[] = [];
  const loads = [widgetLoad, fileLoad(await createReaderKey(dataDir))];
  for (const size of sizes) {
    for (const load of loads) {
      const { child, answers, ended } = startCommand(['serve'], dataDir);
      const { url } = await answers;
      for (let at = 0; at < 50; at += 1) await ask(`${url}/healthz`, '127.0.0.1');
      const waits: number[] = [];
      for (let round = 0; round < load.rounds; round += 1) {
        let isOver = false;
        const asking = Promise.all(load.ask(url, largeSlug(size), round)).finally(() => {
          isOver = true;
        });
        do waits.push(await ask(`${url}/healthz`, '127.0.0.1'));
        while (!isOver);
        await asking;
      }
      child.kill('SIGTERM');
      await ended;
      const p99 = percentile(waits, 0.99);
      const found = `${p99.toFixed(1)} ms in the 99th percentile of ${waits.length}`;
      console.log(`${size}: /healthz next to ${load.name}: ${found}`);
      if (p99 > maxHealthMilliseconds) {
        faults.push(`/healthz next to ${load.name} of ${size} trades: ${p99} ms`);
      }
    }
  }
  return faults;
}

const agents = new Map<string, Agent>();

/** Measures the milliseconds until a client at that address has the whole answer. */
function ask(url: string, localAddress: string, key?: string): Promise<number> {
  const agent = agents.get(localAddress) ?? new Agent({ keepAlive: true });
  agents.set(localAddress, agent);
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent, localAddress, headers: bearer(key) }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      response.resume().on('end', () => resolve(performance.now() - begin));
    }).on('error', reject);
  });
}

const percentile = (samples: readonly number[], share: number): number =>
  samples.toSorted((first, second) => first - second)[Math.floor(samples.length * share)] ?? 0;

const directory = mkdtempSync(join(tmpdir(), 'large-account-'));
try {
  const dataDir = dataDirectory(values.data ?? (await createLargeWorld(directory, sizes)));
  const faults = [...(await eventLoopFaults(dataDir)), ...(await healthFaults(dataDir))];
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  rmSync(directory, { recursive: true });
}
