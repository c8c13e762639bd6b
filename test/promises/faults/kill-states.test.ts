import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../pipeline/base/log.ts';
import { verifyShared } from '../../../pipeline/commands/shared-verify.ts';
import { openShared, type Shared } from '../../../pipeline/publish/snapshot/shared.ts';
import { verifyChain } from '../../../pipeline/publish/snapshot/verify-chain.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { oneMachine, severalMachines } from '../../../pipeline/run/machines.ts';
import { runOnce } from '../../../pipeline/run/run.ts';
import { trade } from '../../pipeline/desk.ts';
import { freshDatabase, startPostgres } from '../../pipeline/registry/postgres-server.ts';
import { isInFull } from '../../support/in-full.ts';
import { whileOpen } from '../../support/while-open.ts';
import { atEachChange } from './moments.ts';
import { type Place, prepare, stepAt, withPlace } from './place.ts';
import { publishedIn } from './undisturbed.ts';
import { leftovers, unwhole } from './whole.ts';

/** Conditions of a run: it erases removed history, publishes a calendar, has a store. */
type Condition = 'erasing' | 'calendar' | 'store';

/** Change of a run, and the conditions under which a run makes it. */
interface Change {
  readonly change: string;
  readonly if?: readonly Condition[];
  /** State that a kill before it leaves. Absent if the change above leaves the same to repair. */
  readonly leaves?: string;
}

const shared = ['store'] as const;
const calendar = ['calendar'] as const;

/**
 * Changes that a run makes in the folder `snapshots`, in the version that it writes next to it, and
 * in a store, in this order. A kill leaves the files as they are before one of them. A run that
 * makes a change which is not here fails the tests.
 */
const changes: readonly Change[] = [
  { change: 'rename data/snapshots/objects/SHA256' },
  { change: 'rename data/snapshots/buckets/SHA256', leaves: 'objects that nothing names' },
  { change: 'open data/.tmp/VERSION', leaves: 'files that nothing names' },
  { change: 'writeFile data/.tmp/VERSION', leaves: 'an empty manifest' },
  { change: 'rename data/snapshots/versions/VERSION.json' },
  {
    change: 'open store/objects/SHA256.ID.tmp',
    if: shared,
    leaves: 'a version that the store lacks',
  },
  { change: 'rename store/objects/SHA256', if: shared },
  { change: 'open store/buckets/SHA256.ID.tmp', if: shared },
  { change: 'rename store/buckets/SHA256', if: shared },
  { change: 'mkdir store/manifests', if: shared, leaves: 'files in the store' },
  { change: 'open store/manifests/SHA256.ID.tmp', if: shared },
  { change: 'rename store/manifests/SHA256', if: shared, leaves: 'all in the store' },
  { change: 'open data/snapshots/chain.ndjson', leaves: 'a version that the chain lacks' },
  { change: 'writeFile data/snapshots/chain.ndjson' },
  { change: 'open data/snapshots/current.tmp', leaves: 'a chain that is ahead of the pointer' },
  { change: 'writeFile data/snapshots/current.tmp' },
  { change: 'rename data/snapshots/current' },
  { change: 'open data/snapshots/serial.tmp', if: shared, leaves: 'a publication not noted here' },
  { change: 'writeFile data/snapshots/serial.tmp', if: shared },
  { change: 'rename data/snapshots/serial', if: shared },
  {
    change: 'rm data/snapshots/versions/VERSION.json',
    leaves: 'the version before, with what is to erase',
  },
  {
    change: 'rm data/snapshots/objects/SHA256',
    if: ['erasing'],
    leaves: 'files of removed history',
  },
  { change: 'rm data/snapshots/buckets/SHA256', if: ['erasing'] },
  { change: 'rm store/objects/SHA256', if: ['store', 'erasing'], leaves: 'objects to erase' },
  { change: 'rm store/buckets/SHA256', if: ['store', 'erasing'] },
  { change: 'rm store/manifests/SHA256', if: ['store', 'erasing'] },
  { change: 'rename data/warehouse.duckdb', leaves: 'the warehouse of the version before' },
  { change: 'mkdir data/snapshots/calendar', if: calendar },
  { change: 'open data/snapshots/calendar/VERSION.json.tmp', if: calendar },
  { change: 'writeFile data/snapshots/calendar/VERSION.json.tmp', if: calendar },
  { change: 'rename data/snapshots/calendar/VERSION.json', if: calendar },
  {
    change: 'open data/snapshots/calendar/current.tmp',
    if: calendar,
    leaves: 'a calendar unnamed',
  },
  { change: 'writeFile data/snapshots/calendar/current.tmp', if: calendar },
  { change: 'rename data/snapshots/calendar/current', if: calendar },
  { change: 'rm data/snapshots/calendar/VERSION.json', if: calendar, leaves: 'two calendars' },
  { change: 'mkdir store/calendar', if: ['store', 'calendar'] },
  { change: 'open store/calendar/SHA256.ID.tmp', if: ['store', 'calendar'] },
  { change: 'rename store/calendar/SHA256', if: ['store', 'calendar'] },
];

