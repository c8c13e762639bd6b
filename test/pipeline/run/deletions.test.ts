import { hash, randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Delivery } from '../../../pipeline/deliveries/delivery.ts';
import { openSqlite } from '../../../pipeline/deliveries/sqlite.ts';
import { verifyChain } from '../../../pipeline/publish/snapshot/verify-chain.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { createConnectionKey } from '../../../pipeline/registry/connection-keys.ts';
import { deleteEntry, deleteOwner } from '../../../pipeline/registry/deletions.ts';
import { addAccount, NotOwnedError } from '../../../pipeline/registry/owner-decisions.ts';
import { setPicture } from '../../../pipeline/registry/owner-pictures.ts';
import { openRegistry, type Registry } from '../../../pipeline/registry/registry.ts';
import { createShare } from '../../../pipeline/registry/shares.ts';
import { inviteOwner } from '../../../pipeline/registry/sign-in.ts';
import { verifySnapshot } from '../../../pipeline/run/verify.ts';
import { writeRows } from '../../../pipeline/statements/delivery-content.ts';
import type { ReadInChild } from '../../../pipeline/statements/read-in-child.ts';
import { statementFiles } from '../../../pipeline/statements/statement.ts';
import { temporaryDirectory } from '../../support/directory.ts';
import { openStatements } from '../../support/statements.ts';
import { whileOpen } from '../../support/while-open.ts';
import { within } from '../../support/within.ts';
import { dealOf, openForEntering, sentDeals, sentRows } from '../deliveries/entering.ts';
import { account, asOf, type Desk, trade, withDesk } from '../desk.ts';
import { refusal } from '../registry/world.ts';

const deletions = suite('deleting accounts, portfolios and owners');

/** Texts that occur only in this account: its id, slug, name and comments. */
const canary = 'canary-of-ann';
const annId = `MT5:${canary}-id@Desk-Live`;
const bobId = 'MT5:bob@Desk-Live';

const without = ({ account_id: _, ...row }: Readonly<Record<string, unknown>>) => row;
const rows = (name: string, comment: string, ticket = 1) => ({
  accounts: [without(account(name))],
  trades: [without(trade(name, ticket, { comment, closed_at: '2024-06-03T09:00:00Z' }))],
});

interface Owners {
  readonly desk: Desk;
  readonly registry: Registry;
  run(): ReturnType<Desk['run']>;
  send(deliveries: readonly Delivery[]): Promise<void>;
  /** Lists files of the data directory that contain a text. */
  filesWith(text: string | Buffer): string[];
}

const openAt = ({ dataDir }: Desk): Promise<Registry> =>
  openRegistry({ dataDir, clock: () => asOf });

function ownersOf(desk: Desk, registry: Registry): Owners {
  const { dataDir } = desk;
  return {
    desk,
    registry,
    run: () => desk.run({ registry, keepVersions: 5 }),
    async send(deliveries) {
      const inbox = openForEntering(await openSqlite(dataDir.inbox.database, () => asOf));
      await inbox.enter(deliveries);
      await inbox.close();
    },
    filesWith: (text) =>
      readdirSync(dataDir.path, { recursive: true, encoding: 'utf8', withFileTypes: true })
        .filter((file) => file.isFile())
        .map((file) => join(file.parentPath, file.name))
        .filter((path) => readFileSync(path).includes(text))
        .map((path) => path.slice(dataDir.path.length + 1))
        .sort(),
  };
}

let publishedOnce: string | undefined;

/** Calls the work with a desk to which ann and bob have sent data. Two versions are published. */
const withOwners = (work: (owners: Owners) => Promise<void>): Promise<void> =>
  withDesk(async (desk) => {
    publishedOnce ??= await publishOnce();
    rmSync(desk.dataDir.path, { recursive: true });
    cpSync(publishedOnce, desk.dataDir.path, { recursive: true, preserveTimestamps: true });
    await whileOpen(openAt(desk), async (registry) => {
      await work(ownersOf(desk, registry));
    });
  });
const amongOwners = within(deletions, withOwners);

/** Publishes once. Each test gets a copy, with the logs of open databases. */
async function publishOnce(): Promise<string> {
  const copy = temporaryDirectory();
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  await withDesk((desk) =>
    whileOpen(openAt(desk), async (registry) => {
      await publishBoth(ownersOf(desk, registry));
      cpSync(desk.dataDir.path, copy, { recursive: true, preserveTimestamps: true });
    }),
  );
  return copy;
}

