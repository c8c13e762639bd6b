import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import pg from 'pg';
import { dataDirectory } from '../../pipeline/base/data-directory.ts';
import { exitCodes } from '../../pipeline/base/errors.ts';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { startRadosgw } from '../pipeline/publish/store/radosgw.ts';
import { startPostgres } from '../pipeline/registry/postgres-server.ts';
import { startRedis } from '../server/callers/limits/redis-server.ts';
import { startCommand } from '../server/commands/process.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { program } from '../support/program.ts';
import { randomFrom } from '../support/random.ts';
import { behind, startSilentProxy } from '../support/silent-proxy.ts';
import { longTimeout } from '../support/timeout.ts';
import { until } from '../support/until.ts';
import { faultsOfPartitions, type Going, type Scene } from './partitions-faults.ts';
import { startSending } from './partitions-sender.ts';
import { createPartitionsWorld } from './partitions-world.ts';
import { startSlurm } from './slurm.ts';

// Servers answer while partitions publish. First our files for systemd, GNU parallel and Slurm
// start them. Then a fault of `partitions-faults.ts` disturbs them each time:
//
//     node dist/test/load/partitions.js --kills 60 --seed 1 --seconds 1800
//
// Figures tell how many files were loaded. No answer may be wrong, mixed, or older than the last
// one of the same server, and each next run must succeed unaided. Data that is sent meanwhile must
// be published once. Clocks are minutes apart. It ends after `--kills` faults, or `--seconds`.
// `--only 'server lost,store full'` chooses faults.

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '1800' },
    only: { type: 'string' },
  },
});
const random = randomFrom(Number(values.seed));
const pick = <Item>(items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;
const faults: string[] = [];
const counts: Record<string, number> = {};
const count = (name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};
/** Number of files of trades so far. */
let written = 0;
/** Number of times that a fault disturbed the partitions. */
let kills = 0;
const seconds = (): number => Math.round(performance.now() / 1000);
/** Milliseconds of the last run that nothing disturbed. */
let usual = 3000;

/** Seconds by which the clock of each server is off. A run has a random one of them. */
const secondsApart = ['+0', '-240'];
const bucket = 'partitions';
const wanted = values.only?.split(',');
const ways = Object.entries(faultsOfPartitions).filter(([name]) => wanted?.includes(name) ?? true);
/** Faults still to come before all of them come again. */
const deck: typeof ways = [];
const nextWay = (): (typeof ways)[number] => {
  if (deck.length === 0) deck.push(...ways);
  return deck.splice(Math.floor(random() * deck.length), 1)[0] ?? pick(ways);
};

const [database, s3, redis] = [await startPostgres(), await startRadosgw(), await startRedis()];
if (database === null || s3 === null || redis === null) {
  console.log('skipped: PostgreSQL, radosgw or Redis is not installed');
} else {
  const root = mkdtempSync(join(tmpdir(), 'trackrecord-partitions-'));
  try {
    process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
    process.env.AWS_ACCESS_KEY_ID = s3.accessKeyId;
    process.env.AWS_SECRET_ACCESS_KEY = s3.secretAccessKey;
    const at = { endpoint: s3.endpoint, region: 'us-east-1', forcePathStyle: true };
    const client = new S3Client(at);
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    await tryPartitions(root, { client, endpoint: s3.endpoint, database, redis });
    client.destroy();
  } catch (error) {
    faults.push(error instanceof Error ? `${error.stack}` : String(error));
  } finally {
    await Promise.all([database.stop(), s3.stop(), redis.close()]);
    rmSync(root, { recursive: true, force: true });
  }
  console.log(JSON.stringify({ kills, ...counts, faults: faults.length, seconds: seconds() }));
}
for (const fault of [...new Set(faults)].slice(0, 20)) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Programs that partitions and servers share. */
interface Around extends Pick<Scene, 'database' | 'redis'> {
  readonly client: S3Client;
  /** Address of S3. */
  readonly endpoint: string;
}

async function tryPartitions(root: string, around: Around): Promise<void> {
  const { client, database, redis } = around;
  const network = await startSilentProxy(Number(new URL(database.url).port));
  const store = await startFaultProxy(around.endpoint);
  const databaseUrl = behind(network, database.url);
  const world = await createPartitionsWorld(root, database.url);
  const env: Record<string, string> = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    TRACKRECORD_STORE: `s3://${bucket}/tried`,
    TRACKRECORD_STORE_ENDPOINT: store.url,
    AWS_REGION: 'us-east-1',
    LOG_LEVEL: 'silent',
    TRACKRECORD_THREADS: '1',
  };
  const run: Run = (index, number) => {
    const dataDir = dataDirectory(join(root, `${index}-of-${number}`));
    const args = ['run', '--source', world.source, '--partition', `${index}/${number}`];
    const started = startCommand(args, dataDir, { ...env, ...clockOf(pick(secondsApart)) });
    return { ...started, path: dataDir.path };
  };
  const end = performance.now() + Number(values.seconds) * 1000;
  world.addFile(++written);
  await untilPublished(run, 2);
  const servers = await Promise.all(secondsApart.map((apart) => startServer(root, env, apart)));
  const sending = startSending(servers, world.sender, random);
  const look = createLook(world);
  let number = 2;
  let late = '';
  const isServed = async () => {
    const pairs = servers.flatMap((server) => world.slugs.map((slug) => ({ server, slug })));
    const numbers = await Promise.all(pairs.map(({ server, slug }) => look(server, slug)));
    late = pairs.map(({ slug }, at) => `${slug} ${numbers[at]}`).join(', ');
    return numbers.every((number) => number === written);
  };
  // After a change of the number, one that runs no more has the calendar for 150 seconds.
  const hasCalendar = async () => {
    const holder = await calendarHolder(database.url);
    return !holder.endsWith(`-of-${number}`) || hasEvents(servers);
  };
  const served = (name: string) =>
    Promise.all([until(isServed, 120), until(hasCalendar, 120)]).catch(async (error) => {
      const events = await newestEvents(servers);
      const holder = await calendarHolder(database.url);
      faults.push(
        `${name}: ${error}; ${late}; calendars ${events}, held by ${holder}; of ${written}`,
      );
    });
  const scene = {
    world,
    store,
    database,
    network,
    redis,
    pick,
    random,
    loseObject: () => loseObject(client),
    killServer: (isLost: boolean) => pick(servers).restart(isLost),
    calendarHolder: () => calendarHolder(database.url),
  };
  let isOver = false;
  const asking = servers.map(async (server) => {
    for (; !isOver; await pause(100)) await look(server, pick(world.slugs));
  });
  try {
    for (const [name, start] of Object.entries(await starters(root, world.source))) {
      world.addFile(++written);
      await start(env);
      await served(name);
      count(name);
      console.log(JSON.stringify(counts));
    }
    while (kills < Number(values.kills) && performance.now() < end) {
      world.addFile(++written);
      if (random() < 0.1) {
        number = number === 2 ? 3 : 2;
        count('other number');
      }
      const [name, act] = nextWay();
      const going = Array.from({ length: number }, (_, index) => run(index, number));
      await Promise.race([pause(random() * usual), ...going.map(({ ended }) => ended)]);
      await act({ ...scene, going });
      count(name);
      for (const { ended, output } of going) {
        await ended;
        if (/internal|at .*\.js:/.test(output.stderr)) faults.push(`${name}: ${output.stderr}`);
        if (output.stderr.trim().split('\n').length > 1) faults.push(`${name}: ${output.stderr}`);
      }
      await untilPublished(run, number);
      await served(name);
      kills += 1;
      if (faults.length > 0) break;
      console.log(JSON.stringify({ kills, ...counts, seconds: seconds() }));
    }
    await sending.stop();
    for (let isOld = true; isOld; isOld = !(await hasEvents(servers))) {
      await untilPublished(run, number);
      if (faults.length > 0 || performance.now() > end + 240_000) break;
    }
    await served('the end');
    counts.sentIn = sending.count();
    faults.push(...(await sending.faults()));
  } finally {
    isOver = true;
    await Promise.all(asking);
    for (const server of servers) server.kill();
    store.close();
    network.close();
  }
}

