import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { dataDirectory } from '../../pipeline/base/data-directory.ts';
import { exitCodes } from '../../pipeline/base/errors.ts';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { startRadosgw } from '../pipeline/publish/store/radosgw.ts';
import { startPostgres } from '../pipeline/registry/postgres-server.ts';
import { type CommandProcess, startCommand } from '../server/commands/process.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { program } from '../support/program.ts';
import { randomFrom } from '../support/random.ts';
import { longTimeout } from '../support/timeout.ts';
import { until } from '../support/until.ts';
import { startSending } from './machines-sender.ts';
import { createPartitionsWorld, type PartitionsWorld } from './partitions-world.ts';
import { startSlurm } from './slurm.ts';

// A server answers while partitions publish, first as our files for systemd, GNU parallel and Slurm
// start them, then disturbed by faults:
//
//     node dist/test/load/partitions.js --kills 60 --seed 1 --seconds 540
//
// Each account's balance tells how many files were loaded. No answer may be wrong or older than
// the last one, and each next run must succeed unaided. Trades that are sent meanwhile must be
// published once. It ends after `--kills` faults, or `--seconds`.

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '540' },
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

type Database = NonNullable<Awaited<ReturnType<typeof startPostgres>>>;

/** Publications that are under way, and what they depend on. */
interface Scene {
  readonly going: readonly CommandProcess[];
  readonly store: FaultProxy;
  readonly database: Database;
  readonly world: PartitionsWorld;
  killServer(): Promise<void>;
}

type Disturb = (scene: Scene) => Promise<unknown>;

const spoil =
  (fault: Parameters<FaultProxy['always']>[0]): Disturb =>
  async ({ store }) => {
    store.always(fault);
    await pause(1000 + random() * 3000);
    store.always(null);
  };

const ways: Readonly<Record<string, Disturb>> = {
  'partition killed': async ({ going }) => pick(going).child.kill('SIGKILL'),
  'server killed': ({ killServer }) => killServer(),
  'PostgreSQL fast': async (scene) => scene.database.restart?.('fast'),
  'PostgreSQL immediate': async (scene) => scene.database.restart?.('immediate'),
  'store full': spoil('full'),
  'store slow': spoil('slow'),
  'store lies': spoil('wrong'),
  'account changes owner': ({ world }) => world.changeOwner(pick),
};

const [database, s3] = [await startPostgres(), await startRadosgw()];
if (database === null || s3 === null) {
  console.log('skipped: PostgreSQL or radosgw is not installed');
} else {
  const root = mkdtempSync(join(tmpdir(), 'trackrecord-partitions-'));
  try {
    process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
    process.env.AWS_ACCESS_KEY_ID = s3.accessKeyId;
    process.env.AWS_SECRET_ACCESS_KEY = s3.secretAccessKey;
    const at = { endpoint: s3.endpoint, region: 'us-east-1', forcePathStyle: true };
    const client = new S3Client(at);
    await client.send(new CreateBucketCommand({ Bucket: 'partitions' }));
    client.destroy();
    await tryPartitions(root, await startFaultProxy(s3.endpoint), database);
  } catch (error) {
    faults.push(String(error));
  } finally {
    await Promise.all([database.stop(), s3.stop()]);
    rmSync(root, { recursive: true, force: true });
  }
  console.log(JSON.stringify({ ...counts, faults: faults.length }));
}
for (const fault of faults.slice(0, 20)) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

async function tryPartitions(root: string, store: FaultProxy, postgres: Database): Promise<void> {
  const world = await createPartitionsWorld(root, postgres.url);
  const env: Record<string, string> = {
    DATABASE_URL: postgres.url,
    TRACKRECORD_STORE: 's3://partitions/tried',
    TRACKRECORD_STORE_ENDPOINT: store.url,
    AWS_REGION: 'us-east-1',
    LOG_LEVEL: 'silent',
    TRACKRECORD_THREADS: '1',
  };
  const run = (index: number, number: number, args: readonly string[] = []) =>
    startCommand(
      ['run', '--source', world.source, '--partition', `${index}/${number}`, ...args],
      dataDirectory(join(root, `${index}-of-${number}`)),
      env,
    );
  const serve = () =>
    startCommand(
      [],
      dataDirectory(join(root, 'server')),
      env,
      program('test/load/unlimited-server.ts'),
      longTimeout,
    );
  const end = performance.now() + Number(values.seconds) * 1000;
  world.addFile(++written);
  await untilPublished(run, 2);
  let server = serve();
  let { url } = await server.answers;
  const urls = [url];
  const killServer = async () => {
    server.child.kill('SIGKILL');
    await server.ended;
    server = serve();
    ({ url } = await server.answers);
    urls[0] = url;
  };
  const sending = startSending(urls, world.sender, random);
  const newest = new Map<string, number>();
  const look = async (slug: string): Promise<number> => {
    const headers = { authorization: `Bearer ${world.key}` };
    const answer = await fetch(`${url}/api/v1/accounts/${slug}`, { headers }).catch(() => null);
    if (answer === null || answer.status === 503) return 0;
    const body = await answer.text();
    const before = newest.get(slug) ?? 0;
    const number = answer.ok ? world.numberIn(body) : -1;
    if (number < before || number > written) {
      faults.push(`${slug}: ${number} after ${before}, of ${written}: ${answer.status} ${body}`);
    }
    newest.set(slug, Math.max(before, number));
    count('answers');
    return number;
  };
  const isServed = async () =>
    (await Promise.all(world.slugs.map(look))).every((number) => number === written);
  const served = (name: string) =>
    until(isServed, 60).catch((error) => faults.push(`${name}: ${error}`));
  let isOver = false;
  const asking = (async () => {
    for (; !isOver; await pause(100)) await look(pick(world.slugs));
  })();
  try {
    for (const [name, start] of Object.entries(await starters(root, world.source))) {
      world.addFile(++written);
      await start(env);
      await served(name);
      count(name);
    }
    let number = 2;
    for (let kills = 0; kills < Number(values.kills) && performance.now() < end; kills += 1) {
      world.addFile(++written);
      if (random() < 0.1) {
        number = number === 2 ? 3 : 2;
        count('other number');
      }
      const [name, act] = pick(Object.entries(ways));
      const going = Array.from({ length: number }, (_, index) => run(index, number));
      await pause(random() * 3000);
      await act({ going, store, database: postgres, world, killServer });
      count(name);
      for (const { ended, output } of going) {
        await ended;
        if (/internal|at .*\.js:/.test(output.stderr)) faults.push(`${name}: ${output.stderr}`);
      }
      await untilPublished(run, number);
      await served(name);
      if (faults.length > 0) break;
      console.log(JSON.stringify({ kills: kills + 1, ...counts }));
    }
    await sending.stop();
    await untilPublished(run, number);
    await served('the end');
    counts.sentIn = sending.count();
    faults.push(...(await sending.faults()));
  } finally {
    isOver = true;
    await asking;
    server.child.kill('SIGKILL');
    store.close();
  }
}

type Run = (index: number, number: number, args?: readonly string[]) => CommandProcess;

/** Runs each partition until it succeeds, as its schedule would. */
async function untilPublished(run: Run, number: number): Promise<void> {
  for (let index = 0; index < number; index += 1) {
    const { ended, output } = run(index, number);
    const code = await ended;
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
