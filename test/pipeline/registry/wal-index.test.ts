import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { openWalIndex } from '../../../pipeline/registry/wal-index.ts';
import { raceForKeys } from './race.ts';
import { now, withDirectory, withRegistry } from './world.ts';

const index = suite('index of the write-ahead log');

const clock = () => now;

async function withFile(work: (path: string, database: Database.Database) => void): Promise<void> {
  await withDirectory(async (directory) => {
    const path = join(directory, 'some.db');
    const database = new Database(path);
    database.pragma('journal_mode = wal');
    database.exec('create table t (n integer); insert into t values (1)');
    work(path, database);
    database.close();
  });
}

index('moves with every commit, and with nothing else', () =>
  withFile((path, database) => {
    const index = openWalIndex(path);
    index.isUnchanged();
    const steps: [does: string, moves: boolean][] = [
      ['select * from t', false],
      ['update t set n = n + 1', true],
      ['begin immediate; update t set n = n + 1; rollback', false],
      // The log begins anew with the commit after this.
      ['pragma wal_checkpoint(restart)', false],
      ['update t set n = n + 1', true],
    ];
    for (const [does, moves] of steps) {
      const other = new Database(path);
      other.exec(does);
      other.close();
      if (moves) assert.not.ok(index.isUnchanged(), does);
      // A checkpoint may move it, too; what counts is that nothing is missed.
      else index.isUnchanged();
      assert.ok(index.isUnchanged(), `after ${does}`);
    }
    database.exec('select 1');
  }),
);

index('tells a registry of every decision of another process', () =>
  withRegistry(async (registry, dataDir) => {
    await applyRegistry(registry, { owners: [{ slug: 'solo', plan: 'pro' }] });
    for (const made of [1, 2, 3]) {
      const before = registry.store.revision();
      assert.equal(await raceForKeys(1, dataDir), ['made']);
      assert.is(registry.store.revision(), Number(before) + 1, `key ${made}`);
    }
  }),
);

index('ends no lock of this process when it is closed', () =>
  withRegistry(async (registry, dataDir) => {
    await applyRegistry(registry, { owners: [{ slug: 'solo', plan: 'pro' }] });
    const writer = new Database(join(dataDir, 'registry.db'));
    writer.exec('begin immediate');
    const other = await openRegistry({ dataDir, clock });
    other.store.revision();
    await other.close();
    const [outcome = ''] = await raceForKeys(1, dataDir);
    assert.match(outcome, 'another process has been writing');
    writer.exec('rollback');
    writer.close();
  }),
);

index('does not keep what it could not read again', () =>
  withRegistry(async (registry, dataDir) => {
    const before = registry.store.revision();
    const other = new Database(join(dataDir, 'registry.db'));
    other.exec('alter table registry_state rename to elsewhere');
    for (const _ of [1, 2]) assert.throws(() => registry.store.revision(), /no such table/);
    other.exec('alter table elsewhere rename to registry_state');
    assert.is(registry.store.revision(), before);
    other.close();
  }),
);

index('leaves this process its locks on the file, whoever was closed before', () =>
  withDirectory(async (dataDir) => {
    if (!existsSync('/proc/locks')) return console.log('skipped: no /proc/locks to see locks in');
    const before = await openRegistry({ dataDir, clock });
    before.store.revision();
    await before.close();
    const registry = await openRegistry({ dataDir, clock });
    registry.store.revision();
    const { ino } = statSync(join(dataDir, 'registry.db-shm'));
    const locks = readFileSync('/proc/locks', 'utf8').split('\n');
    const isOurs = (line: string) => line.includes(` ${process.pid} `) && line.includes(`:${ino} `);
    assert.ok(locks.some(isOurs), 'else another process would begin the file anew under us');
    await registry.close();
  }),
);

index.run();
