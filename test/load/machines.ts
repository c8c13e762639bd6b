import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { dataDirectory } from '../../pipeline/base/data-directory.ts';
import { exitCodes } from '../../pipeline/base/errors.ts';
import { startRadosgw } from '../pipeline/publish/store/radosgw.ts';
import { startPostgres } from '../pipeline/registry/postgres-server.ts';
import { startRedis } from '../server/callers/limits/redis-server.ts';
import { type CommandProcess, startCommand } from '../server/commands/process.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { program } from '../support/program.ts';
import { randomFrom } from '../support/random.ts';
import { behind, startSilentProxy } from '../support/silent-proxy.ts';
import { longTimeout } from '../support/timeout.ts';
import { until } from '../support/until.ts';
import { publicationFaults, type Scene } from './machines-faults.ts';
import { startSending } from './machines-sender.ts';
import { createNumberedWorld, type NumberedWorld, questions } from './machines-world.ts';

// Three servers answer from one store while two machines publish in turn:
//
//     node dist/test/load/machines.js --versions 40 --seed 1 --kills 100
//
// Each publication is disturbed by a fault of `machines-faults.ts`, and clocks are minutes apart.
// One machine reads its sources from S3. Checks that:
//
// - no answer is wrong, mixed, or older than the last one from the same server;
// - the next run succeeds unaided, and prints no more than a line if it fails meanwhile;
// - all servers end with the newest version;
// - trades that are sent meanwhile to a random server are published once.
//
// `--kills` is the least number of faults, and `--seconds` ends earlier.
// `--only 'run killed'` chooses faults, by names with commas between.

const { values } = parseArgs({
  options: {
    versions: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '0' },
    seconds: { type: 'string', default: 'Infinity' },
    only: { type: 'string' },
    told: { type: 'boolean' },
  },
});
const clientsEach = 3;
const millisecondsBetween = 200;
/** Seconds by which the clock of each server is off. A run has a random one of them. */
const secondsApart = ['+0', '+240', '-240'];
const chosen = values.only?.split(',');
const isChosen = (name: string): boolean => chosen?.includes(name) ?? true;
const bucket = 'machines';
const region = 'us-east-1';

