import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { verifyCommand } from '../../../pipeline/commands/verify.ts';
import { openShards } from '../../../pipeline/machines/state.ts';
import { chainId, chainLines, parseLink } from '../../../pipeline/publish/snapshot/chain.ts';
import { currentVersion, readManifest } from '../../../pipeline/publish/snapshot/publish.ts';
import { verifyChain } from '../../../pipeline/publish/snapshot/verify-chain.ts';
import type { Store } from '../../../pipeline/publish/store/store.ts';
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

  /** Returns the names of objects that are put during the work. */
  const putsDuring = async (store: Store, work: () => Promise<void>): Promise<string[]> => {
    const { put } = store;
    const names: string[] = [];
    const counting: Store['put'] = (name, ...content) => {
      names.push(name);
      return put(name, ...content);
    };
    Object.assign(store, { put: counting });
    await work();
    Object.assign(store, { put });
    return names;
  };

  /** Finds an owner in this shard of a map. */
  const ownerIn = (shard: number, shards: number): string => {
    for (let at = 0; ; at += 1) {
      const hash = createHash('sha256').update(`owner-${at}`).digest('hex');
      if (Number.parseInt(hash.slice(0, 8), 16) % shards === shard) return `owner-${at}`;
    }
  };

  test('another coordinator continues the chain, and loses no row of accounts that move again and again', () =>
    withSharedDesk(url, async (world) => {
      const { desk, machine, shared, storePath, call } = world;
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
        const { version: alone } = await desk.run();
        // The first coordinator continues what its machine has published alone.
        cpSync(desk.dataDir.path, one.path, { recursive: true });
        await splitOnly(world, shards, one);
        const { serial, ...pointed } = await shared.pointer.read();
        assert.equal([serial, pointed.version], [1, alone]);
        const first = await runSharedBatch(world, shards, one);
        assert.equal([first.version, first.isNew], [alone, false]);

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

        // A shard that continues from its last version asks the store only about new packs.
        const stored = new Set(readdirSync(join(storePath, 'packs')));
        const asked = await putsDuring(shared.store, async () => {
          desk.write('trades-5.csv', [trade('young', 4)]);
          await runSharedBatch(world, shards, two);
        });
        const packs = asked.flatMap((name) => name.match(/^packs\/(.*)/)?.[1] ?? []);
        assert.ok(packs.length > 0);
        assert.equal(
          packs.filter((name) => stored.has(name)),
          [],
        );

        // The store loses a pack of each shard and all manifests, and a machine all that it has.
        const { files, version } = readManifest(two, currentVersion(two) ?? 'none');
        const isNeeded = new Set(files.map(({ path }) => path.slice('packs/'.length)));
        const [kept = '', gone = ''] = [0, 1].map((shard) => {
          const [here, there] = [shard, 1 - shard].map((number) =>
            readdirSync(machine(`worker-${number}`).packs),
          );
          const pack = here?.find((name) => isNeeded.has(name) && !there?.includes(name)) ?? 'none';
          rmSync(join(storePath, 'packs', pack));
          return pack;
        });
        rmSync(machine('worker-1').path, { recursive: true });
        rmSync(join(storePath, 'manifests'), { recursive: true });
        await runSharedBatch(world, shards, two);
        assert.is(existsSync(join(storePath, 'packs', kept)), true);
        assert.is(existsSync(join(storePath, 'packs', gone)), false);
        assert.is(currentVersion(two)?.split('-')[1], version.split('-')[1], 'the same content');
        const verified = await call((config, io) => verifyCommand(config, {}, io));
        assert.equal([verified.code, verified.stderr], [0, []]);

        // Accounts that move after they were computed, as in shards.test.ts, but with PostgreSQL.
        if (!isInFull) return;
        give({ old: 0, still: 1, young: 1 });
        desk.write('trades-6.csv', [trade('old', 4), trade('young', 5)]);
        await desk.run();
        await runSharedBatch(world, shards, two);
        assert.equal(published(two), published(desk.dataDir));
      } finally {
        await shards.close();
      }
    }));
}

test.run();
