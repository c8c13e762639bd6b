import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyRegistry, dumpRegistry } from '../../../pipeline/registry/apply.ts';
import { createConnectionKey } from '../../../pipeline/registry/connection-keys.ts';
import { fieldsOf } from '../../support/fields.ts';
import { furnish } from '../../support/furnish.ts';
import { runAt } from '../../support/run-at.ts';
import { sentDescription, sentTrade } from '../../support/sent-rows.ts';
import { Stories } from '../../support/stories.ts';
import { signedIn } from '../owners/owners.ts';
import { bearer, closeWorld, now, openWorld, type World } from '../world.ts';

const closed = suite('accounts that the operator loads');

const account = sentDescription();

const trade = (ticket: string, profit: number) => sentTrade(ticket, { profit });

/** Folder with the operator's files. */
const sourceOf = ({ dataDir }: World): string => join(dataDir.path, 'source');

async function open(): Promise<World> {
  const world = await openWorld({ facts: null });
  await furnish(world.dataDir);
  mkdirSync(sourceOf(world));
  return world;
}

async function run(world: World): Promise<void> {
  const { dataDir, registry, snapshots } = world;
  // Data refused because the account is closed to its owner doesn't fail a strict run.
  await runAt(now, { dataDir, registry }, { sources: [sourceOf(world)], strict: true });
  await snapshots.refresh();
}

const stories = new Stories(closed, open, run);

/** Sends with a key, and reads the account as strangers do. The account is new. */
async function openSender(world: World, slug: string) {
  const { app, registry, read } = world;
  const id = `MT5:${slug}@Northwind-Live`;
  const entry = { slug, type: 'account', account_id: id, owner: 'north-desk', name: slug };
  await applyRegistry(registry, { accounts: [{ ...entry, published: true }] });
  const { key } = await createConnectionKey(registry, { account: slug, name: 'script' });
  return {
    send: (body: object) =>
      app.inject({
        method: 'POST',
        url: '/connect/v1/facts',
        headers: bearer(key),
        payload: body,
      }),
    stateOf: async (receipt: string) =>
      (await app.inject({ url: `/connect/v1/receipts/${receipt}`, headers: bearer(key) })).json(),
    /** The operator loads the account with one trade. */
    loadAsOperator() {
      const write = (table: string, row: object): void =>
        writeFileSync(
          join(sourceOf(world), `${table}-${slug}.ndjson`),
          `${JSON.stringify({ account_id: id, ...row })}\n`,
        );
      write('accounts', account);
      write('trades', trade('1', -40));
    },
    balance: async () => (await read(`/api/v1/accounts/${slug}`)).balance,
  };
}

stories.add('ignore everything that their owner sends', async (world, nextRun) => {
  const { loadAsOperator, send, balance } = await openSender(world, 'ignored');
  loadAsOperator();
  await nextRun();
  assert.is(await balance(), 960);
  const refused = await send({ trades: [trade('1', 250), trade('2', 500)] });
  assert.is(refused.statusCode, 409);
  assert.match(refused.json().detail, /^The operator loads this account .* "owner_data": true/);
  await nextRun();
  assert.is(await balance(), 960);

  const owner = await signedIn(world.app, world.registry, 'north-desk');
  const page = (await owner.get('/me/accounts/ignored/connections')).body;
  assert.match(page, 'The operator loads this account');
  assert.not.match(page, 'Create key');
  const made = await owner.post('/me/accounts/ignored/connections', { name: 'another' });
  assert.is(made.statusCode, 409);
  const account = { account: 'ignored', name: 'another' };
  try {
    await createConnectionKey(world.registry, account);
    assert.unreachable('a key was made that nothing can be sent with');
  } catch (error) {
    assert.match(String(error), /account "ignored": The operator loads this account/);
  }
  // Another account of the same owner accepts data.
  const gold = await openSender(world, 'sent');
  assert.is((await gold.send({ account })).statusCode, 422);
  assert.is((await gold.send({ trades: [trade('1', 5)] })).statusCode, 202);
});

stories.add('drop what their owner sent before, and refuse what waits', async (world, nextRun) => {
  const { loadAsOperator, send, stateOf, balance } = await openSender(world, 'dropped');
  const first = await send({ account, trades: [trade('1', 250), trade('2', 500)] });
  await nextRun();
  assert.is(await balance(), 1750);
  assert.is((await stateOf(first.json().receipt)).state, 'published');
  const waiting = (await send({ trades: [trade('3', 9000)] })).json().receipt;
  loadAsOperator();
  await nextRun();
  assert.is(await balance(), 960);
  const { state, accepted, rejected } = await stateOf(waiting);
  assert.equal([state, accepted, rejected.length], ['refused', 0, 1]);
  assert.match(rejected[0].reason, 'The operator loads this account');
  await nextRun();
  assert.is(await balance(), 960);
});

stories.add(
  'are open to their owner where the registry allows it, with all that was sent',
  async (world, nextRun) => {
    const { loadAsOperator, send, balance } = await openSender(world, 'opened');
    await send({ account, trades: [trade('2', 500)] });
    loadAsOperator();
    await nextRun();
    assert.is(await balance(), 960);
    const allowed = { accounts: [{ slug: 'opened', owner_data: true }] };
    const { changes } = await applyRegistry(world.registry, allowed);
    assert.equal(fieldsOf(changes, 'field', 'from', 'to', 'shows'), [
      [
        ...['owner_data', false, true],
        'takes data that north-desk sends, which changes its figures',
      ],
    ]);
    assert.is((await send({ trades: [trade('3', 1)] })).statusCode, 202);
    await nextRun();
    assert.is(await balance(), 1461);
    const again = { accounts: [{ slug: 'opened', name: 'Renamed' }] };
    await applyRegistry(world.registry, again);
    const { accounts } = await dumpRegistry(world.registry);
    const entry = accounts.find(({ slug }) => slug === 'opened');
    assert.ok(entry && 'owner_data' in entry && entry.owner_data);
  },
);

closed.after(async () => closeWorld(await stories.world()));

closed.run();