const random = randomFrom(Number(values.seed));
const pick = <Item>(items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;
const counts = { versions: 0, refused: 0, sentIn: 0 };
/** Number of faults so far, by name. */
const disturbed: Record<string, number> = {};
const count = (name: string): void => {
  disturbed[name] = (disturbed[name] ?? 0) + 1;
};
const kills = (): number => Object.values(disturbed).reduce((sum, number) => sum + number, 0);
/** Milliseconds of the last undisturbed publication, 0 before the first. */
let usual = 0;
const answers = { right: 0, unavailable: 0 };
const seen = new Set<number>();
const faults: string[] = [];
/** Number of files of trades so far. No answer can have more. */
let written = 0;

const [database, s3, redis] = [await startPostgres(), await startRadosgw(), await startRedis()];
if (database === null || s3 === null || redis === null) {
  console.log('skipped: PostgreSQL, radosgw or Redis is not installed');
} else {
  const root = mkdtempSync(join(tmpdir(), 'trackrecord-machines-'));
  try {
    process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
    process.env.AWS_ACCESS_KEY_ID = s3.accessKeyId;
    process.env.AWS_SECRET_ACCESS_KEY = s3.secretAccessKey;
    const client = new S3Client({ endpoint: s3.endpoint, region, forcePathStyle: true });
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    const around = {
      database,
      redis,
      endpoint: s3.endpoint,
      async upload(Key: string, Body: Buffer) {
        await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
      },
      async loseObject() {
        const objects = new ListObjectsV2Command({ Bucket: bucket, Prefix: 'tried/objects/' });
        const { Contents = [] } = await client.send(objects);
        if (Contents.length === 0) return;
        const { Key } = pick(Contents);
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
      },
    };
    await tryMachines(root, around);
    client.destroy();
  } catch (error) {
    faults.push(String(error));
  } finally {
    await Promise.all([database.stop(), s3.stop(), redis.close()]);
    rmSync(root, { recursive: true, force: true });
  }
  const total = { ...counts, kills: kills(), ...answers, seen: seen.size, faults: faults.length };
  console.log(JSON.stringify(disturbed));
  console.log(JSON.stringify(total));
}
for (const fault of faults.length > 20 ? [...faults.slice(0, 10), ...faults.slice(-10)] : faults) {
  console.log(fault);
}
process.exitCode = faults.length === 0 ? 0 : 1;

/** Store, registry and queue that machines share. */
interface Around {
  readonly database: NonNullable<typeof database>;
  readonly redis: NonNullable<typeof redis>;
  /** Address of S3. */
  readonly endpoint: string;
  /** Puts an object in S3. */
  upload(key: string, content: Buffer): Promise<void>;
  loseObject(): Promise<void>;
}

async function tryMachines(
  root: string,
  { database, redis, endpoint, upload, loseObject }: Around,
): Promise<void> {
  const network = await startSilentProxy(Number(new URL(database.url).port));
  const databaseUrl = behind(network, database.url);
  const world = await createNumberedWorld(
    root,
    databaseUrl,
    secondsApart.length * clientsEach,
    (file) => upload(`in/${file}`, readFileSync(join(root, 'source', file))),
  );
  const sources: Record<string, string> = { first: world.source, second: `s3://${bucket}/in` };
  const store = await startFaultProxy(endpoint);
  const env = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    TRACKRECORD_STORE: `s3://${bucket}/tried`,
    TRACKRECORD_STORE_ENDPOINT: store.url,
    AWS_REGION: region,
    LOG_LEVEL: 'silent',
  };
  const placeOf = (machine: string) => dataDirectory(join(root, machine));
  const run = (machine: string, args: readonly string[] = []) =>
    startCommand(['run', '--source', sources[machine] ?? '', ...args], placeOf(machine), {
      ...env,
      ...clockOf(pick(secondsApart)),
    });
  const serve = (seconds: string, number: number) =>
    startCommand(
      [],
      placeOf(`server-${number}`),
      { ...env, ...clockOf(seconds) },
      program('test/load/unlimited-server.ts'),
      longTimeout,
    );

  let isOver = false;
  const servers: CommandProcess[] = [];
  try {
    await world.addFile(++written);
    await published(run, 'first');
    servers.push(...secondsApart.map(serve));
    const urls = await Promise.all(servers.map(async ({ answers: at }) => (await at).url));
    const sending = startSending(urls, world.sender, random);
    const clients = urls.map((url, number) => startClients(url, world, number, () => isOver));
    const isDone = () =>
      performance.now() > Number(values.seconds) * 1000 ||
      (counts.versions >= Number(values.versions) && kills() >= Number(values.kills));
    while (!isDone() && faults.length === 0) {
      await world.addFile(++written);
      const around = { usual, store, loseObject, database, network, redis, random };
      await disturb(run, (going) => ({ going, ...around }));
      console.log(JSON.stringify({ ...counts, kills: kills(), ...answers }));
    }
    await sending.stop();
    await published(run, 'first');
    const areUpToDate = async () => {
      const numbers = await Promise.all(urls.map((url) => numberOf(url, world.keys[0])));
      return numbers.every((number) => number === written);
    };
    await until(areUpToDate, 60).catch((error) => faults.push(`the end: ${error}`));
    counts.sentIn = sending.count();
    faults.push(...(await sending.faults()));
    isOver = true;
    await Promise.all(clients);
  } finally {
    isOver = true;
    for (const { child, output } of servers) {
      const ended = child.exitCode ?? child.signalCode;
      if (ended !== null) faults.push(`a server ended with ${ended}: ${output.stderr}`);
      child.kill('SIGKILL');
    }
    store.close();
    network.close();
  }
}

type Run = (machine: string, args?: readonly string[]) => CommandProcess;

