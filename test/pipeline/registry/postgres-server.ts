import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Test } from 'uvu';
import { freePort } from '../../support/free-port.ts';
import { goldenDirectory } from '../../support/golden.ts';

/** PostgreSQL for tests: its address, and how to stop it. */
export interface TestDatabase {
  readonly url: string;
  stop(): Promise<void>;
  /**
   * Ends all connections and restarts the server: in order (`fast`, if unset), or as after a crash.
   * Undefined if the server is not ours.
   */
  restart?(way?: 'fast' | 'immediate'): Promise<void>;
}

/**
 * Makes a new schema in the server of DATABASE_URL, otherwise in a server that it starts. Returns
 * null if there is neither. With `fsync` on, commits of its own server reach the disk.
 */
export async function startPostgres(fsync: 'on' | 'off' = 'off'): Promise<TestDatabase | null> {
  const url = process.env.DATABASE_URL;
  if (url) return freshDatabase(url);
  const binaries = findBinaries();
  return binaries === null ? null : startServer(binaries, fsync);
}

/** Declares tests of a suite with a database that is stopped after them, if PostgreSQL is there. */
export async function withPostgres(
  { after }: Pick<Test, 'after'>,
  declare: (database: TestDatabase) => void,
): Promise<void> {
  const database = await startPostgres();
  if (database === null) {
    console.log('skipped: no DATABASE_URL and no PostgreSQL under /usr/lib/postgresql');
    return;
  }
  declare(database);
  after(database.stop);
}

/** Connects a client while the tests of a suite run. */
export function clientDuring(
  { before, after }: Pick<Test, 'before' | 'after'>,
  { url }: TestDatabase,
): pg.Client {
  const client = new pg.Client({ connectionString: url });
  before(async () => {
    await client.connect();
  });
  after(async () => {
    await client.end();
  });
  return client;
}

/** Removes all tables, also those of the migrations. */
export async function emptyDatabase(client: pg.Client): Promise<void> {
  await client.query('drop schema public cascade; create schema public');
}

let made = 0;

/** Makes an empty database in a server. */
export async function freshDatabase(url: string): Promise<TestDatabase> {
  made += 1;
  const name = `trackrecord_test_${process.pid}_${made}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const fresh = new URL(url);
  fresh.pathname = `/${name}`;
  return {
    url: fresh.href,
    async stop() {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

function findBinaries(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root) : [];
  const folders = versions.map((version) => join(root, version, 'bin'));
  return folders.findLast((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

async function startServer(binaries: string, fsync: string): Promise<TestDatabase> {
  const directory = mkdtempSync(join(tmpdir(), 'postgres-'));
  const user = serverUser();
  if (user.uid !== undefined) chownSync(directory, user.uid, user.gid);
  const data = join(directory, 'data');
  const options = { ...user, cwd: directory, stdio: 'ignore' } as const;
  const initialized = await goldenDirectory('postgres', (made) => initialize(binaries, made));
  execFileSync('cp', ['-a', join(initialized, 'data'), data], { stdio: 'ignore' });
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `fsync=${fsync}`,
    `unix_socket_directories=${directory}`,
  ];
  const start = () =>
    spawn(
      join(binaries, 'postgres'),
      ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
      options,
    );
  let server = start();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const end = async (signal: NodeJS.Signals = 'SIGINT') => {
    const ended = new Promise((resolve) => server.once('close', resolve));
    if (server.exitCode === null && server.kill(signal)) await ended;
  };
  const stop = async () => {
    await end();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await untilReady(url, server);
  } catch (error) {
    await stop();
    throw error;
  }
  const restart = async (way: 'fast' | 'immediate' = 'fast') => {
    await end(way === 'fast' ? 'SIGINT' : 'SIGQUIT');
    server = start();
    await untilReady(url, server);
  };
  return { url, stop, restart };
}

/** Makes an empty database cluster in the folder `data`. */
async function initialize(binaries: string, directory: string): Promise<void> {
  const user = serverUser();
  if (user.uid !== undefined) chownSync(directory, user.uid, user.gid);
  const data = join(directory, 'data');
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...user, cwd: directory, stdio: 'ignore' },
  );
}

// PostgreSQL refuses to run as root.
function serverUser(): { uid: number; gid: number } | { uid?: never } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      return await client.end();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error('PostgreSQL ended');
}
