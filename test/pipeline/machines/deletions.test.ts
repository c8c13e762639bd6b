import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { literal } from '../../../pipeline/base/sql-text.ts';
import { readSharedPart } from '../../../pipeline/commands/shared-part.ts';
import type { Delivery } from '../../../pipeline/deliveries/delivery.ts';
import { openPostgres } from '../../../pipeline/deliveries/postgres.ts';
import {
  findDelivery,
  readReloads,
  withdrawDelivery,
} from '../../../pipeline/deliveries/withdraw.ts';
import { openDatabase } from '../../../pipeline/duckdb/database.ts';
import type { ShardInput } from '../../../pipeline/machines/batch.ts';
import { openJobs } from '../../../pipeline/machines/jobs.ts';
import { openShards, type ShardStore } from '../../../pipeline/machines/state.ts';
import { currentVersion } from '../../../pipeline/publish/snapshot/publish.ts';
import { openEntries } from '../../../pipeline/publish/snapshot/reader.ts';
import { verifyChain } from '../../../pipeline/publish/snapshot/verify-chain.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { createConnectionKey } from '../../../pipeline/registry/connection-keys.ts';
import { deleteEntry, deleteOwner } from '../../../pipeline/registry/deletions.ts';
import { openRegistry, type Registry } from '../../../pipeline/registry/registry.ts';
import { severalMachines } from '../../../pipeline/run/machines.ts';
import { verifySnapshot } from '../../../pipeline/run/verify.ts';
import { type SharedDesk, withSharedDesk } from '../commands/shared-desk.ts';
import { dealOf, openForEntering, sentDeals, sentRows } from '../deliveries/entering.ts';
import { account, asOf, trade } from '../desk.ts';
import { startPostgres, type TestDatabase } from '../registry/postgres-server.ts';
import { runSharedBatch } from './shared-batch.ts';

const test = suite('deleting on machines that share a store');

/**
 * Text that occurs only in the accounts of an owner: in their ids, slugs, names and comments. Ann
 * deletes her account, and carl goes with everything.
 */
const canaryOf = (owner: string): string => `canary-of-${owner}`;
const idOf = (owner: string): string => `MT5:${canaryOf(owner)}-id@Desk-Live`;
const canary = canaryOf('ann');
const bobId = 'MT5:bob@Desk-Live';
const deleters = ['ann', 'carl'];

const without = ({ account_id: _, ...row }: Readonly<Record<string, unknown>>) => row;
const rows = (name: string, comment: string, ticket = 1) => ({
  accounts: [without(account(name, { reported_balance: 5000 }))],
  trades: [without(trade(name, ticket, { comment, closed_at: '2024-06-03T09:00:00Z' }))],
});

/** Machines to which ann, bob and carl have sent data. Nothing is published. */
interface Owners {
  readonly world: SharedDesk;
  readonly dataDir: DataDirectory;
  readonly registry: Registry;
  /** Runs. With another registry the run may fail. */
  run(registry?: Registry): Promise<unknown>;
  /** Sends deliveries and returns their receipts. */
  send(deliveries: readonly Delivery[]): Promise<string[]>;
  /** Lists the places that contain a text: files of every machine and the store, and tables. */
  placesWith(text: string): Promise<string[]>;
}

/** Ways to run on a shared store. `places` must contain the account before it is deleted. */
const ways = {
  'one machine': {
    shards: null,
    places: ['table accounts', 'table deliveries', 'working.duckdb', 'warehouse.duckdb', 'packs/'],
  },
  'several machines': {
    shards: 2,
    places: ['table shard_accounts', 'table deliveries', 'rows of slices', 'packs/', 'intake/'],
  },
} as const;

const database = await startPostgres();
if (database === null) {
  console.log('skipped: no DATABASE_URL and no PostgreSQL under /usr/lib/postgresql');
} else declare(database);

