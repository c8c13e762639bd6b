import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DeliveryDatabase } from '../../../pipeline/deliveries/database.ts';
import type { DeliveryTables } from '../../../pipeline/deliveries/schema.ts';
import { openSqlite } from '../../../pipeline/deliveries/sqlite.ts';
import { newestReceived, noteLoaded, notePublished } from '../../../pipeline/deliveries/states.ts';
import { withDirectory } from '../../support/directory.ts';

const manyStates = suite('states of many deliveries');

const count = 5_000;
/** Most deliveries of a transaction, during which nobody can enter others. */
const most = 2_000;
const now = new Date('2026-03-04T12:00:00.000Z');

type Db = Kysely<DeliveryTables>;

/** Enters small deliveries of two accounts in turn. */
const enterMany = (db: Db): Promise<unknown> =>
  sql`
    with recursive list (number) as (
      select 1 union all select number + 1 from list where number < ${count})
    insert into deliveries (receipt, key_id, account_id, source, digest, received_at, accepted,
      state, rejected, rejected_count, has_positions, has_content, rows, bytes)
    select 'receipt ' || number, 'key', 'account ' || (number % 2), 'terminal', 'digest ' || number,
      ${now.toISOString()}, 1, 'received', '[]', 0, 0, 1, 1, 100
    from list`.execute(db);

async function statesOf({ read }: DeliveryDatabase): Promise<string[]> {
  const rows = await read((db) =>
    db
      .selectFrom('deliveries')
      .select(({ fn }) => ['state', 'run', fn.countAll<number>().as('count')])
      .groupBy(['state', 'run'])
      .orderBy('state')
      .orderBy('run')
      .execute(),
  );
  return rows.map(({ state, run, count }) => `${count} ${state}, ${run}`);
}

const withMany = (work: (database: DeliveryDatabase) => Promise<void>): Promise<void> =>
  withDirectory(async (folder) => {
    const database = await openSqlite(join(folder, 'inbox', 'deliveries.db'), () => now);
    try {
      await database.write(enterMany);
      await work(database);
    } finally {
      await database.close();
    }
  });

const rejects = async (work: Promise<unknown>): Promise<void> =>
  assert.is(await work.catch(({ message }) => message), 'killed');

/** Notes the number of deliveries that each transaction changes. Can fail after some of them. */
function counting(database: DeliveryDatabase, failsAfter = Number.POSITIVE_INFINITY) {
  const changed: number[] = [];
  const changes = async (db: Db): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(db);
    return Number(rows[0]?.count);
  };
  const write: DeliveryDatabase['write'] = async (work) => {
    if (changed.length >= failsAfter) throw new Error('killed');
    return database.write(async (db) => {
      const before = await changes(db);
      const result = await work(db);
      changed.push((await changes(db)) - before);
      return result;
    });
  };
  return { changed, counted: { ...database, write } };
}

manyStates('are noted in several transactions, so that others enter deliveries between', () =>
  withMany(async (database) => {
    const { changed, counted } = counting(database);
    const loaded = { number: count - 1, waiting: ['account 1'], closed: [] };
    assert.equal(await noteLoaded(counted, 'run', loaded), []);
    assert.equal(await statesOf(database), ['2499 loaded, run', '2501 received, null']);
    await noteLoaded(counted, 'next', { number: count, waiting: [], closed: [] });
    assert.equal(await statesOf(database), ['2501 loaded, next', '2499 loaded, run']);
    assert.is(await newestReceived(database), null);
    await notePublished(
      counted,
      'version',
      (id) => id === 'account 0',
      () => now,
    );
    assert.equal(await statesOf(database), [
      '2500 loaded, next',
      '1 published, next',
      '2499 published, run',
    ]);
    assert.is(
      changed.reduce((sum, some) => sum + some, 0),
      count + count / 2,
    );
    assert.ok(Math.max(...changed) <= most, changed.join());
  }),
);

manyStates('are noted by the next run where a run was killed', () =>
  withMany(async (database) => {
    const loaded = { number: count, waiting: [], closed: [] };
    const { counted } = counting(database, 2);
    await rejects(noteLoaded(counted, 'killed', loaded));
    assert.equal(await statesOf(database), [
      `${most} loaded, killed`,
      `${count - most} received, null`,
    ]);
    await noteLoaded(database, 'next', loaded);
    const isAny = (): boolean => true;
    await rejects(notePublished(counting(database, 2).counted, 'killed', isAny, () => now));
    await notePublished(database, 'version', isAny, () => now);
    assert.equal(await statesOf(database), [
      `${most} published, killed`,
      `${count - most} published, next`,
    ]);
  }),
);

manyStates.run();