async function publishBoth({ registry, send, run }: Owners): Promise<void> {
  const entry = (slug: string, owner: string, account_id: string, name: string) => ({
    slug,
    type: 'account',
    owner,
    account_id,
    name,
    published: true,
  });
  await applyRegistry(registry, {
    owners: [{ slug: 'ann' }, { slug: 'bob' }],
    accounts: [
      entry(`${canary}-slug`, 'ann', annId, `${canary} name`),
      entry('second', 'ann', 'MT5:second@Desk-Live', 'Second'),
      entry('bobs', 'bob', bobId, 'Bobs'),
      {
        slug: `${canary}-all`,
        type: 'portfolio',
        owner: 'ann',
        name: `${canary} all`,
        currency: 'USD',
        members: [`${canary}-slug`, 'second'],
        published: true,
      },
      // It stays when a member goes.
      {
        slug: 'staying',
        type: 'portfolio',
        owner: 'ann',
        name: 'Staying',
        currency: 'USD',
        members: [`${canary}-slug`, 'second'],
      },
    ],
  });
  const link = { account: `${canary}-slug`, name: canary, passwordHash: null, expires_at: null };
  await createShare(registry, 'ann', link);
  await createConnectionKey(registry, { account: `${canary}-slug`, name: canary });
  await send([
    sentRows(annId, 'first', rows('a', canary)),
    sentRows(bobId, 'bob', rows('b', 'of-bob')),
    sentRows(annId, 'refused', { trades: [{ ticket: canary }] }),
    sentDeals(annId, 'deals', [dealOf(1, 0, 0), dealOf(1, 1, 5)], { broker: canary }),
  ]);
  await run();
  await send([sentRows(annId, 'second', rows('a', canary, 2))]);
  await run();
}

/** Adds a delivery of each owner, as statements make one. */
async function addStatements({ dataDir }: Desk): Promise<void> {
  const database = await openSqlite(dataDir.inbox.database, () => asOf);
  const contents = [rows('a', `${canary} of a statement`, 7), rows('b', 'kept-of-bob', 8)];
  const lines = contents.map((tables) => {
    const written = Object.entries(tables).map(([table, list]) => [
      table,
      list.map((row) => JSON.stringify({ account_id: table, ...row })),
    ]);
    return JSON.stringify({ lines: Object.fromEntries(written), terminal: null });
  });
  for (const [line, id] of [annId, bobId].entries()) {
    await database.write((db) =>
      db
        .insertInto('deliveries')
        .values({
          receipt: `rcp_${line}`,
          key_id: 'statement',
          account_id: id,
          digest: `d${line}`,
          source: 'owner_statement',
          received_at: asOf.toISOString(),
          state: 'published',
          accepted: 1,
          rejected: '[]',
          rejected_count: 0,
          has_positions: 0,
          content: Buffer.from(lines[line] ?? ''),
          has_content: 1,
          rows: 1,
          bytes: 1,
        })
        .execute(),
    );
  }
  await database.close();
}

amongOwners(
  'leaves no byte of an account after the next run, and everything else as it was',
  async ({ desk, registry, run, filesWith }) => {
    await addStatements(desk);
    const before = filesWith(canary);
    for (const file of ['registry.db-wal', 'inbox/inbox.db-wal', 'working.duckdb']) {
      assert.ok(before.includes(file), `${file} of ${before}`);
    }
    const foreign = await deleteEntry(registry, 'bob', `${canary}-slug`).catch((error) => error);
    assert.instance(foreign, NotOwnedError);
    await deleteEntry(registry, 'ann', `${canary}-all`);
    await deleteEntry(registry, 'ann', `${canary}-slug`);
    assert.is(await registry.findAccount(`${canary}-slug`), null, 'gone at the next request');
    await run();
    assert.equal(filesWith(canary), []);
    assert.ok(filesWith('of-bob').length > 2);
    assert.ok(filesWith('kept-of-bob').some((file) => file.startsWith('inbox/inbox.db')));
    assert.equal((await verifySnapshot(desk.dataDir, {})).faults, []);
    const { faults, removals } = verifyChain(desk.dataDir);
    assert.equal(faults, []);
    const { version, as_of } = desk.manifest();
    const removalsFound = removals.map((link) => [link.version, link.as_of, link.removed]);
    assert.equal(removalsFound, [[version, as_of, 2]], 'the account and the portfolio');
    const { isNew, accountsComputed } = await run();
    assert.equal([isNew, accountsComputed], [false, 0]);

    const again = { slug: `${canary}-slug`, type: 'account', owner: 'bob', account_id: 'MT5:9' };
    const reused = applyRegistry(registry, { accounts: [{ ...again, name: 'Again' }] });
    assert.match((await refusal(reused)).message, /belonged to a deleted account/);
  },
);

amongOwners(
  'of an owner leaves nothing of its accounts in any file, and is refused while the operator loads one; of all owners, an empty version',
  async ({ desk, registry, run, filesWith }) => {
    await inviteOwner(registry, 'ann', 'test');
    const picture = Buffer.from('the pixels of ann');
    await setPicture(registry, 'ann', picture, 'owner:ann');
    const ofPicture = [picture.toString('base64'), hash('sha256', picture)];
    for (const text of ofPicture) assert.ok(filesWith(text).length > 0, text);
    await registry.noteOperatorAccounts([annId]);
    for (const refused of [
      () => deleteOwner(registry, 'ann'),
      () => deleteEntry(registry, 'ann', `${canary}-slug`),
    ]) {
      assert.match((await refusal(refused())).message, /^The operator loads "canary-of-ann name"/);
    }
    await registry.store.write((db) => db.deleteFrom('operator_accounts').execute());
    await deleteOwner(registry, 'ann');
    assert.is(await registry.findOwner('ann'), null);
    await run();
    assert.equal(filesWith(canary), []);
    for (const text of ofPicture) assert.equal(filesWith(text), [], text);
    assert.equal(await registry.deletions.pending(), []);
    assert.is((await registry.accounts()).length, 1);
    assert.equal(desk.manifest().accounts, 1);

    await deleteOwner(registry, 'bob');
    assert.equal(await registry.accounts(), []);
    await run();
    assert.equal(filesWith('of-bob'), []);
    assert.is(desk.manifest().accounts, 0);
    assert.equal(await registry.deletions.pending(), []);
    assert.equal((await verifySnapshot(desk.dataDir, {})).faults, []);
    const { version } = desk.manifest();
    await run();
    assert.is(desk.manifest().version, version);
  },
);

