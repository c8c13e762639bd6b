import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { openShards } from '../../../pipeline/machines/state.ts';
import { chainId, chainLines, parseLink } from '../../../pipeline/publish/snapshot/chain.ts';
import { currentVersion, readManifest } from '../../../pipeline/publish/snapshot/publish.ts';
import { verifyChain } from '../../../pipeline/publish/snapshot/verify-chain.ts';
import { isInFull } from '../../support/in-full.ts';
import { withSharedDesk } from '../commands/shared-desk.ts';
import { account, idOf, registeredAccount, trade } from '../desk.ts';
import { startPostgres, type TestDatabase } from '../registry/postgres-server.ts';
import { runSharedBatch, splitOnly } from './shared-batch.ts';

const test = suite('shards that change hands');

const database = await startPostgres();
if (database === null) {
  console.log('skipped: no DATABASE_URL and no PostgreSQL under /usr/lib/postgresql');
} else declare(database);

function declare({ url, stop }: TestDatabase): void {
  test.after(stop);

  const published = (dataDir: DataDirectory) => {
    const { version, restated, restatements, accounts, trades } = readManifest(
      dataDir,
      currentVersion(dataDir) ?? 'none',
    );
    return { version, restated, restatements, accounts, trades };
  };

  test('the first batch goes on from what this machine alone has published', () =>
    withSharedDesk(url, async (world) => {
      const { desk, shared } = world;
      const shards = await openShards(url, 2);
      try {
        desk.write('accounts.csv', [account('a'), account('b')]);
        desk.write('trades.csv', [trade('a', 1), trade('b', 1)]);
        const { version } = await desk.run();
        const before = chainLines(desk.dataDir);
        await splitOnly(world, shards, desk.dataDir);
        const pointed = await shared.pointer.read();
        assert.equal([pointed.serial, pointed.version], [1, version]);

        desk.write('trades.csv', [trade('a', 1), trade('b', 1), trade('b', 2)]);
        const batch = await runSharedBatch(world, shards, desk.dataDir);
        assert.equal(
          [batch.isNew, (await shared.pointer.read()).version],
          [true, currentVersion(desk.dataDir)],
        );
        assert.equal(chainLines(desk.dataDir).slice(0, before.length), before);
        assert.is(chainLines(desk.dataDir).length, before.length + 1);
        assert.equal(verifyChain(desk.dataDir).faults, []);
      } finally {
        await shards.close();
      }
    }));

  /** Finds an owner in this shard of a map. */
  const ownerIn = (shard: number, shards: number): string => {
    for (let at = 0; ; at += 1) {
      const hash = createHash('sha256').update(`owner-${at}`).digest('hex');
      if (Number.parseInt(hash.slice(0, 8), 16) % shards === shard) return `owner-${at}`;
    }
  };

  test('another coordinator continues the chain, and loses no row of accounts that move again and again', () =>
    withSharedDesk(url, async (world) => {
      const { desk, machine } = world;
      const [one, two] = [machine('one'), machine('two')];
      const shards = await openShards(url, 2);
      const owners = [0, 1].map((shard) => ownerIn(shard, 2));
      /** Gives each account to an owner of a shard. */
      const give = (homes: Record<string, number>) => {
        desk.registered.splice(0);
        for (const [name, shard] of Object.entries(homes)) {
          desk.registered.push(registeredAccount(name, { owner: owners[shard] ?? '' }));
        }
      };
      const homes = async () => Object.fromEntries((await shards.read()).map.accounts.entries());
      try {
        give({ old: 0, still: 1 });
        desk.write('accounts.csv', [account('old'), account('still')]);
        desk.write('trades-1.csv', [trade('old', 1), trade('still', 1)]);
        await desk.run();
        await runSharedBatch(world, shards, one);

        give({ old: 0, still: 1, young: 0 });
        desk.write('accounts-2.csv', [account('young')]);
        desk.write('trades-2.csv', [trade('old', 2), trade('young', 1)]);
        await splitOnly(world, shards, one);
        give({ old: 1, still: 1, young: 1 });
        desk.write('trades-3.csv', [trade('old', 3, { profit: 5 }), trade('young', 2)]);
        await splitOnly(world, shards, one);
        give({ old: 0, still: 1, young: 1 });
        desk.write('trades-4.csv', [
          trade('old', 3, { profit: 7 }),
          trade('young', 3),
          trade('still', 1, { profit: 40 }),
        ]);
        await splitOnly(world, shards, two);
        give({ old: 1, still: 1, young: 0 });
        assert.equal(await homes(), { [idOf('old')]: 0, [idOf('still')]: 1, [idOf('young')]: 1 });
        await runSharedBatch(world, shards, two);
        assert.equal(await homes(), { [idOf('old')]: 1, [idOf('still')]: 1, [idOf('young')]: 0 });
        await desk.run();
        assert.equal(published(two), published(desk.dataDir));
        assert.equal(published(two).trades, 3 + 1 + 3);
        const restated = chainLines(two).map((line) => parseLink(line)?.restated ?? {});
        const changes = {
          [chainId(idOf('old'))]: ['added'],
          [chainId(idOf('still'))]: ['changed'],
        };
        assert.equal(restated, [{}, changes]);
        assert.equal(chainLines(two).slice(0, 1), chainLines(one));
        assert.equal(verifyChain(two).faults, []);

        // Accounts that move after they were computed, as in shards.test.ts, but with PostgreSQL.
        if (!isInFull) return;
        give({ old: 0, still: 1, young: 1 });
        desk.write('trades-5.csv', [trade('old', 4), trade('young', 4)]);
        await desk.run();
        await runSharedBatch(world, shards, two);
        assert.equal(published(two), published(desk.dataDir));
      } finally {
        await shards.close();
      }
    }));
}

test.run();
