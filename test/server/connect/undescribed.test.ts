import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createConnectionKey } from '../../../pipeline/registry/connection-keys.ts';
import { fieldsOf } from '../../support/fields.ts';
import { furnish } from '../../support/furnish.ts';
import { runAt } from '../../support/run-at.ts';
import { sentDescription, sentTrade } from '../../support/sent-rows.ts';
import { within } from '../../support/within.ts';
import { signedIn } from '../owners/owners.ts';
import { bearer, now, type World, withWorld } from '../world.ts';

const undescribed = suite('accounts whose own row is refused');
const inWorld = within(undescribed, withWorld);

const account = (currency: string) => sentDescription({ currency });

async function openSender({ app, registry, dataDir, snapshots }: World) {
  const { key } = await createConnectionKey(registry, { account: 'north-eurusd', name: 'script' });
  const ofKey = { headers: bearer(key) };
  return {
    send: async (payload: object): Promise<string> =>
      (await app.inject({ method: 'POST', url: '/connect/v1/facts', payload, ...ofKey })).json()
        .receipt,
    receiptOf: async (receipt: string) =>
      (await app.inject({ url: `/connect/v1/receipts/${receipt}`, ...ofKey })).json(),
    async run() {
      await furnish(dataDir);
      await runAt(now, { dataDir, registry });
      await snapshots.refresh();
    },
  };
}

const toldAtMe =
  /Can’t be shown\.<\/strong> The row that describes this account was refused \(currency &quot;EURO&quot; is not three capital letters/;

inWorld(
  'have refused receipts with the reason, and their owner is told',
  { facts: null },
  async (world) => {
    const { send, receiptOf, run } = await openSender(world);
    const first = await send({ account: account('EURO'), trades: [sentTrade('1')] });
    const later = await send({ trades: [sentTrade('2')] });
    await run();
    for (const receipt of [first, later]) {
      const { state, accepted, rejected, rejected_count } = await receiptOf(receipt);
      assert.equal([state, accepted, rejected_count], ['refused', 1, rejected.length]);
      const { reason, ...where } = rejected.at(-1);
      assert.equal(where, { table: 'accounts', row: 0 });
      assert.match(reason, /was refused \(currency "EURO" is not three capital letters/);
    }
    const owner = await signedIn(world.app, world.registry, 'north-desk');
    for (const page of ['/me', '/me/accounts/north-eurusd']) {
      assert.match((await owner.get(page)).body, toldAtMe, page);
    }
    await run();
    assert.is((await receiptOf(later)).rejected_count, 1, 'told once');

    const corrected = await send({ account: account('EUR') });
    await run();
    const receipts = await Promise.all([first, later, corrected].map(receiptOf));
    assert.equal(fieldsOf(receipts, 'state', 'rejected_count'), [
      ['published', 1],
      ['published', 0],
      ['published', 0],
    ]);
    assert.is((await world.read('/api/v1/accounts/north-eurusd')).balance, 1020);
    assert.not.match((await owner.get('/me/accounts/north-eurusd')).body, 'Can’t be shown');
  },
);

inWorld('wait for it where none came yet', { facts: null }, async (world) => {
  const { send, receiptOf, run } = await openSender(world);
  const receipt = await send({ trades: [sentTrade('1'), { ...sentTrade('2'), side: 'up' }] });
  await run();
  const { state, rejected_count } = await receiptOf(receipt);
  assert.equal([state, rejected_count], ['loaded', 1]);
});

undescribed.run();