/** A server that may be killed. Its address changes then. */
interface Server {
  url: string;
  /** Newest number that it has told of each account. */
  newest: Map<string, number>;
  restart(isLost: boolean): Promise<void>;
  kill(): void;
}

async function startServer(
  root: string,
  env: Readonly<Record<string, string>>,
  apart: string,
): Promise<Server> {
  const dataDir = dataDirectory(join(root, `server${apart}`));
  const entry = program('test/load/unlimited-server.ts');
  const start = () => startCommand([], dataDir, { ...env, ...clockOf(apart) }, entry, longTimeout);
  let process = start();
  const server: Server = {
    url: (await process.answers).url,
    newest: new Map(),
    async restart(isLost) {
      process.child.kill('SIGKILL');
      await process.ended;
      if (isLost) rmSync(dataDir.path, { recursive: true, force: true });
      process = start();
      server.url = (await process.answers).url;
    },
    kill: () => void process.child.kill('SIGKILL'),
  };
  return server;
}

/**
 * Returns a function that asks a server about an account, and checks the answer. It returns the
 * number that the answer tells, 0 while the server is unavailable.
 */
function createLook(
  world: Pick<Awaited<ReturnType<typeof createPartitionsWorld>>, 'questions' | 'key'>,
) {
  const headers = { authorization: `Bearer ${world.key}` };
  return async (server: Server, slug: string): Promise<number> => {
    const { path, numbersIn } = pick(world.questions(slug));
    const before = server.newest.get(slug) ?? 0;
    const answer = await fetch(`${server.url}${path}`, { headers }).catch(() => null);
    const body = await answer?.text().catch(() => null);
    if (!answer || typeof body !== 'string' || answer.status === 503) return 0;
    const say = (fault: string) => faults.push(`${path}: ${fault}`);
    if (!answer.ok) {
      say(`${answer.status} ${body}`);
      return 0;
    }
    const [number, ...repeated] = numbersIn(body);
    if (number === undefined) return 0;
    if (repeated.some((again) => again !== number)) say(`mixed: ${[number, ...repeated]}`);
    if (number < before || number > written) say(`${number} after ${before}, of ${written}`);
    server.newest.set(slug, Math.max(server.newest.get(slug) ?? 0, number));
    count('answers');
    return number;
  };
}

