import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Redis } from 'ioredis';
import { temporaryDirectory } from '../../../support/directory.ts';
import { freePort } from '../../../support/free-port.ts';
import { until } from '../../../support/until.ts';

/** Redis for one test, which can be stopped, killed and started again on the same port. */
export interface TestRedis {
  readonly url: string;
  /** Sends a command on its own connection. */
  command(name: string, ...words: readonly string[]): Promise<unknown>;
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

const password = 'swordfish-of-the-test';

/** Starts Redis. Returns null if redis-server is not installed. */
export async function startRedis(): Promise<TestRedis | null> {
  if (spawnSync('redis-server', ['--version']).error) return null;
  const directory = temporaryDirectory();
  const port = await freePort();
  const url = `redis://:${password}@127.0.0.1:${port}/0`;
  let server: ChildProcess | undefined;
  const kill = async () => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'close');
    server.kill('SIGKILL');
    await ended;
  };
  const redis: TestRedis = {
    url,
    async command(name, ...words) {
      const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
      client.on('error', () => {});
      try {
        await client.connect();
        return await client.call(name, ...words);
      } finally {
        client.disconnect();
      }
    },
    signal: (name) => void server?.kill(name),
    kill,
    async start() {
      server = spawn(
        'redis-server',
        [
          ...['--bind', '127.0.0.1', '--port', String(port), '--dir', directory],
          ...['--save', '', '--appendonly', 'no', '--requirepass', password],
        ],
        { stdio: 'ignore' },
      );
      await until(async () => (await redis.command('ping')) === 'PONG');
    },
    async close() {
      await kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  await redis.start();
  return redis;
}
