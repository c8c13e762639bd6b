import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { isIn, type Partition, partitionsOf } from '../../../pipeline/base/partition.ts';
import { quotedReason } from '../../../pipeline/base/reasons/reason.ts';
import type { DeliveryDatabase } from '../../../pipeline/deliveries/database.ts';
import { forgetAccount } from '../../../pipeline/deliveries/forget.ts';
import { refusalsIn } from '../../../pipeline/deliveries/refused-rows.ts';
import { openSqlite } from '../../../pipeline/deliveries/sqlite.ts';
import { newestReceived } from '../../../pipeline/deliveries/states.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { ownAmong } from '../../../pipeline/run/own-accounts.ts';
import { withDirectory } from '../../support/directory.ts';
import { within } from '../../support/within.ts';

const partitions = suite('own accounts of a partition');

const now = new Date('2026-03-04T12:00:00.000Z');
const [even, odd] = partitionsOf(2) as [Partition, Partition];

const withDeliveries = (work: (database: DeliveryDatabase, folder: string) => Promise<void>) =>
  withDirectory(async (folder) => {
    const database = await openSqlite(join(folder, 'inbox', 'deliveries.db'), () => now);
    try {
      await work(database, folder);
    } finally {
      await database.close();
    }
  });
const inDeliveries = within(partitions, withDeliveries);

inDeliveries('wake only their partition when data arrives', async (database, folder) => {
  const registry = await openRegistry({ dataDir: dataDirectory(folder), clock: () => now });
  const enter = (account_id: string, received_at: string) =>
    database.write((db) =>
      db
        .insertInto('deliveries')
        .values({
          receipt: `${account_id} ${received_at}`,
          key_id: 'key',
          account_id,
          source: 'owner_api',
          digest: received_at,
          received_at,
          state: 'received',
          accepted: 1,
          rejected: '[]',
          rejected_count: 0,
          has_positions: 0,
          has_content: 1,
          rows: 1,
          bytes: 1,
        })
        .execute(),
    );
  try {
    // By another program: the 8th digit of sha256sum is 0 for kappa, and d for alpha.
    await applyRegistry(registry, {
      owners: ['kappa', 'alpha'].map((slug) => ({ slug, name: slug })),
      accounts: ['kappa', 'alpha'].map((slug) => ({
        slug,
        type: 'account',
        account_id: `MT5:${slug}@X`,
        owner: slug,
        name: slug,
      })),
    });
    const newestOf = async (partition: Partition) =>
      (await newestReceived(database, ownAmong(partition, registry)))?.at.toISOString() ?? null;
    assert.equal([await newestOf(even), await newestOf(odd)], [null, null]);
    await enter('MT5:kappa@X', '2026-03-04T10:00:00.000Z');
    assert.equal([await newestOf(even), await newestOf(odd)], ['2026-03-04T10:00:00.000Z', null]);
    await enter('MT5:alpha@X', '2026-03-04T11:00:00.000Z');
    const both = ['2026-03-04T10:00:00.000Z', '2026-03-04T11:00:00.000Z'];
    assert.equal([await newestOf(even), await newestOf(odd)], both);
    // An account that nobody registered goes by its id.
    await enter('MT5:nobody@X', '2026-03-04T12:00:00.000Z');
    const id = { owner: null, account_id: 'MT5:nobody@X' };
    const home = isIn(even, id) ? 0 : 1;
    both[home] = '2026-03-04T12:00:00.000Z';
    assert.equal([await newestOf(even), await newestOf(odd)], both);
  } finally {
    await registry.close();
  }
});

inDeliveries('have their refused rows next to those of other partitions', async (database) => {
  const deliveries = { find: async () => database, open: async () => database };
  const store = refusalsIn(deliveries);
  const refused = (at: string) => ({
    count: 1,
    rows: [
      {
        at,
        from: '/srv/trades/trades.csv',
        line: 2,
        table: 'trades',
        reason: quotedReason('no side'),
      },
    ],
  });
  const newest = async () => (await store.newest()).map(({ accountId }) => accountId);
  await store.keep(new Map([['a', refused('2026-01-02')]]));
  await store.keep(
    new Map([
      ['b', refused('2026-01-03')],
      ['c', refused('2026-01-01')],
      ['', refused('2026-01-04')],
    ]),
  );
  assert.equal(await newest(), [null, 'b', 'a', 'c']);
  assert.is((await store.newest())[0]?.from, '/srv/trades/trades.csv', 'for operators');
  assert.is((await store.of(['a'])).get('a')?.rows[0]?.from, 'trades/trades.csv', 'for owners');

  await store.forget((id) => id === 'a');
  assert.equal([...(await store.of(['a', 'b'])).keys()], ['b']);
  await forgetAccount(database, 'c');
  await store.keep(new Map([['', { count: 0, rows: [] }]]));
  assert.equal(await newest(), ['b']);
});

partitions.run();