function declare({ url, stop }: TestDatabase): void {
  test.after(stop);

  const withOwners = (count: number | null, work: (owners: Owners) => Promise<void>) =>
    withSharedDesk(url, async (world) => {
      const { desk, shared, machine } = world;
      const registry = await openRegistry({
        dataDir: desk.dataDir,
        databaseUrl: url,
        clock: () => asOf,
      });
      const shards: ShardStore | null = count === null ? null : await openShards(url, count);
      const dataDir = shards === null ? desk.dataDir : machine('coordinator');
      const options = { keepVersions: 5, registry };
      const owners: Owners = {
        world,
        dataDir,
        registry,
        run: (given = registry) =>
          shards === null
            ? desk.run({ ...options, registry: given, machines: severalMachines(shared) })
            : runSharedBatch(world, shards, dataDir, { ...options, registry: given }, url),
        async send(deliveries) {
          const sent = await openPostgres(url, shared.store);
          const inbox = openForEntering(sent);
          const entered = await inbox.enter(deliveries);
          await inbox.close();
          return entered.map((each) =>
            typeof each === 'object' && 'receipt' in each ? each.receipt : '',
          );
        },
        placesWith: async (text) => [
          ...filesWith(join(desk.dataDir.path, '..'), text),
          ...(await tablesWith(url, text)),
          ...(await slicesWith(join(desk.dataDir.path, '..', 'store', 'slices'), text)),
        ],
      };
      try {
        const entry = (slug: string, owner: string, account_id: string, name: string) => ({
          slug,
          type: 'account',
          owner,
          account_id,
          name,
          published: true,
        });
        await applyRegistry(registry, {
          owners: ['ann', 'bob', 'carl'].map((slug) => ({ slug })),
          accounts: [
            entry('bobs', 'bob', bobId, 'Bobs'),
            ...deleters.flatMap((owner) => {
              const text = canaryOf(owner);
              const second = `second-of-${owner}`;
              return [
                entry(`${text}-slug`, owner, idOf(owner), `${text} name`),
                entry(second, owner, `MT5:${second}@Desk-Live`, 'Second'),
                {
                  slug: `${text}-all`,
                  type: 'portfolio',
                  owner,
                  name: `${text} all`,
                  currency: 'USD',
                  members: [`${text}-slug`, second],
                  published: true,
                },
              ];
            }),
          ],
        });
        await owners.send([sentRows(bobId, 'bob', rows('b', 'of-bob'))]);
        for (const owner of deleters) {
          const [id, text] = [idOf(owner), canaryOf(owner)];
          await createConnectionKey(registry, { account: `${text}-slug`, name: text });
          await owners.send([
            sentRows(id, 'first', rows('a', text)),
            sentRows(id, 'refused', { trades: [{ ticket: text }] }),
            sentDeals(id, 'deals', [dealOf(1, 0, 0), dealOf(1, 1, 5)], { broker: text }),
          ]);
        }
        await work(owners);
      } finally {
        await shards?.close();
        await registry.close();
      }
    });

  /** Leaves a job, like a batch that was killed. */
  const leaveJob = async (registry: Registry) => {
    const jobs = await openJobs(url);
    const input: ShardInput = {
      shard: 0,
      shards: 2,
      asOf: asOf.toISOString(),
      versionNo: 2,
      rows: [],
      slices: [],
      departed: [],
      registered: await registry.accounts(),
      deleted: [],
      calendar: null,
      chain: null,
      lost: [],
      before: null,
      continues: null,
      state: { shard: 0, working: null, loadedTo: 0, departedTo: 0, idle: null, last: null },
    };
    await jobs.add('00000000-0000-4000-8000-000000000001', 'ours', input);
    await jobs.close();
  };

  for (const [way, { shards, places }] of Object.entries(ways)) {
    test(`computes without what was withdrawn, and leaves no byte of an account or an owner, on ${way}`, () =>
      withOwners(shards, async ({ world, dataDir, registry, run, send, placesWith }) => {
        // On one machine, run/deletions.test.ts has a version more.
        if (shards !== null) await run();
        const [wrong = ''] = await send([
          sentRows(idOf('carl'), 'wrong', rows('a', 'withdrawn-text', 9)),
          ...deleters.map((owner) =>
            sentRows(idOf(owner), 'second', rows('a', canaryOf(owner), 2)),
          ),
        ]);
        await run();
        const tickets = async () => {
          const list = await readSharedPart(world.shared, dataDir, idOf('carl'), 'trades');
          return [...String(list).matchAll(/"ticket":"?(\w+)/g)].map(([, ticket]) => ticket).sort();
        };
        assert.equal(await tickets(), ['1', '2', '9']);
        const before = await placesWith(canary);
        for (const place of places) {
          assert.ok(
            before.some((found) => found.includes(place)),
            `${place} of ${before}`,
          );
        }

        // Carl withdraws a delivery while ann deletes her account.
        const database = await openPostgres(url, world.shared.store);
        try {
          assert.is(await withdrawDelivery(database, wrong), true);
          assert.is(await withdrawDelivery(database, wrong), false);
          const objects = (await placesWith('withdrawn-text')).filter((place) =>
            /deliveries/.test(place),
          );
          assert.equal(objects, [], 'its rows are gone at once');
          await deleteEntry(registry, 'ann', `${canary}-all`);
          await deleteEntry(registry, 'ann', `${canary}-slug`);
          await run();
          assert.equal(await tickets(), ['1', '2']);
          assert.equal(await readReloads(database), []);
          const receipt = await findDelivery(database, wrong);
          assert.equal([receipt?.state, receipt?.rows], ['refused', 0]);
        } finally {
          await database.close();
        }
        assert.equal(await placesWith(canary), []);
        assert.ok((await placesWith('of-bob')).length > 2);
        assert.equal(await registry.deletions.pending(), []);
        if (shards === null) {
          assert.equal((await verifySnapshot(world.desk.dataDir, {})).faults, []);
        }
        const { faults, removals } = verifyChain(dataDir);
        assert.equal(faults, []);
        const removalsFound = removals.map(({ version, removed }) => [version, removed]);
        assert.equal(removalsFound, [[currentVersion(dataDir), 2]]);
        const entries = openEntries(dataDir, currentVersion(dataDir) ?? '');
        assert.equal(
          [...entries.identities()]
            .map(({ id }) => id)
            .filter(Boolean)
            .sort(),
          [bobId, idOf('carl'), `portfolio:${canaryOf('carl')}-all`],
        );
        entries.close();
        const version = currentVersion(dataDir);
        await run();
        assert.is(currentVersion(dataDir), version, 'the account is loaded anew once');

        // An owner goes, and a run fails before it is done.
        const ofCarl = canaryOf('carl');
        await send([sentRows(idOf('carl'), 'third', rows('a', ofCarl, 3))]);
        if (shards !== null) {
          await leaveJob(registry);
          assert.ok((await placesWith(ofCarl)).includes('table shard_jobs'));
        }
        assert.ok((await placesWith(ofCarl)).length > 2);
        await deleteOwner(registry, 'carl');
        const broken: Registry = {
          ...registry,
          deletions: {
            ...registry.deletions,
            async finish() {
              throw new Error('the disk is full');
            },
          },
        };
        await run(broken);
        assert.ok((await registry.deletions.pending()).length > 0, 'it is not forgotten');
        await run();
        assert.equal(await placesWith(ofCarl), []);
        assert.ok((await placesWith('of-bob')).length > 2);
        assert.equal(await registry.deletions.pending(), []);
      }));
  }
}

/** Lists files that contain a text. Objects of deliveries are decompressed. */
function filesWith(root: string, text: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => {
      const bytes = readFileSync(path);
      return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).includes(text);
    })
    .map((path) => path.slice(root.length + 1))
    .sort();
}

/** Looks into slices, whose rows are compressed. */
async function slicesWith(folder: string, text: string): Promise<string[]> {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return [];
  const database = await openDatabase(':memory:', { threads: 1 });
  try {
    const [found] = await database.rows(
      `select bool_or(contains(slices::varchar, ?)) as is_any
       from read_parquet(${literal(join(folder, '*.parquet'))}, union_by_name = true) as slices`,
      [text],
    );
    return found?.is_any === true ? ['rows of slices'] : [];
  } finally {
    database.close();
  }
}

/** Lists tables that contain a text, also in binary columns. */
async function tablesWith(connectionString: string, text: string): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const tables = await client.query(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    );
    const found: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query(
        `select exists (select from ${name} as line
           where strpos(line::text, $1) > 0 or strpos(line::text, $2) > 0) as has`,
        [text, Buffer.from(text).toString('hex')],
      );
      if (rows[0].has) found.push(`table ${name.replace('public.', '')}`);
    }
    return found;
  } finally {
    await client.end();
  }
}

test.run();
