import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { filesBelow } from '../../../../pipeline/backup/copy-file.ts';
import { type DataDirectory, dataDirectory } from '../../../../pipeline/base/data-directory.ts';
import { CommandError } from '../../../../pipeline/base/errors.ts';
import { silentLog } from '../../../../pipeline/base/log.ts';
import { publishedForm } from '../../../../pipeline/base/published-form.ts';
import { chainEnd } from '../../../../pipeline/publish/snapshot/chain.ts';
import { checkFile } from '../../../../pipeline/publish/snapshot/check-file.ts';
import {
  currentVersion,
  filesOf,
  removeOldVersions,
  storedFiles,
  storedVersions,
} from '../../../../pipeline/publish/snapshot/publish.ts';
import { openSnapshot, readManifest } from '../../../../pipeline/publish/snapshot/reader.ts';
import {
  createReplica,
  type RemoteReplica,
} from '../../../../pipeline/publish/snapshot/replica.ts';
import { rollBack } from '../../../../pipeline/publish/snapshot/rollback.ts';
import { openShared, type Shared } from '../../../../pipeline/publish/snapshot/shared.ts';
import { openPointer } from '../../../../pipeline/publish/store/pointer.ts';
import { severalMachines } from '../../../../pipeline/run/machines.ts';
import { withDirectory } from '../../../support/directory.ts';
import { flipBit } from '../../desk.ts';
import {
  clientDuring,
  emptyDatabase,
  type TestDatabase,
  withPostgres,
} from '../../registry/postgres-server.ts';
import { writeTexts } from './writing.ts';

const sharing = suite('shared versions');

await withPostgres(sharing, declare);

/** Store, pointer, and machines by name. */
interface World {
  readonly shared: Shared;
  /** Number of objects fetched so far. */
  readonly fetched: string[];
  machine(name: string): DataDirectory;
  replica(name: string): RemoteReplica;
  /** Makes the store unavailable or available. */
  withoutStore(work: () => Promise<void>): Promise<void>;
  readonly storePath: string;
}

/** Writes a version with new content for these accounts, if it has any. Returns its name. */
async function write(dataDir: DataDirectory, contents: Record<string, string>): Promise<string> {
  mkdirSync(dataDir.temporary, { recursive: true });
  return (await writeTexts(dataDir, contents))?.version ?? currentVersion(dataDir) ?? '';
}

const begin = (dataDir: DataDirectory, shared: Shared, isRebuild = false) =>
  severalMachines(shared).beginPublishing({ dataDir, isRebuild, log: silentLog });

async function publish(
  dataDir: DataDirectory,
  shared: Shared,
  contents: Record<string, string>,
  isRebuild = false,
): Promise<string> {
  const publisher = await begin(dataDir, shared, isRebuild);
  try {
    const version = await write(dataDir, contents);
    await publisher.publish(version);
    return version;
  } finally {
    await publisher.end();
  }
}

async function failureOf(work: () => Promise<unknown>): Promise<CommandError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
  throw new Error('nothing failed');
}

/** Returns the content that a machine would serve. */
function shownBy(dataDir: DataDirectory, replica: RemoteReplica, id: string): string {
  const snapshot = openSnapshot(dataDir, replica.version() ?? '');
  try {
    return String(snapshot.part(id, 'monthly'));
  } finally {
    snapshot.close();
  }
}

