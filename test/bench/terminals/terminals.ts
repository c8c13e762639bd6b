import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { hashKey, newConnectionKey } from '../../../pipeline/base/key-format.ts';
import { openDeliveries } from '../../../pipeline/deliveries/open.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { chunks } from '../../../pipeline/registry/chunks.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { startPostgres } from '../../pipeline/registry/postgres-server.ts';
import { type CommandProcess, startCommand } from '../../server/commands/process.ts';
import { whole } from '../figures.ts';
import type { BenchSettings } from '../settings.ts';
import { firstBody, minuteBody } from './bodies.ts';
import { type Sending, sendAll, sendApart, type Times } from './clients.ts';
import { cpuOf, readUses } from './processes.ts';

/** Connections of sendings at once. At 3,000 a second, that many wait for answers of 85 ms. */
const connections = 256;
const accountsOfOwner = 2;
/** Longest time of a process, in milliseconds. */
const longest = 20 * 60_000;
/** Most terminals that send their history, to bound the time. */
const mostWithHistory = 3_000;
/** Number of sendings at once: ten seconds at 3,000 a second. The compiler is warm long before. */
const atOnce = 30_000;
/** Longest time of sending during a run. */
const secondsDuringRun = 60;

/**
 * Simulates terminals that each send a small body a minute to a server: on one machine, then with
 * PostgreSQL and a store. Prints sendings a second, processor time and memory of the server, and
 * times of answers.
 */
export async function terminals(settings: BenchSettings, count: number): Promise<void> {
  const folder = join(settings.dir, 'terminals');
  rmSync(folder, { recursive: true, force: true });
  try {
    await simulate(settings, count, dataDirectory(join(folder, 'one')));
    const database = await startPostgres('on');
    if (database === null) throw new Error('PostgreSQL is not installed');
    try {
      const store = join(folder, 'store');
      mkdirSync(store, { recursive: true });
      const env = { databaseUrl: database.url, store };
      await simulate(settings, count, dataDirectory(join(folder, 'shared')), env);
    } finally {
      await database.stop();
    }
  } finally {
    if (!settings.keep) rmSync(folder, { recursive: true, force: true });
  }
}

async function simulate(
  { print, note, rounds }: BenchSettings,
  count: number,
  dataDir: DataDirectory,
  shared?: { readonly databaseUrl: string; readonly store: string },
): Promise<void> {
  const keys = await register(count, dataDir, shared?.databaseUrl ?? null);
  const env = {
    LOG_LEVEL: 'warn',
    TRACKRECORD_CRON: '0 0 1 1 *',
    ...(shared && { DATABASE_URL: shared.databaseUrl, TRACKRECORD_STORE: shared.store }),
  };
  const command = (name: string): CommandProcess =>
    startCommand([name], dataDir, env, undefined, longest);
  const server = command('serve');
  try {
    const { url } = await server.answers;
    const postgres = await postmasterOf(shared?.databaseUrl);
    const where = shared ? 'PostgreSQL' : 'one machine';
    let answered = 0;
    const measure = async (name: string, send: () => Promise<Times>): Promise<void> => {
      const begin = performance.now();
      const before = {
        server: readUses(server.child.pid),
        postgres: cpuOf(readUses(postgres)),
        bench: process.cpuUsage(),
      };
      const times = await send();
      answered += times.length;
      const seconds = (performance.now() - begin) / 1000;
      const uses = readUses(server.child.pid);
      const micros = (cpu: number) => whole((1e6 * cpu) / times.length);
      const ofServer = uses
        .map(({ cpuSeconds }, at) => micros(cpuSeconds - (before.server[at]?.cpuSeconds ?? 0)))
        .join(' + ');
      const { user, system } = process.cpuUsage(before.bench);
      const ofBench = whole((user + system) / times.length);
      const ofPostgres = micros(cpuOf(readUses(postgres)) - before.postgres);
      const sorted = times.sort((first, second) => first - second);
      const share = (part: number) => whole(sorted[Math.ceil(part * sorted.length) - 1] ?? 0);
      const memory = uses.map(({ megabytes }) => whole(megabytes)).join(' + ');
      print(
        `| ${name} | ${whole(times.length)} | ${whole(times.length / seconds)} | ${ofServer} | ${ofPostgres} | ${ofBench} | ${share(0.5)} | ${share(0.99)} | ${share(1)} | ${memory} |`,
      );
      note(
        `${whole(count)} terminals, ${where}, ${name}`,
        `${whole(times.length / seconds)} a second; CPU µs: server + receivers ${ofServer}, PostgreSQL ${ofPostgres}`,
      );
    };
    let minute = 0;
    const aMinute = () => {
      minute += 1;
      return sendings(keys, count, (number) => minuteBody(number, minute));
    };
    const sendOn = function* (isOver: (sent: number) => boolean): Generator<Sending> {
      for (let sent = 0; ; ) {
        for (const sending of aMinute()) {
          if (isOver(sent)) return;
          yield sending;
          sent += 1;
        }
      }
    };
    print(`${whole(count)} terminals, ${shared ? 'PostgreSQL and a store' : 'one machine'}`);
    print(`at once: ${connections} connections, each with one sending at a time`);
    print(
      '| sent | sendings | a second | CPU µs: server + receivers | of PostgreSQL | of the bench | median, ms | p99, ms | longest, ms | MB: server + receivers |',
    );
    print('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|');
    const histories = sendings(keys, Math.min(count, mostWithHistory), firstBody);
    await measure('first data, at once', () => sendAll(url, connections, histories));
    for (let round = 0; round < rounds; round += 1) {
      const some = sendOn((sent) => sent === atOnce);
      await measure('at once', () => sendAll(url, connections, some));
    }
    const perSecond = Math.max(count / 60, 10);
    let mostOpen = 0;
    await measure(`one a minute each (${whole(perSecond)} a second)`, async () => {
      const apart = await sendApart(url, aMinute(), perSecond);
      mostOpen = apart.mostOpen;
      return apart.times;
    });
    print(`${whole(mostOpen)} of their connections were open at once`);
    const stored = await countDeliveries(dataDir, shared);
    if (stored !== answered) throw new Error(`${answered} were answered, ${stored} are stored`);
    print(`${whole(answered)} were answered, and as many are stored`);
    const run = command('run');
    let isRunning = true;
    const ended = run.ended.then((code) => {
      isRunning = false;
      return code;
    });
    const begin = performance.now();
    const end = begin + secondsDuringRun * 1000;
    const some = sendOn(() => !isRunning || performance.now() > end);
    await measure('at once, during a run', () => sendAll(url, connections, some));
    const code = await ended;
    if (code !== 0) throw new Error(`the run ended with ${code}: ${run.output.stderr}`);
    print(`the run took ${whole((performance.now() - begin) / 1000)} s`);
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
  }
}