/** Returns true if each server has the newest event of the calendar. */
async function hasEvents(servers: readonly Server[]): Promise<boolean> {
  return (await newestEvents(servers)).every((number) => number === written);
}

/** Numbers of the newest events that servers have, 0 for none. */
function newestEvents(servers: readonly Server[]): Promise<number[]> {
  return Promise.all(
    servers.map(async ({ url }) => {
      const answer = await fetch(`${url}/api/public/calendar/v1?days=7`).catch(() => null);
      const events = ((await answer?.text()) ?? '').matchAll(/"Event (\d+)"/g);
      return Math.max(0, ...[...events].map(([, number]) => Number(number)));
    }),
  );
}

async function loseObject(client: S3Client): Promise<void> {
  const listed = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: 'tried/' }));
  const keys = (listed.Contents ?? []).flatMap(({ Key }) => (Key?.includes('objects/') ? Key : []));
  if (keys.length > 0) {
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: pick(keys) }));
  }
}

async function calendarHolder(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query(
      "select holder from published_lease where name = 'calendar'",
    );
    return rows[0]?.holder ?? '';
  } finally {
    await client.end();
  }
}

/** Makes the clock of a process wrong by so many seconds, if faketime is installed. */
function clockOf(seconds: string): Record<string, string> {
  const [library] = ['x86_64', 'aarch64']
    .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
    .filter((path) => existsSync(path));
  if (library === undefined || seconds === '+0') return {};
  return { LD_PRELOAD: library, FAKETIME: seconds, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}

type Run = (index: number, number: number) => Going;

/** Runs each partition until it succeeds, as its schedule would. */
async function untilPublished(run: Run, number: number): Promise<void> {
  for (let index = 0; index < number; index += 1) {
    const start = performance.now();
    const { ended, output } = run(index, number);
    const code = await ended;
    usual = performance.now() - start;
    if (code === exitCodes.done) count('runs');
    else faults.push(`undisturbed, ${index}/${number} ended with ${code}: ${output.stderr}`);
  }
}

type Start = (env: Readonly<Record<string, string>>) => Promise<void>;

/** Returns what starts two partitions with each of our files, if its program is there. */
async function starters(root: string, source: string): Promise<Record<string, Start>> {
  const bin = join(root, 'bin');
  mkdirSync(bin);
  const command = join(bin, 'trackrecord');
  const [script = ''] = program('trackrecord.ts');
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`);
  chmodSync(command, 0o755);
  const around = (env: Readonly<Record<string, string>>): Record<string, string> => ({
    ...(process.env as Record<string, string>),
    ...env,
    PATH: `${bin}:${process.env.PATH}`,
    HOME: root,
    PARTITIONS: '2',
    TRACKRECORD_PARTITIONS_DATA: root,
    TRACKRECORD_SOURCE: source,
  });
  const call = async (file: string, args: readonly string[], env: Record<string, string>) => {
    const child = spawn(file, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    await once(child, 'close');
    if (child.exitCode !== 0) faults.push(`${file} ended with ${child.exitCode}: ${said}`);
  };
  const unit = readFileSync(inPackage('server/deploy/systemd/trackrecord-run@.service'), 'utf8');
  const [, line = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
  const start: Record<string, Start> = {
    async systemd(env) {
      for (const index of ['0', '1']) {
        const text = line
          .replaceAll('%i', index)
          .replaceAll('/var/lib/trackrecord/partitions', root)
          .replaceAll('/var/lib/trackrecord/source', source);
        await call('/bin/sh', ['-c', text], around(env));
      }
    },
  };
  if (spawnSync('parallel', ['--version']).status === 0) {
    const file = inPackage('server/deploy/parallel/trackrecord-partitions');
    start.parallel = (env) => call(file, ['2', source], around(env));
  }
  const slurm = await startSlurm(root);
  if (slurm === null) console.log('without Slurm');
  else {
    const file = inPackage('server/deploy/slurm/trackrecord-partitions.sbatch');
    start.slurm = async (env) => {
      await slurm.runArray(file, 2, around(env)).finally(slurm.stop);
    };
  }
  return start;
}
