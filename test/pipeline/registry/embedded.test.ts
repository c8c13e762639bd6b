import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { applyRegistry, dumpRegistry } from '../../../pipeline/registry/apply.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { withDirectory } from '../../support/directory.ts';
import { isInFull } from '../../support/in-full.ts';
import { within } from '../../support/within.ts';
import { raceForKeys } from './race.ts';
import { now, refusal, withRegistry, world } from './world.ts';

const embedded = suite('embedded registry');
const inRegistry = within(embedded, withRegistry);
const inDirectory = within(embedded, withDirectory);

const clock = () => now;

inDirectory('makes the data directory, and a file that only its owner reads', async (directory) => {
  const dataDir = dataDirectory(join(directory, 'not', 'yet'));
  const registry = await openRegistry({ dataDir, clock });
  await applyRegistry(registry, world);
  for (const suffix of ['', '-wal', '-shm']) {
    assert.is(statSync(join(dataDir.path, `registry.db${suffix}`)).mode & 0o777, 0o600, suffix);
  }
  await registry.close();
});

inDirectory('opens again with what was decided', async (directory) => {
  const dataDir = dataDirectory(directory);
  const first = await openRegistry({ dataDir, clock });
  await applyRegistry(first, world);
  await first.close();
  const second = await openRegistry({ dataDir, clock });
  assert.is((await second.accounts()).length, 3);
  await second.close();
});

inDirectory('is made once when several processes open it at the same time', async (dataDir) => {
  for (const name of isInFull ? ['one', 'two', 'three'] : ['one']) {
    const outcomes = await raceForKeys(5, dataDirectory(join(dataDir, name)));
    for (const outcome of outcomes) assert.match(outcome, 'owner "solo" is not in the registry');
  }
});

inRegistry(
  'sees a decision at once that another handle of this process made',
  async (registry, dataDir) => {
    const otherRegistry = await openRegistry({ dataDir, clock });
    const now = performance.now;
    // A cached value must not survive the write, however fast the write is.
    performance.now = () => 1;
    try {
      for (const slug of ['one', 'two', 'three']) {
        const before = registry.store.revision();
        await applyRegistry(otherRegistry, { owners: [{ slug, plan: 'pro' }] });
        assert.is(registry.store.revision(), Number(before) + 1, slug);
      }
    } finally {
      performance.now = now;
    }
    await otherRegistry.close();
  },
);

inRegistry('notices on its next turn what others wrote to the file', async (registry, dataDir) => {
  const otherDatabase = new Database(join(dataDir.path, 'registry.db'));
  const before = Number(registry.store.revision());
  otherDatabase.exec('update registry_state set revision = revision + 1');
  await new Promise((resolve) => setImmediate(resolve));
  assert.is(registry.store.revision(), before + 1);
  otherDatabase.close();
});

inRegistry('tells of every decision of another process', async (registry, dataDir) => {
  await applyRegistry(registry, { owners: [{ slug: 'solo', plan: 'pro' }] });
  for (const made of [1, 2, 3]) {
    const before = registry.store.revision();
    assert.equal(await raceForKeys(1, dataDir), ['made']);
    assert.is(registry.store.revision(), Number(before) + 1, `key ${made}`);
  }
});

inRegistry('has no revision while it cannot be read', async (registry, dataDir) => {
  const before = registry.store.revision();
  // Within one turn of the event loop, the same value is returned again.
  await new Promise((resolve) => setImmediate(resolve));
  const otherDatabase = new Database(join(dataDir.path, 'registry.db'));
  otherDatabase.exec('alter table registry_state rename to elsewhere');
  for (const _ of [1, 2]) assert.throws(() => registry.store.revision(), /no such table/);
  otherDatabase.exec('alter table elsewhere rename to registry_state');
  assert.is(registry.store.revision(), before);
  otherDatabase.close();
});

inRegistry('lets one process write in turn, through any handle', async (registry, dataDir) => {
  const otherRegistry = await openRegistry({ dataDir, clock });
  const files = Array.from({ length: 20 }, (_, at) => ({ owners: [{ slug: `owner-${at}` }] }));
  await Promise.all(
    files.map((file, at) => applyRegistry(at % 2 ? otherRegistry : registry, file)),
  );
  assert.is((await dumpRegistry(registry)).owners.length, 20);
  await otherRegistry.close();
});

inRegistry(
  'sees what other processes decide, though a second handle was opened and closed',
  async (registry, dataDir) => {
    await applyRegistry(registry, { owners: [{ slug: 'solo', plan: 'pro' }] });
    const keys = () => registry.store.db.selectFrom('api_keys').select('id').execute();
    for (const made of [1, 2]) {
      await (await openRegistry({ dataDir, clock })).close();
      assert.equal(await raceForKeys(1, dataDir), ['made']);
      assert.is((await keys()).length, made);
    }
  },
);

inDirectory('says which file is no database, or cannot be opened', async (directory) => {
  const dataDir = dataDirectory(directory);
  writeFileSync(join(dataDir.path, 'registry.db'), 'no database '.repeat(400));
  const { message, exitCode } = await refusal(openRegistry({ dataDir, clock }));
  assert.match(message, /registry: .*registry\.db is damaged; restore it from a backup/);
  assert.is(exitCode, 1);
  const inFile = join(dataDir.path, 'registry.db', 'below');
  assert.match(
    (await refusal(openRegistry({ dataDir: dataDirectory(inFile), clock }))).message,
    /cannot open/,
  );
});

inRegistry(
  'answers reads while another process writes, and writes once it is done',
  async (registry, dataDir) => {
    await applyRegistry(registry, world);
    const otherDatabase = new Database(join(dataDir.path, 'registry.db'));
    otherDatabase.exec("begin immediate; update accounts set name = 'changed'");
    assert.is((await registry.findAccount('north-gold'))?.name, 'Gold');
    otherDatabase.exec('rollback');
    otherDatabase.close();
    await applyRegistry(registry, world);
  },
);

inRegistry('keeps owners and members that are in use', async (registry) => {
  await applyRegistry(registry, world);
  for (const table of ['owners', 'accounts'] as const) {
    await registry.store
      .write((db) => db.deleteFrom(table).execute())
      .then(
        () => assert.unreachable(),
        (error: Error) => assert.match(error.message, /FOREIGN KEY/),
      );
  }
});

embedded.run();