async function countDeliveries(
  dataDir: DataDirectory,
  shared: { readonly databaseUrl: string; readonly store: string } | undefined,
): Promise<number> {
  const address = shared ? { databaseUrl: shared.databaseUrl } : { path: dataDir.inbox.database };
  const deliveries = await openDeliveries(address);
  try {
    const { count } = await deliveries.read((db) =>
      db
        .selectFrom('deliveries')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    );
    return Number(count);
  } finally {
    await deliveries.close();
  }
}

function* sendings(
  keys: readonly string[],
  count: number,
  bodyOf: (number: number) => string,
): Generator<Sending> {
  for (let at = 0; at < count; at += 1) yield { key: keys[at] ?? '', body: bodyOf(at + 1) };
}

/** Registers accounts with a Connection Key each. Returns the keys. */
async function register(
  count: number,
  dataDir: DataDirectory,
  databaseUrl: string | null,
): Promise<string[]> {
  const registry = await openRegistry({ dataDir, databaseUrl, clock: () => new Date() });
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const ownerOf = (number: number) => `owner-${Math.ceil(number / accountsOfOwner)}`;
  try {
    for (const some of chunks(numbers)) {
      await applyRegistry(registry, {
        owners: [...new Set(some.map(ownerOf))].map((slug) => ({ slug, name: slug })),
        accounts: some.map((number) => ({
          slug: `terminal-${number}`,
          type: 'account',
          name: `Terminal ${number}`,
          account_id: `MT5:${number}@Bench`,
          owner: ownerOf(number),
          published: true,
        })),
      });
    }
    const keys = numbers.map(() => newConnectionKey());
    for (const some of chunks(numbers)) {
      const rows = some.map((number) => ({
        id: `conn_${number}`,
        account: `terminal-${number}`,
        owner: ownerOf(number),
        name: 'bench',
        sha256: hashKey(keys[number - 1] ?? ''),
        requests: 0,
        created_at: '2026-01-01T00:00:00Z',
        revoked_at: null,
        last_used_at: null,
      }));
      await registry.store.write((db) => db.insertInto('connection_keys').values(rows).execute());
    }
    return keys;
  } finally {
    await registry.close();
  }
}

/** Finds the process of a PostgreSQL server; undefined without a server. */
async function postmasterOf(url: string | undefined): Promise<number | undefined> {
  if (url === undefined) return undefined;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("select pg_read_file('postmaster.pid') as text");
  await client.end();
  return Number(rows[0]?.text.split('\n')[0]);
}
