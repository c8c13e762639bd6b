import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { hashKey } from '../../../pipeline/base/key-format.ts';
import { registryMoveCommand } from '../../../pipeline/commands/registry.ts';
import { readConfig } from '../../../pipeline/config/config.ts';
import { noteCauses } from '../../../pipeline/registry/alert-queue.ts';
import { setAlerts } from '../../../pipeline/registry/alert-settings.ts';
import { addAlertTarget } from '../../../pipeline/registry/alert-targets.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { addConnection, removeConnection } from '../../../pipeline/registry/broker-connections.ts';
import { createConnectionKey } from '../../../pipeline/registry/connection-keys.ts';
import { createKey } from '../../../pipeline/registry/keys.ts';
import { moveRegistry } from '../../../pipeline/registry/move.ts';
import { setPicture } from '../../../pipeline/registry/owner-pictures.ts';
import { addPasskey, noteChallenge } from '../../../pipeline/registry/passkeys.ts';
import { openRegistry, type Registry } from '../../../pipeline/registry/registry.ts';
import { findSession } from '../../../pipeline/registry/sessions.ts';
import { createShare } from '../../../pipeline/registry/shares.ts';
import { acceptInvite, inviteOwner } from '../../../pipeline/registry/sign-in.ts';
import { issueCode } from '../../../pipeline/registry/terminal-codes.ts';
import { withDirectory } from '../../support/directory.ts';
import { within } from '../../support/within.ts';
import { withPostgres } from './postgres-server.ts';
import { decision, everything, now, refusal, world } from './world.ts';

const move = suite('registry move');
const inDirectory = within(move, withDirectory);

const clock = () => now;

interface Secrets {
  readonly key: string;
  readonly session: string;
}

/** Makes a registry with rows in each of its tables. */
async function fill(registry: Registry): Promise<Secrets> {
  await applyRegistry(registry, world, { actor: 'ann' });
  await registry.notePublications(await registry.accounts(), {
    isServed: () => true,
    heldSince: () => null,
  });
  const { key } = await createKey(registry, {
    owner: 'north-desk',
    name: 'x',
    scopes: ['public:read'],
  });
  const webhook = { kind: 'webhook', address: 'https://hooks.example/', language: 'en' } as const;
  await addAlertTarget(registry, 'north-desk', webhook);
  await setAlerts(registry, 'north-desk', 'north-gold', { kinds: ['stale'], drawdownLimit: null });
  const cause = {
    account: 'north-gold',
    owner: 'north-desk',
    kind: 'stale',
    cause: 'x',
    terms: '',
  };
  await noteCauses(
    registry,
    '2026-03-01T12:00:00Z',
    { causes: [{ ...cause, details: {} }], ended: [] },
    now,
  );
  const sending = await createConnectionKey(registry, { account: 'north-gold', name: 'terminal' });
  const login = { platform: 'MT4', number: '7', server: 'Northwind-Demo' };
  const sender = { id: sending.id, slug: 'north-gold', owner: 'north-desk' };
  await issueCode(registry, sender, login);
  await createShare(registry, 'north-desk', {
    account: 'north-gold',
    name: 'friend',
    passwordHash: null,
    expires_at: null,
  });
  await applyRegistry(registry, {
    accounts: [
      {
        slug: 'north-gold',
        history_cut_at: '2024-01-01',
        timezone: 'NY+7',
        statement_currency: 'USD',
        statement_type: 'real',
        statement_broker: 'Aurum',
      },
    ],
  });
  await registry.noteOperatorAccounts(['MT4:7@Broker-Demo']);
  await registry.noteAccountsWithData(['MT4:6@Broker-Demo']);
  await registry.settleMarks(() => decision({ isFromBroker: true }));
  const deleted = { id: 'MT4:8@Broker-Demo', at: '2026-03-01T12:00:00Z' };
  await registry.store.write((db) => db.insertInto('deletions').values(deleted).execute());
  const { token } = await inviteOwner(registry, 'solo', 'ann');
  const session = (await acceptInvite(registry, token, 'hash', 'Firefox')) ?? '';
  const credential = { id: 'c', publicKey: new Uint8Array([1, 2]), counter: 4_294_967_295 };
  await addPasskey(registry, 'solo', 'phone', credential);
  await noteChallenge(registry, 'sign this', null);
  const accounts = [{ id: '7', details: '{}' }];
  const connection = { kind: 'tradelocker', environment: 'demo', label: 'Demo', accounts };
  await addConnection(registry, 'solo', connection, () => 'sealed', 'solo');
  const paid = { ...connection, kind: 'metaapi', accounts: [] };
  const removed = await addConnection(registry, 'solo', paid, () => 'sealed too', 'solo');
  await removeConnection(registry, 'solo', removed, 'solo');
  await setPicture(registry, 'solo', Buffer.from([1, 2, 3]), 'solo');
  return { key, session };
}