/** Tells which changes count. A folder for files may be there already. */
const isConcerned = (change: string): boolean =>
  !/^mkdir .*\/(objects|buckets|versions)$/.test(change) &&
  / (data\/(snapshots|\.tmp\/VERSION|warehouse)|store\/(?!probes|feeds))/.test(change);

/** Steps of the small world whose run is killed. */
const killed: Readonly<Record<string, { step: number; conditions: readonly Condition[] }>> = {
  'new trades and events': { step: 1, conditions: ['calendar'] },
  'removed history': { step: 2, conditions: ['erasing'] },
};

/** Text of a trade that step 2 removes. */
const removedText = 'ticket 9"';

interface World {
  readonly place: Place;
  readonly shared: Shared | null;
}

async function run({ place, shared }: World, number: number): Promise<void> {
  const step = stepAt(number);
  const { dataDir, source } = place;
  const clock = () => new Date(step.asOf);
  await whileOpen(openRegistry({ dataDir, clock }), async (registry) => {
    const machines = shared ? severalMachines(shared) : oneMachine;
    const options = { dataDir, sources: [source], registry, machines, full: false, log: silentLog };
    // With one version to keep, every run removes the version before.
    await runOnce({ ...options, asOf: clock(), clock, threads: 1, keepVersions: 1 });
  });
}

/** Lists faults of a world after a run, and files with text that an owner removed. */
async function faultsOf({ place, shared }: World, isErasing: boolean): Promise<string[]> {
  const { dataDir, root } = place;
  const stored = shared === null ? [] : (await verifyShared(shared, dataDir)).faults;
  return [
    ...(await unwhole(place)),
    ...verifyChain(dataDir).faults,
    ...(shared === null ? leftovers(place) : stored),
    ...(isErasing ? filesWith(removedText, root).map((file) => `${file} is not erased`) : []),
  ];
}

/** Files that contain a text in JSON, except the source and the archive of removed history. */
const filesWith = (text: string, root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(json|ndjson)$|\/[0-9a-f]{64}$/.test(file) && !file.startsWith('source'))
    .filter((file) => readFileSync(join(root, file)).includes(text));

const copy = (from: string, to: string): void => {
  rmSync(to, { recursive: true, force: true });
  execFileSync('cp', ['-a', '--reflink=auto', from, to]);
};

const kills = suite('states that a kill leaves');
const database = isInFull ? await startPostgres() : null;
if (isInFull && database === null) console.log('skipped: with a store, no PostgreSQL');
else if (database !== null) kills.after(() => database.stop());

for (const [name, { step, conditions }] of Object.entries(killed)) {
  // Each of these takes a minute of processor or more, so CI tries the one that erases.
  if (!isInFull && !conditions.includes('erasing')) continue;
  kills(`${name}: the next run repairs each`, () => goThroughStates(null, step, conditions));
  if (database !== null) {
    kills(`${name}, with a store: the next run repairs each`, async () => {
      const { url, stop } = await freshDatabase(database.url);
      await goThroughStates(url, step, [...conditions, 'store']).finally(stop);
    });
  }
}

