import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import type { ShardResult } from '../../../pipeline/machines/batch.ts';
import { type BatchResult, runBatch } from '../../../pipeline/machines/batch-run.ts';
import { runShard } from '../../../pipeline/machines/shard-run.ts';
import { openShards } from '../../../pipeline/machines/state.ts';
import { readEntries } from '../../../pipeline/snapshot/reader.ts';
import { openShared } from '../../../pipeline/snapshot/shared.ts';
import { withDirectory } from '../../support/directory.ts';
import { account, asOf, idOf, registeredAccount, trade } from '../desk.ts';
import { startPostgres, type TestDatabase } from '../registry/postgres-server.ts';
import { refusal } from '../registry/world.ts';

const test = suite('a batch over several machines');

const database = await startPostgres();
if (database === null) {
  console.log('skipped: no DATABASE_URL and no PostgreSQL under /usr/lib/postgresql');
} else declare(database);

function declare({ url, stop }: TestDatabase): void {
  test.after(stop);

  test('publishes with the shards’ states or changes nothing, from whatever machine', () =>
    withDirectory(async (directory) => {
      const shards = await openShards(url, 2);
      const settings = { store: join(directory, 'store'), storeEndpoint: null, storeRegion: '' };
      const shared = await openShared({ ...settings, databaseUrl: url });
      if (shared === null) throw new Error('nothing is shared');
      const source = join(directory, 'source');
      mkdirSync(source);
      const write = (file: string, rows: object[]): void =>
        writeFileSync(join(source, file), stringify(rows, { header: true }));
      const batchOn = (machine: string, failing?: number): Promise<BatchResult> =>
        runBatch({
          dataDir: dataDirectory(join(directory, machine)),
          ...{ shared, shards, sources: [source], asOf, clock: () => asOf, log: silentLog },
          registry: { accounts: async () => [registeredAccount('a'), registeredAccount('b')] },
          threads: 1,
          async compute(inputs) {
            const results: ShardResult[] = [];
            for (const input of inputs) {
              if (input.shard === failing) throw new Error(`shard ${input.shard} is lost`);
              const dataDir = dataDirectory(join(directory, `shard-${input.shard}`));
              const { store } = shared;
              const common = { store, dataDir, clock: () => asOf, log: silentLog, threads: 1 };
              results.push(await runShard(input, common));
            }
            return results;
          },
        });
      const waiting = async (): Promise<number> => (await shards.read()).slices.length;
      try {
        mkdirSync(join(directory, 'one'));
        mkdirSync(join(directory, 'other'));
        write(
          'accounts.csv',
          ['a', 'b', 'c'].map((name) => account(name)),
        );
        write(
          'trades-1.csv',
          ['a', 'b', 'c'].map((name) => trade(name, 1)),
        );
        const first = await batchOn('one');
        assert.is((await shared.pointer.read()).version, first.version);
        assert.is(await waiting(), 0);

        write('trades-2.csv', [trade('c', 2)]);
        const lost = await batchOn('one', 1).catch((error: Error) => error.message);
        assert.is(lost, 'shard 1 is lost');
        assert.is((await shared.pointer.read()).serial, 1);
        assert.is(await waiting(), 1, 'split once, and not loaded yet');

        const second = await batchOn('other');
        assert.is(second.load.files.length, 0);
        assert.is(second.accountsComputed, 1);
        const { serial, version } = await shared.pointer.read();
        assert.equal([serial, version], [2, second.version]);
        assert.is(await waiting(), 0);
        const entries = readEntries(dataDirectory(join(directory, 'other')), version);
        assert.equal(
          entries.map(({ id, parts }) => [id, parts.trades?.[4]]),
          [
            ['', 0],
            [idOf('a'), 1],
            [idOf('b'), 1],
            [idOf('c'), 2],
          ],
        );

        const lease = await shared.pointer.lease('elsewhere', 60);
        const { message } = await refusal(batchOn('other'));
        assert.is(message, 'another machine is publishing; wait for it to end');
        await lease?.release();
      } finally {
        await shared.close();
        await shards.close();
      }
    }));
}

test.run();