/** Reads every row of every table, without the state of the schema. */
async function contentOf({ store }: Registry): Promise<Record<string, unknown[]>> {
  const tables = (await store.db.introspection.getTables()).map(({ name }) => name).sort();
  const content: Record<string, unknown[]> = {};
  for (const name of tables.filter((table) => !/^registry_(?:state|migrations)/.test(table))) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(store.db);
    content[name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return content;
}

async function withOpen<Result>(
  place: { data: string; databaseUrl?: string },
  work: (registry: Registry) => Promise<Result>,
): Promise<Result> {
  const { data, databaseUrl = null } = place;
  const registry = await openRegistry({ dataDir: dataDirectory(data), databaseUrl, clock });
  try {
    return await work(registry);
  } finally {
    await registry.close();
  }
}

const inFile = (data: string) => ({ dataDir: dataDirectory(data), databaseUrl: null });

await withPostgres(move, ({ url }) => {
  inDirectory(
    'takes each row of each table to PostgreSQL and back into a file',
    async (directory) => {
      const [data, back] = [join(directory, 'data'), join(directory, 'back')];
      const secrets = await withOpen({ data }, fill);
      const before = await withOpen({ data }, contentOf);
      for (const [table, rows] of Object.entries(before)) assert.ok(rows.length > 0, table);

      const { rows } = await moveRegistry(inFile(data), url);
      assert.equal(
        rows,
        Object.fromEntries(Object.entries(before).map(([table, { length }]) => [table, length])),
      );
      assert.equal(await withOpen({ data }, contentOf), before, 'the source is as it was');
      await withOpen({ data: '/nowhere', databaseUrl: url }, async (registry) => {
        assert.equal(await contentOf(registry), before);
        const key = await registry.findKeyByHash(hashKey(secrets.key));
        assert.is(key?.terms.plan, 'pro');
        assert.is((await findSession(registry, secrets.session))?.owner, 'solo');
        await applyRegistry(registry, { accounts: [{ slug: everything.slug, name: 'Renamed' }] });
      });

      const inPostgres = await withOpen({ data: '/nowhere', databaseUrl: url }, contentOf);
      assert.not.equal(inPostgres, before, 'the registry that was moved goes on');
      const there = { dataDir: dataDirectory('/nowhere'), databaseUrl: url };
      await moveRegistry(there, join(back, 'registry.db'));
      assert.equal(await withOpen({ data: back }, contentOf), inPostgres);
    },
  );

  inDirectory('refuses a target that has anything, with both as they were', async (data) => {
    await withOpen({ data }, (registry) => applyRegistry(registry, world));
    const place = { data: '/nowhere', databaseUrl: url };
    const before = await withOpen(place, contentOf);
    const { message, exitCode } = await refusal(moveRegistry(inFile(data), url));
    assert.match(
      message,
      /^registry move: PostgreSQL at 127\.0\.0\.1:\d+\/\w+ is not empty: owners has 2 rows; nothing was moved/,
    );
    assert.is(exitCode, 1);
    assert.equal(await withOpen(place, contentOf), before);
  });

  inDirectory('refuses the database that is in use already', async (data) => {
    const { message } = await refusal(
      moveRegistry({ dataDir: dataDirectory(data), databaseUrl: url }, url),
    );
    assert.match(message, /is the registry in use; unset DATABASE_URL/);
  });
});

inDirectory('prints how many rows each table has', async (directory) => {
  const data = join(directory, 'data');
  await withOpen({ data }, (registry) => applyRegistry(registry, world));
  const stdout: string[] = [];
  const io = { stdout: (line: string) => void stdout.push(line), stderr() {}, clock };
  const to = join(directory, 'copy.db');
  const config = readConfig({ TRACKRECORD_DATA: data });
  assert.is(await registryMoveCommand(config, { to }, { ...io, env: {}, program: [] }), 0);
  assert.is(stdout[0], 'owners              2');
  assert.ok(stdout.includes('accounts            3'));
  const from = join(data, 'registry.db');
  const total = stdout.slice(0, -1).reduce((sum, line) => sum + Number(line.split(/ +/)[1]), 0);
  assert.is(stdout.at(-1), `moved ${total} rows from ${from} to ${to}; ${from} is unchanged`);
});

inDirectory('says what is wrong with its source and target, and makes no file', async (data) => {
  const message = async (to: string) => (await refusal(moveRegistry(inFile(data), to))).message;
  const to = join(data, 'copy.db');
  assert.match(await message(to), /^registry move: there is no registry at .*registry\.db; /);
  assert.match(await message('mysql://x'), /^--to: neither postgres:/);
  assert.match(await message(join(data, 'registry.db')), /is the registry in use/);
  await withOpen({ data }, async () => {});
  assert.match(await message(to), /has nothing to move$/);
  const unreachable = 'postgres://user:hunter2@127.0.0.1:1/x';
  assert.match(await message(unreachable), /^registry: cannot open --to: /);
  assert.not.match(await message(unreachable), /hunter2/);
  writeFileSync(join(data, 'other'), 'no database at all, but a text of some length');
  assert.match(await message(join(data, 'other')), /^registry: .*other is damaged; /);
});

move.run();