const publishedTables = [
  'published_lease',
  'published_pointer',
  'published_chain',
  'published_runs',
];

/** Keeps files and rows of PostgreSQL as they are at some moments. */
function keepStates(root: string, url: string | null) {
  const folder = `${root}-states`;
  mkdirSync(folder);
  return {
    save(name: string): void {
      copy(root, join(folder, name));
      if (url === null) return;
      const tables = publishedTables.flatMap((table) => ['-t', table]);
      const file = join(folder, `${name}.sql`);
      execFileSync('pg_dump', [url, '--data-only', '-f', file, ...tables]);
    },
    restore(name: string): void {
      copy(join(folder, name), root);
      if (url === null) return;
      const empty = publishedTables.flatMap((table) => ['-c', `delete from ${table}`]);
      const file = join(folder, `${name}.sql`);
      execFileSync('psql', [url, '-q', '-v', 'ON_ERROR_STOP=1', ...empty, '-f', file], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function goThroughStates(
  url: string | null,
  number: number,
  conditions: readonly Condition[],
): Promise<void> {
  await withPlace(async (place) => {
    const store = join(place.root, 'store');
    mkdirSync(store);
    const settings = { store, storeEndpoint: null, storeRegion: '', databaseUrl: url };
    const machines = url === null ? null : await openShared(settings);
    const states = keepStates(place.root, url);
    try {
      await goThroughStatesOf({ place, shared: machines }, states, number, conditions);
    } finally {
      states.remove();
      await machines?.close();
    }
  });
}

async function goThroughStatesOf(
  world: World,
  states: ReturnType<typeof keepStates>,
  number: number,
  conditions: readonly Condition[],
): Promise<void> {
  const { place } = world;
  const { root, source } = place;
  const isErasing = conditions.includes('erasing');
  for (let earlier = 0; earlier < number; earlier += 1) {
    await prepare(place, stepAt(earlier));
    await run(world, earlier);
  }
  await prepare(place, stepAt(number));
  assert.is.not(filesWith(removedText, root).length, 0);

  const possible = changes.filter(({ if: needed = [] }) =>
    needed.every((condition) => conditions.includes(condition)),
  );
  const seen: string[] = [];
  const isWanted = (change: string) =>
    !seen.includes(change) &&
    (isInFull || possible.find((row) => row.change === change)?.leaves !== undefined);
  await atEachChange(
    root,
    (change) => {
      if (!isConcerned(change)) return;
      if (isWanted(change)) states.save(String(seen.length));
      seen.push(change);
    },
    () => run(world, number),
  );
  assert.equal([...new Set(seen)].sort(), possible.map(({ change }) => change).sort());

  /** Runs again, with the same decisions and one more trade. */
  const runNext = (): Promise<void> => {
    const next = [trade('b', 7000, { closed_at: '2024-06-11T09:00:00Z' })];
    writeFileSync(join(source, 'trades-next.csv'), stringify(next, { header: true }));
    return run(world, number);
  };
  await runNext();
  const wanted = publishedIn(place);
  assert.equal(await faultsOf(world, isErasing), [], 'without a kill');
  const faults: string[] = [];
  for (const { change, leaves } of possible) {
    if (leaves === undefined && !isInFull) continue;
    states.restore(String(seen.indexOf(change)));
    const failure = await runNext().then(
      () => null,
      (error: unknown) => `the next run failed: ${error}`,
    );
    const found = failure === null ? await faultsOf(world, isErasing) : [failure];
    const { content } = publishedIn(place);
    if (content !== wanted.content) found.push(`content ${content}, not ${wanted.content}`);
    faults.push(...found.map((fault) => `killed before ${change}: ${fault}`));
  }
  assert.equal(faults, []);
}

kills.run();