function declare(database: TestDatabase): void {
  const { url } = database;
  const client = clientDuring(sharing, database);

  const inWorld = (work: (world: World) => Promise<void>) =>
    withDirectory(async (directory) => {
      await emptyDatabase(client);
      const storePath = join(directory, 'store');
      mkdirSync(storePath);
      const opened = await openShared({
        store: storePath,
        storeEndpoint: null,
        storeRegion: '',
        databaseUrl: url,
      });
      if (opened === null) throw new Error('nothing is shared');
      const fetched: string[] = [];
      const shared: Shared = {
        ...opened,
        store: {
          ...opened.store,
          fetch(name, content, path) {
            fetched.push(name);
            return opened.store.fetch(name, content, path);
          },
        },
      };
      const machine = (name: string): DataDirectory => {
        const dataDir = dataDirectory(join(directory, name));
        mkdirSync(dataDir.snapshots, { recursive: true });
        return dataDir;
      };
      try {
        await work({
          shared,
          fetched,
          storePath,
          machine,
          replica: (name) =>
            createReplica({ ...shared, row: shared.pointer }, machine(name), silentLog),
          async withoutStore(during) {
            renameSync(storePath, `${storePath}-away`);
            writeFileSync(storePath, 'no directory');
            await during();
            rmSync(storePath);
            renameSync(`${storePath}-away`, storePath);
          },
        });
      } finally {
        await opened.close();
      }
    });

  sharing('another machine gets what was published, and afterwards only what is new', () =>
    inWorld(async ({ shared, fetched, machine, replica }) => {
      const machineOne = machine('one');
      const first = await publish(machineOne, shared, { a: '"a1"', b: '"b1"' });
      const copy = replica('two');
      assert.is(copy.version(), null);
      await copy.refresh();
      assert.is(copy.version(), first);
      assert.is(shownBy(machine('two'), copy, 'a'), '"a1"');
      assert.ok((copy.ageSeconds() ?? 100) < 60);

      fetched.length = 0;
      const second = await publish(machineOne, shared, { b: '"b2"' });
      await copy.refresh();
      await copy.refresh();
      assert.is(copy.version(), second);
      assert.is(shownBy(machine('two'), copy, 'a'), '"a1"');
      assert.is(shownBy(machine('two'), copy, 'b'), '"b2"');
      assert.equal(fetched.map((name) => name.split('/')[0]).sort(), [
        'buckets',
        'manifests',
        'objects',
      ]);
      assert.is(replica('two').version(), second, 'it is kept');
    }),
  );

  sharing('an unchanged version is confirmed, which is no publication', () =>
    inWorld(async ({ shared, machine }) => {
      const version = await publish(machine('one'), shared, { a: '1' });
      assert.is(await publish(machine('one'), shared, { a: '1' }), version);
      assert.is((await shared.pointer.read()).serial, 1);
    }),
  );

  sharing('a rollback reaches every machine, by a serial of its own', () =>
    inWorld(async ({ shared, machine, replica }) => {
      const machineOne = machine('one');
      const first = await publish(machineOne, shared, { a: '1' });
      await publish(machineOne, shared, { a: '2' });
      const copy = replica('two');
      await copy.refresh();
      await rollBack(machineOne, null, severalMachines(shared));
      assert.equal([(await shared.pointer.read()).serial, currentVersion(machineOne)], [3, first]);
      await copy.refresh();
      assert.is(copy.version(), first);
      assert.is(shownBy(machine('two'), copy, 'a'), '1');
    }),
  );

  sharing('a store that is gone or wrong leaves what is there, and a run publishes nothing', () =>
    inWorld(async ({ shared, machine, replica, storePath, withoutStore }) => {
      const machineOne = machine('one');
      const first = await publish(machineOne, shared, { a: '1' });
      const copy = replica('two');
      await copy.refresh();
      await withoutStore(async () => {
        const { message } = await failureOf(() => publish(machineOne, shared, { a: '2' }));
        assert.match(message, /^store \S+: \S+ could not be put: [^\n]+$/);
        assert.equal(
          [currentVersion(machineOne), (await shared.pointer.read()).serial],
          [first, 1],
        );
      });
      const third = await publish(machineOne, shared, { a: '3' });
      await withoutStore(async () => {
        await copy.refresh();
        assert.match(
          copy.fault() ?? '',
          /^store \S+: manifests\/\S+ could not be fetched: [^\n]+$/,
        );
        assert.equal([copy.version(), shownBy(machine('two'), copy, 'a')], [first, '1']);
      });
      const objects = filesBelow(storePath, 'objects').map((name) => join(storePath, name));
      const right = objects.map((path) => readFileSync(path));
      for (const path of objects) writeFileSync(path, '4'.repeat(statSync(path).size));
      await copy.refresh();
      assert.match(copy.fault() ?? '', /its SHA-256 is another$/);
      assert.is(copy.version(), first);
      for (const [at, path] of objects.entries()) writeFileSync(path, right[at] ?? '');
      await copy.refresh();
      assert.equal([copy.version(), copy.fault()], [third, null]);
    }),
  );

  sharing('a run that another overtook ends with 75, and its version is never in service', () =>
    inWorld(async ({ shared, machine, replica }) => {
      const [one, two] = [machine('one'), machine('two')];
      const first = await publish(one, shared, { a: '1' });
      const late = await begin(one, shared);
      assert.is((await failureOf(() => begin(two, shared))).exitCode, 75);
      await client.query(
        "update published_lease set until = clock_timestamp() - interval '1 second'",
      );
      const newer = await publish(two, shared, { a: 'newer' }, true);
      const version = await write(one, { a: 'late' });
      const { exitCode, message } = await failureOf(() => late.publish(version));
      await late.end();
      assert.is(exitCode, 75);
      assert.match(message, /is not published: another machine has published/);
      assert.is(currentVersion(one), first);
      assert.equal((await shared.pointer.read()).version, newer);
      const copy = replica('three');
      await copy.refresh();
      assert.is(shownBy(machine('three'), copy, 'a'), 'newer');
    }),
  );

  sharing('the next run continues after one that was killed just after publishing', () =>
    inWorld(async ({ shared, machine }) => {
      const machineOne = machine('one');
      const first = await publish(machineOne, shared, { a: '1' });
      const version = await publish(machineOne, shared, { a: '2' });
      writeFileSync(machineOne.serial, JSON.stringify({ serial: 1, version: first }));
      writeFileSync(machineOne.current, first);
      const next = await publish(machineOne, shared, { a: '3' });
      assert.is(readManifest(machineOne, next).sequence, 3);
      assert.ok(version !== next);
      assert.is((await shared.pointer.read()).serial, 3);
    }),
  );

  sharing('another machine continues only with all data, after the version in service', () =>
    inWorld(async ({ shared, machine }) => {
      const first = await publish(machine('one'), shared, { a: '1', b: '1' });
      const two = machine('two');
      const { message } = await failureOf(() => publish(two, shared, { a: '2' }));
      assert.match(message, new RegExp(`^version ${first} was published from another machine`));
      assert.is(currentVersion(two), null);
      const second = await publish(two, shared, { a: '2' }, true);
      const { sequence, previous } = readManifest(two, second);
      assert.equal([sequence, previous], [2, chainEnd(machine('one'))?.sha256]);
      await failureOf(() => publish(machine('one'), shared, { a: '3' }));
    }),
  );

  sharing('a restored pointer takes no machine back', () =>
    inWorld(async ({ shared, machine, replica }) => {
      const machineOne = machine('one');
      await publish(machineOne, shared, { a: '1' });
      const second = await publish(machineOne, shared, { a: '2' });
      const copy = replica('two');
      await copy.refresh();
      await client.query('update published_pointer set serial = 1');
      await copy.refresh();
      assert.is(copy.version(), second);
      assert.is(copy.fault(), 'the pointer has serial 1, this machine has seen 2');
      const { message } = await failureOf(() => publish(machineOne, shared, { a: '3' }));
      assert.match(message, /set serial in published_pointer above 2$/);
    }),
  );

  sharing(
    'what a newer program has published an older one serves, and publishes nothing over it',
    () =>
      inWorld(async ({ shared, machine, replica }) => {
        await publish(machine('one'), shared, { a: '1' });
        const older: Shared = { ...shared, pointer: await openPointer(url, publishedForm - 1) };
        const newer: Shared = { ...shared, pointer: await openPointer(url, publishedForm + 1) };
        try {
          const version = await publish(machine('two'), newer, { a: '2' }, true);
          for (const isRebuild of [false, true]) {
            const refused = await failureOf(() =>
              publish(machine('one'), shared, { a: '3' }, isRebuild),
            );
            assert.match(
              refused.message,
              /published by a newer trackrecord, in form \d+, and this one writes form \d+; install/,
            );
          }
          const copy = replica('three');
          await copy.refresh();
          assert.is(copy.version(), version);
          // What the message tells all machines to do to go back.
          await client.query('update published_pointer set form = $1', [publishedForm - 1]);
          await publish(machine('two'), older, { a: '3' });
          await publish(machine('two'), newer, { a: '4' });
          await failureOf(() => publish(machine('two'), older, { a: '5' }));
          assert.is((await shared.pointer.read()).form, publishedForm + 1);
        } finally {
          await older.pointer.close();
          await newer.pointer.close();
        }
      }),
  );

  /** Counts objects, buckets and manifests in the store. */
  function countsOf({ storePath }: World): Record<string, number> {
    const countIn = (folder: string) => filesBelow(storePath, folder).length;
    return {
      objects: countIn('objects'),
      buckets: countIn('buckets'),
      manifests: countIn('manifests'),
    };
  }

  /** Makes all objects in the store two days old. */
  function age({ storePath }: World): void {
    const before = Date.now() / 1000 - 2 * 24 * 60 * 60;
    for (const name of readdirSync(storePath, { recursive: true, encoding: 'utf8' })) {
      utimesSync(join(storePath, name), before, before);
    }
  }

  const collectAfter = async (
    { shared, machine }: World,
    content: string,
    isPurge = false,
  ): Promise<void> => {
    const machineOne = machine('one');
    const publisher = await begin(machineOne, shared);
    try {
      await publisher.publish(await write(machineOne, { a: content }));
      removeOldVersions(machineOne, 1);
      await publisher.collect(isPurge);
    } finally {
      await publisher.end();
    }
  };

  sharing('what no kept version needs leaves the store a day after it was put', () =>
    inWorld(async (world) => {
      const { shared, machine, replica } = world;
      await publish(machine('one'), shared, { a: '1', b: '1' });
      await collectAfter(world, '2');
      assert.equal(countsOf(world), { objects: 2, buckets: 3, manifests: 2 }, 'of this day');
      age(world);
      await collectAfter(world, '3');
      assert.equal(countsOf(world), { objects: 2, buckets: 2, manifests: 1 });
      const copy = replica('two');
      await copy.refresh();
      assert.equal(
        ['a', 'b'].map((id) => shownBy(machine('two'), copy, id)),
        ['3', '1'],
      );
    }),
  );

  sharing('a purge leaves nothing of what was, in the store and in copies', () =>
    inWorld(async (world) => {
      const { shared, machine, replica } = world;
      const first = await publish(machine('one'), shared, { a: '1' });
      const copy = replica('two');
      await copy.refresh();
      await collectAfter(world, '2', true);
      assert.equal(countsOf(world), { objects: 1, buckets: 1, manifests: 1 });
      await copy.refresh();
      const two = machine('two');
      assert.is.not(copy.version(), first);
      assert.equal([storedVersions(two), storedFiles(two).length], [[copy.version()], 2]);
    }),
  );

  sharing('a machine without the lease removes nothing', () =>
    inWorld(async (world) => {
      const { shared, machine } = world;
      const machineOne = machine('one');
      await publish(machineOne, shared, { a: '1' });
      await publish(machineOne, shared, { a: '2' });
      age(world);
      const late = await begin(machineOne, shared);
      await client.query('update published_lease set epoch = epoch + 1');
      removeOldVersions(machineOne, 1);
      const { exitCode, message } = await failureOf(() => late.collect(true));
      await late.end();
      assert.is(exitCode, 75);
      assert.match(message, /unused objects are not deleted: another machine is publishing$/);
      assert.equal(countsOf(world), { objects: 2, buckets: 2, manifests: 2 });
    }),
  );

  sharing('what is missing in the store of the version in service is put again', () =>
    inWorld(async (world) => {
      const { shared, machine, replica, storePath } = world;
      const machineOne = machine('one');
      await publish(machineOne, shared, { a: '1' });
      const [object = ''] = filesBelow(storePath, 'objects');
      rmSync(join(storePath, object));
      const copy = replica('two');
      await copy.refresh();
      assert.match(copy.fault() ?? '', /could not be fetched/);
      await collectAfter(world, '1');
      await copy.refresh();
      assert.equal([copy.fault(), shownBy(machine('two'), copy, 'a')], [null, '1']);
    }),
  );

  sharing('a damaged copy is fetched again', () =>
    inWorld(async ({ shared, machine, replica }) => {
      const version = await publish(machine('one'), shared, { a: '12345678' });
      const copy = replica('two');
      await copy.refresh();
      const two = machine('two');
      const [object = ''] = storedFiles(two);
      flipBit(join(two.snapshots, object));
      await copy.repair(version);
      for (const file of filesOf(two, version)) {
        assert.equal(await checkFile(two.snapshots, file), []);
      }
    }),
  );
}

sharing.run();
