import { rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { type Log, silentLog } from '../../pipeline/base/log.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { createKey } from '../../pipeline/registry/keys.ts';
import { scenariosDirectory } from '../oracle/scenarios.ts';
import { openServer, type Server } from '../server/open-server.ts';
import { publishWorld } from '../support/published.ts';
import { randomFrom } from '../support/random.ts';
import { brokenPromise, type FuzzAnswer } from './promises.ts';
import { type FuzzRequest, randomRequest, type Words } from './requests.ts';

export interface FuzzReport {
  readonly requests: number;
  readonly statuses: ReadonlyMap<number, number>;
  /** First requests whose answers broke a promise, each with the promise. */
  readonly faults: readonly string[];
  /** Growth of resident memory after the first tenth of the requests: 0.05 is 5 %. */
  readonly growth: number;
}

export interface FuzzOptions {
  readonly requests: number;
  readonly seed: number;
  onProgress?(done: number): void;
}

const scenario = join(scenariosDirectory, 'portfolio-platforms-and-cuts');
const maxFaults = 20;
const now = new Date('2024-07-01T12:00:00Z');
/** One request in this many goes over a socket. */
const socketShare = 20;
/** Matches addresses that `inject` would change, so that they must go over a socket. */
const isTidied = /[\\]|\/(?:\.|%2e)|^(?:[^/]|\/\/)/i;

/**
 * Sends random requests to an API over a published scenario. Checks every answer against its
 * promises.
 */
export async function fuzz({ requests, seed, onProgress }: FuzzOptions): Promise<FuzzReport> {
  const published = await publishWorld(scenario, now);
  const faults: string[] = [];
  const log: Log = {
    ...silentLog,
    error: (message, fields) => void faults.push(`${message} ${JSON.stringify(fields)}`),
  };
  const unhandled = (error: unknown) => void faults.push(`unhandled: ${String(error)}`);
  process.on('unhandledRejection', unhandled);
  const server = await openServer({ dataDir: published.dataDir, clock: () => now, log });
  const agent = new Agent({ keepAlive: true });
  try {
    const words = await wordsOf(server);
    const port = await listenAnywhere(server);
    const statuses = new Map<number, number>();
    const random = randomFrom(seed);
    const warm = Math.ceil(requests / 10);
    const prototypes = prototypeNames();
    let resident = 0;
    for (let done = 0; done < requests && faults.length < maxFaults; done += 1) {
      if (done === warm) resident = residentBytes();
      const request = randomRequest(random, words);
      const isRaw = done % socketShare === 0 || isTidied.test(request.url);
      const answer = await (isRaw ? send(request, port, agent) : inject(request, server));
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const fault = brokenPromise(request, answer, words.keys);
      const { etag } = answer.headers;
      if (typeof etag === 'string') words.etags[done % 64] = etag;
      if (fault !== null) faults.push(`${fault}: ${JSON.stringify(request)}`);
      onProgress?.(done + 1);
    }
    if (prototypeNames() !== prototypes) faults.push('a prototype was changed');
    return { requests, statuses, faults, growth: residentBytes() / resident - 1 };
  } finally {
    agent.destroy();
    await server.close();
    process.off('unhandledRejection', unhandled);
    published.remove();
    rmSync(published.dataDir.path, { recursive: true, force: true });
  }
}

async function wordsOf({ registry }: Server): Promise<Words & { etags: string[] }> {
  await applyRegistry(registry, {
    owners: [{ slug: 'other', name: null, plan: 'pro' }],
    accounts: [
      {
        slug: 'secret',
        type: 'account',
        account_id: 'MT5:canary@Secret-Live',
        owner: 'other',
        name: 'Canary',
        published: false,
      },
    ],
  });
  const keys = [
    await createKey(registry, {
      owner: 'desk',
      name: 'a',
      scopes: ['accounts:read', 'public:read'],
    }),
    await createKey(registry, { owner: 'other', name: 'b', scopes: ['accounts:read'] }),
    await createKey(registry, { owner: 'other', name: 'c', scopes: ['public:read'] }),
  ];
  const accounts = await registry.accounts();
  return { slugs: accounts.map(({ slug }) => slug), keys: keys.map(({ key }) => key), etags: [] };
}

async function listenAnywhere({ app }: Server): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function inject({ method, url, headers }: FuzzRequest, { app }: Server): Promise<FuzzAnswer> {
  const options = { method, url, headers };
  const response = await app.inject(knownMethod(options));
  return { status: response.statusCode, headers: response.headers, body: response.rawPayload };
}

const injectable = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Sends a request. Methods that `inject` doesn't know are sent as a POST. */
function knownMethod(options: Omit<InjectOptions, 'method'> & { method: string }): InjectOptions {
  const method = injectable.find((name) => name === options.method) ?? 'POST';
  return { ...options, method };
}

function send(request: FuzzRequest, port: number, agent: Agent): Promise<FuzzAnswer> {
  const { method, url, headers } = request;
  return new Promise((resolve, reject) => {
    const path = url.replace(/[^\x21-\x7e]/g, '_');
    const sent = httpRequest(
      { host: '127.0.0.1', port, method, path, headers, agent },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const status = response.statusCode ?? 0;
          resolve({ status, headers: response.headers, body: Buffer.concat(chunks) });
        });
      },
    );
    sent.on('error', reject);
    sent.end(headers['content-length'] === undefined ? undefined : 'x');
  });
}

function residentBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage.rss();
}

function prototypeNames(): string {
  const names = [Object, Array, Function, String].map(({ prototype }) =>
    Object.getOwnPropertyNames(prototype),
  );
  return JSON.stringify(names);
}