/** Disturbs a publication, and lets the same machine publish then. */
async function disturb(run: Run, sceneOf: (going: CommandProcess) => Scene): Promise<void> {
  const machine = random() < 0.8 ? 'first' : 'second';
  const ways = Object.entries(publicationFaults).filter(([known]) => isChosen(known));
  const [name, act] = ways.length > 0 ? pick(ways) : ['nothing', async () => {}];
  const going = run(machine);
  const otherRun = random() < 0.2 ? run(machine === 'first' ? 'second' : 'first') : null;
  if (ways.length > 0) count(name);
  await act(sceneOf(going));
  for (const { ended, output } of otherRun ? [going, otherRun] : [going]) {
    const code = await ended;
    if (code !== 0 && code !== null) counts.refused += 1;
    if (/internal|at .*\.js:/.test(output.stderr)) faults.push(`${name}: ${output.stderr}`);
    if (output.stderr.trim().split('\n').length > 1) faults.push(`${name}: ${output.stderr}`);
    if (values.told && output.stderr) console.log(`${name}: ${code} ${output.stderr.trim()}`);
  }
  await published(run, machine);
}

/** Lets a machine publish everything, in one of the ways that an operator has. */
async function published(run: Run, machine: string): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    const start = performance.now();
    const { ended, output } = run(machine);
    const code = await ended;
    if (code === exitCodes.done) {
      usual = performance.now() - start;
      counts.versions += 1;
      return;
    }
    // The lease of a killed machine must expire first.
    if (code === exitCodes.locked) await pause(5000);
    else if (/ --rebuild /.test(output.stderr)) {
      const rebuilt = run(machine, ['--rebuild']);
      const again = await rebuilt.ended;
      if (again !== exitCodes.done && again !== exitCodes.locked) {
        faults.push(`--rebuild: ${rebuilt.output.stderr}`);
      }
    } else {
      faults.push(`undisturbed, a run ended with ${code}: ${output.stderr}`);
      return;
    }
  }
  faults.push(`nothing was published on ${machine}`);
}

/** Asks a server until the test ends, and checks every answer. */
async function startClients(
  url: string,
  { keys }: NumberedWorld,
  server: number,
  isOver: () => boolean,
): Promise<void> {
  let newest = 0;
  const client = async (_: unknown, number: number): Promise<void> => {
    const key = keys[server * clientsEach + number];
    while (!isOver()) {
      await pause(millisecondsBetween);
      const { path, numbersIn } = pick(questions);
      const before = newest;
      const say = (fault: string) => faults.push(`server ${server}, ${path}: ${fault}`);
      const response = await ask(url + path, key).catch((error) => {
        if (!isOver()) say(`${error}: ${error.cause}`);
        return null;
      });
      if (response === null) continue;
      const { status, body } = response;
      if (status === 503) answers.unavailable += 1;
      else if (status !== 200) say(`${status} ${body}`);
      else {
        const [one = 0, ...others] = numbersIn(body);
        if (others.some((otherOther) => otherOther !== one)) say(`mixed: ${[one, ...others]}`);
        else if (one < before) say(`${one} after ${before}`);
        else if (one > written) say(`${one} of ${written}`);
        else answers.right += 1;
        newest = Math.max(newest, one);
        seen.add(one);
      }
    }
  };
  await Promise.all(Array.from({ length: clientsEach }, client));
}

async function ask(url: string, key = ''): Promise<{ status: number; body: string }> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, body: await response.text() };
}

/** Returns the number that a server answers with, or 0 while it is unavailable. */
async function numberOf(url: string, key?: string): Promise<number> {
  const [question] = questions;
  const { status, body } = await ask(url + question?.path, key);
  if (status === 503) return 0;
  if (status !== 200) throw new Error(`${url}: ${status} ${body}`);
  return question?.numbersIn(body)[0] ?? 0;
}

/** Makes the clock of a process wrong by so many seconds, if faketime is installed. */
function clockOf(seconds: string): Record<string, string> {
  const [library] = ['x86_64', 'aarch64']
    .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
    .filter((path) => existsSync(path));
  if (library === undefined || seconds === '+0') return {};
  return { LD_PRELOAD: library, FAKETIME: seconds, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}
