import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { type LocalReceiving, receiveLocally } from '../../../pipeline/connect/receive.ts';
import { limitPassed } from '../../../pipeline/deliveries/quota.ts';
import { planLimits } from '../../../pipeline/registry/plans.ts';
import { plans } from '../../../pipeline/registry/words.ts';
import { withDirectory } from '../../support/directory.ts';
import { keyedBody } from '../../support/keyed-body.ts';
import { sentTrade } from '../../support/sent-rows.ts';
import { withHandle } from '../../support/sqlite.ts';

const quota = suite('quotas of what is sent in');

const addition = { rows: 10, bytes: 1_000, received: 1_200 };

for (const plan of plans) {
  const { rows, bytes, bytes_a_day } = planLimits[plan];
  const full = {
    rows: rows - addition.rows,
    bytes: bytes - addition.bytes,
    bytesToday: bytes_a_day - addition.received,
  };
  quota(`of the ${plan} plan can be filled to the last row and byte, and not exceeded`, () => {
    assert.is(limitPassed(plan, full, addition), null);
    assert.is(limitPassed(plan, { ...full, rows: full.rows + 1 }, addition), 'rows');
    assert.is(limitPassed(plan, { ...full, bytes: full.bytes + 1 }, addition), 'bytes');
    const today = { ...full, bytesToday: full.bytesToday + 1 };
    assert.is(limitPassed(plan, today, addition), 'bytes_a_day');
  });
}

let last = 0;
const bodyOf = (rows: number): Buffer =>
  Buffer.from(
    JSON.stringify({
      trades: Array.from({ length: rows }, () => {
        last += 1;
        return sentTrade(`${last}`);
      }),
    }),
  );

const send = (receiving: LocalReceiving, owner: string, bytes: Buffer, accountId = owner) =>
  receiving.receive(keyedBody(accountId, bytes, { keyId: `key of ${accountId}`, owner }));

/** Creates a receiver. The owner `full` has only this much room left. */
const withRoom = (
  room: { rows?: number; bytes?: number; bytesToday?: number },
  work: (receiving: LocalReceiving, setTime: (instant: string) => void) => Promise<void>,
) =>
  withDirectory(async (directory) => {
    let at = new Date('2026-02-03T23:59:50Z');
    const { database } = dataDirectory(directory).inbox;
    const receiving = await receiveLocally(database, () => at);
    const { free } = planLimits;
    withHandle(database, (inbox) => {
      const used = [
        room.rows === undefined ? 0 : free.rows - room.rows,
        room.bytes === undefined ? 0 : free.bytes - room.bytes,
      ];
      inbox
        .prepare(
          `insert into delivery_accounts (account_id, owner, rows, bytes) values ('early', 'full', ?, ?)`,
        )
        .run(...used);
      const today = room.bytesToday === undefined ? 0 : free.bytes_a_day - room.bytesToday;
      inbox.prepare(`insert into received_days values ('full', '2026-02-03', ?)`).run(today);
    });
    try {
      await work(receiving, (instant) => {
        at = new Date(instant);
      });
    } finally {
      await receiving.close();
    }
  });

for (const [limit, room] of [
  ['rows', { rows: 5 }],
  ['bytes', { bytes: 1_500 }],
  ['bytes_a_day', { bytesToday: 1_000 }],
] as const) {
  quota(`refuse what exceeds ${limit}, also of two at once, for that owner only`, () =>
    withRoom(room, async (receiving) => {
      // Two accounts of the owner in one transaction: each one fits, both together do not.
      const bodies = [bodyOf(4), bodyOf(4)];
      const [first, second, other] = await Promise.all([
        ...bodies.map((body, at) => send(receiving, 'full', body, `account ${at}`)),
        send(receiving, 'other', bodyOf(4)),
      ]);
      assert.ok(first && 'receipt' in first, JSON.stringify(first));
      assert.ok(second && 'status' in second, 'the second is refused');
      assert.is(second.status, 413);
      assert.is(second.limit, limit);
      assert.match(second.detail, new RegExp(`free plan allows .*limit: ${limit}`));
      assert.is(second.retryAfter, limit === 'bytes_a_day' ? 10 : undefined);
      assert.ok(other && 'receipt' in other);
      const again = await send(receiving, 'full', bodies[0] ?? Buffer.of(), 'account 0');
      assert.ok('receipt' in again, 'what came before has its receipt');
      assert.equal(again.receipt, first.receipt);
      const uses = await receiving.uses(['full', 'other', 'nobody']);
      assert.is(uses.get('other')?.rows, 4);
      assert.is(uses.get('nobody'), undefined);
      assert.equal(await receiving.uses('all'), uses);
    }),
  );
}

quota('of a day start over at midnight UTC', () =>
  withRoom({ bytesToday: 0 }, async (receiving, setTime) => {
    assert.ok('status' in (await send(receiving, 'full', bodyOf(1))));
    setTime('2026-02-04T00:00:00Z');
    assert.ok('receipt' in (await send(receiving, 'full', bodyOf(1))));
    const use = (await receiving.uses(['full'])).get('full');
    assert.ok((use?.bytesToday ?? 0) < 1_000);
  }),
);

quota('do not count rows that are refused', () =>
  withRoom({ rows: 0, bytes: 0 }, async (receiving) => {
    const body = Buffer.from('{"trades": [{"ticket": 1}]}');
    const outcome = await send(receiving, 'full', body);
    assert.ok('receipt' in outcome);
    assert.is(outcome.receipt.state, 'refused');
  }),
);

quota.run();