amongOwners('of the last account of a portfolio waits for the portfolio', async ({ registry }) => {
  await deleteEntry(registry, 'ann', 'second');
  const { message } = await refusal(deleteEntry(registry, 'ann', `${canary}-slug`));
  assert.is(
    message,
    `The portfolio "${canary} all" has no other account. Delete the portfolio first.`,
  );
});

amongOwners(
  'leaves no byte of an account that no run had loaded, or of its unread statement',
  async ({ desk, registry, run, send, filesWith }) => {
    await deleteEntry(registry, 'ann', `${canary}-all`);
    await run();
    const account_id = 'MT5:late-id of bob';
    await applyRegistry(registry, {
      accounts: [{ slug: 'late', type: 'account', owner: 'bob', account_id, name: 'Late' }],
    });
    await send([sentRows(account_id, 'late', rows('late', 'late-comment'))]);
    const began = new EventEmitter();
    const ended = once(began, 'read');
    const read: ReadInChild = async ({ folder }) => {
      await ended;
      const lines = { trades: [['late-comment']] };
      writeRows(join(folder, statementFiles.contents), [{ lines, terminal: null } as never]);
      return { found: { accounts: [{ id: 'MT5:late-id' }], texts: [], warnings: [] } as never };
    };
    const statements = openStatements(desk.dataDir.inbox, () => asOf, read);
    // Random bytes are stored as they are, although they are compressed.
    const file = randomBytes(20_000);
    const pieces = [0, 5_000, 10_000, 15_000].map((at) => file.subarray(at, at + 50));
    const isStored = () => pieces.some((piece) => filesWith(piece).length > 0);
    await statements.receive({ slug: 'bob', plan: 'free' }, 'S.htm', Readable.from([file]));
    await deleteEntry(registry, 'bob', 'late');
    await run();
    assert.equal(await registry.deletions.pending(), [account_id], 'its statement is being read');
    began.emit('read');
    await statements.idle();
    assert.is((await statements.open('bob')).length, 1);
    assert.ok(isStored());
    await run();
    assert.not(isStored());
    assert.equal([...filesWith('late-id'), ...filesWith('late-comment')], []);
    assert.equal(await registry.deletions.pending(), []);
    await statements.close();
  },
);

amongOwners(
  'refuses what was deleted until a run has removed its data, even one after a run that failed before it was finished, and accepts it after that',
  async ({ desk, registry, run, send, filesWith }) => {
    await deleteEntry(registry, 'ann', `${canary}-all`);
    await deleteEntry(registry, 'ann', `${canary}-slug`);
    await deleteOwner(registry, 'bob');
    const adding = () => addAccount(registry, 'ann', { name: 'Again', account_id: annId });
    const owners = [{ slug: 'bob' }];
    const entry = { slug: 'again', type: 'account', owner: 'ann', account_id: annId, name: 'A' };
    const assertRefused = async () => {
      assert.match((await refusal(adding())).message, /^Again: you deleted this account/);
      const { message } = await refusal(applyRegistry(registry, { owners, accounts: [entry] }));
      assert.match(message, /this owner deleted everything and the data is not removed yet/);
      assert.match(message, /was deleted by its owner and its data is not removed yet/);
    };
    await assertRefused();
    const { deletions: queue } = registry;
    const pending = await queue.pending();
    const broken = (finish: () => Promise<void>) => ({
      ...registry,
      deletions: { ...queue, finish },
    });
    const fail = async () => {
      throw new Error('the disk is full');
    };
    for (const finish of [fail, async () => {}]) {
      await desk.run({ registry: broken(finish) });
      assert.equal(await queue.pending(), pending, 'it is not forgotten');
    }
    await assertRefused();
    await run();
    assert.equal([await queue.pending(), filesWith(canary)], [[], []]);
    const slug = await adding();
    await applyRegistry(registry, { owners });
    await send([sentRows(annId, 'first', rows('a', 'sent-again'))]);
    await run();
    assert.is(
      desk.read((snapshot) => snapshot.list(annId, 'trades')?.index.rows),
      1,
    );
    assert.is((await registry.findAccount(slug))?.owner, 'ann');
    assert.ok(filesWith('sent-again').length > 0);
  },
);

deletions.run();
