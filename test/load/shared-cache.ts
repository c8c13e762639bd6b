import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { has } from '../bench/serving/load.ts';
import { bearer, gold, secret, withWorld } from '../server/world.ts';
import { freePort } from '../support/free-port.ts';

// Checks that a shared cache gives nobody another client's answer:
//
//     node dist/test/load/shared-cache.js --requests 20000

const { values } = parseArgs({ options: { requests: { type: 'string', default: '20000' } } });
const atOnce = 16;

if (await has('nginx')) await run(Number(values.requests));
else console.log('skipped: nginx is not installed');

/**
 * Sends requests of an owner, of a stranger with a key, and of somebody without one, in turn
 * through one cache.
 */
async function run(requests: number): Promise<void> {
  await withWorld(async ({ app, keyOf, apply }) => {
    await apply({ ...gold, hide: ['advanced', 'monthly'] });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const keys = [(await keyOf('north-desk')).key, (await keyOf('solo')).key, undefined];
    const urls = [
      `/api/v1/accounts/${secret.slug}`,
      `/api/v1/accounts/${gold.slug}?include=advanced,monthly`,
      '/api/v1/accounts',
      '/api/v1/search/accounts',
    ];
    const asks = urls.flatMap((url) => keys.map((key) => ({ url, headers: bearer(key) })));
    const ownAddress = app.server.address();
    const upstream = typeof ownAddress === 'object' && ownAddress !== null ? ownAddress.port : 0;
    const cases = await Promise.all(
      asks.map(async (ask) => ({ ...ask, expected: (await app.inject(ask)).body })),
    );
    const { nginx, port, directory } = await startCache(upstream);
    let crossings = 0;
    let sent = 0;
    const client = async (): Promise<void> => {
      while (sent < requests) {
        const nextCase = cases[sent % cases.length];
        sent += 1;
        if (nextCase === undefined) continue;
        const response = await fetch(`http://127.0.0.1:${port}${nextCase.url}`, {
          headers: nextCase.headers,
        });
        if ((await response.text()) !== nextCase.expected) crossings += 1;
      }
    };
    try {
      await Promise.all(Array.from({ length: atOnce }, client));
    } finally {
      nginx.kill();
      await once(nginx, 'close');
      rmSync(directory, { recursive: true, force: true });
    }
    console.log(`${sent} requests of ${cases.length} kinds, ${crossings} crossings`);
    process.exitCode = crossings === 0 ? 0 : 1;
  });
}

interface Cache {
  readonly nginx: ChildProcess;
  readonly port: number;
  readonly directory: string;
}

/** Starts nginx as a cache that stores every answer that doesn't forbid it, by address only. */
async function startCache(upstream: number): Promise<Cache> {
  const directory = mkdtempSync(join(tmpdir(), 'trackrecord-cache-'));
  mkdirSync(join(directory, 'kept'));
  // If root starts nginx, its workers run as another user.
  for (const path of [directory, join(directory, 'kept')]) chmodSync(path, 0o777);
  const port = await freePort();
  const configuration = `
    daemon off; pid ${directory}/pid; error_log ${directory}/error.log;
    events {}
    http {
      access_log off;
      proxy_cache_path ${directory}/kept keys_zone=kept:10m;
      proxy_temp_path ${directory}/temp; client_body_temp_path ${directory}/body;
      fastcgi_temp_path ${directory}/f; uwsgi_temp_path ${directory}/u; scgi_temp_path ${directory}/s;
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://127.0.0.1:${upstream};
          proxy_cache kept; proxy_cache_key $request_uri; proxy_cache_valid any 10m;
        }
      }
    }`;
  writeFileSync(join(directory, 'nginx.conf'), configuration);
  const nginx = spawn('nginx', ['-c', join(directory, 'nginx.conf'), '-p', directory], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  while (!(await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null)));
  return { nginx, port, directory };
}
