import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { type LocalReceiving, receiveLocally } from '../../../pipeline/connect/receive.ts';
import { compactDeliveries } from '../../../pipeline/deliveries/compact.ts';
import { withIntake } from '../../../pipeline/deliveries/intake.ts';
import { deliveriesAt } from '../../../pipeline/deliveries/open.ts';
import { readReloads } from '../../../pipeline/deliveries/reloads.ts';
import { withdrawDelivery } from '../../../pipeline/deliveries/withdraw.ts';
import { planLimits } from '../../../pipeline/registry/plans.ts';
import { withDirectory } from '../../support/directory.ts';
import { keyedBody } from '../../support/keyed-body.ts';
import { sentInMarch } from '../../support/sent-rows.ts';
import { withHandle } from '../../support/sqlite.ts';
import { openHome, rowsOf, runsOf } from './run-pending.ts';

// Two processes receive for one data directory. Meanwhile runs, owners and programs act.
const atOnce = suite('deliveries that several write at once');

const now = new Date('2024-03-04T10:00:00Z');

const trade = (ticket: number, profit = 1) => sentInMarch(`${ticket}`, profit);
const bodyOf = (...tickets: number[]) => JSON.stringify({ trades: tickets.map((at) => trade(at)) });

interface Two {
  readonly dataDir: DataDirectory;
  /** Sends a body to one of two receivers; returns its receipt, or the status of a refusal. */
  send(receiver: 0 | 1, account: string, body: string, key?: string): Promise<string | number>;
}

const withTwoReceivers = (work: (two: Two) => Promise<void>): Promise<void> =>
  withDirectory(async (directory) => {
    const dataDir = dataDirectory(directory);
    const receivers: LocalReceiving[] = [];
    for (let at = 0; at < 2; at += 1) {
      receivers.push(await receiveLocally(dataDir.inbox.database, () => now));
    }
    try {
      await work({
        dataDir,
        async send(receiver, account, body, key) {
          const outcome = await receivers[receiver]?.receive(
            keyedBody(account, body, { idempotencyKey: key ?? null }),
          );
          if (outcome === undefined) throw new Error('there are two receivers');
          return 'receipt' in outcome ? outcome.receipt.receipt : outcome.status;
        },
      });
    } finally {
      for (const receiver of receivers) await receiver.close();
    }
  });

/** Returns the stored sizes of accounts, and the real sizes of their deliveries. */
const sizesIn = ({ inbox }: DataDirectory) =>
  withHandle(inbox.database, (handle) =>
    handle
      .prepare(
        `select (select json_group_array(json_array(account_id, rows, bytes) order by account_id)
            from delivery_accounts) as counted,
          (select json_group_array(json_array(account_id, rows, bytes) order by account_id)
            from (select account_id, sum(rows) as rows, sum(bytes) as bytes
              from deliveries group by account_id)) as there`,
      )
      .get(),
  ) as { counted: string; there: string };

atOnce('keep one of each body, whichever process receives it', () =>
  withTwoReceivers(async ({ dataDir, send }) => {
    const bodies = Array.from({ length: 12 }, (_, at) => bodyOf(at, 100 + at));
    const receipts = await Promise.all(
      bodies.flatMap((body, at) =>
        ([0, 1, 0] as const).map((receiver) => send(receiver, `account ${at % 3}`, body)),
      ),
    );
    for (let at = 0; at < bodies.length; at += 1) {
      const [first, ...again] = receipts.slice(3 * at, 3 * at + 3);
      assert.type(first, 'string');
      assert.equal(again, [first, first]);
    }
    assert.is(new Set(receipts).size, bodies.length);
    const { counted, there } = sizesIn(dataDir);
    assert.is(counted, there);
    const { rows } = await runsOf(dataDir).next();
    assert.is(rows.trades?.length, 2 * bodies.length);
  }),
);

atOnce('with one idempotency key and two bodies keep one of them and refuse the other', () =>
  withTwoReceivers(async ({ dataDir, send }) => {
    for (let at = 0; at < 6; at += 1) {
      const answers = await Promise.all([
        send(0, 'a', bodyOf(at), `key ${at}`),
        send(1, 'a', bodyOf(at, 50), `key ${at}`),
      ]);
      const receipts = answers.filter((answer) => typeof answer === 'string');
      assert.equal([receipts.length, answers.includes(422)], [1, true], JSON.stringify(answers));
      const taken = answers.indexOf(receipts[0] ?? '');
      const again = await send(1, 'a', taken === 0 ? bodyOf(at) : bodyOf(at, 50), `key ${at}`);
      assert.is(again, receipts[0]);
    }
    const { counted, there } = sizesIn(dataDir);
    assert.is(counted, there);
  }),
);

atOnce('fill a plan to its last row, and never exceed it', () =>
  withTwoReceivers(async ({ dataDir, send }) => {
    await send(0, 'a', bodyOf(1));
    const leave = (rows: number) =>
      withHandle(dataDir.inbox.database, (handle) =>
        handle.prepare('update delivery_accounts set rows = ?').run(planLimits.free.rows - rows),
      );
    leave(3);
    const answers = await Promise.all([send(0, 'a', bodyOf(2, 3)), send(1, 'a', bodyOf(4, 5))]);
    assert.equal(answers.filter((answer) => answer === 413).length, 1, JSON.stringify(answers));
    assert.is(await send(0, 'a', bodyOf(6, 7)), 413);
    assert.type(await send(1, 'a', bodyOf(8)), 'string', 'the last row');
    assert.is(await send(1, 'a', bodyOf(9)), 413);
    assert.type(await send(0, 'a', bodyOf(8)), 'string', 'what is known needs no room');
    const [size] = withHandle(dataDir.inbox.database, (handle) =>
      handle.prepare('select rows from delivery_accounts').all(),
    ) as { rows: number }[];
    assert.is(size?.rows, planLimits.free.rows);
  }),
);

atOnce('count every byte of a day, over all keys of an owner', () =>
  withTwoReceivers(async ({ dataDir, send }) => {
    await send(0, 'a', bodyOf(1));
    const body = bodyOf(2);
    const use = (bytes: number) =>
      withHandle(dataDir.inbox.database, (handle) =>
        handle.prepare('update received_days set bytes = ?').run(bytes),
      );
    const limit = planLimits.free.bytes_a_day;
    // Reasons for refused rows count too. An empty list takes two bytes.
    const size = Buffer.byteLength(body) + '[]'.length;
    use(limit - size + 1);
    assert.is(await send(0, 'b', body), 413);
    use(limit - size);
    const answers = await Promise.all([send(0, 'b', body), send(1, 'c', body)]);
    assert.equal(answers.filter((answer) => answer === 413).length, 1, JSON.stringify(answers));
  }),
);

atOnce('that are withdrawn while a run reads them do not count after the next one', () =>
  withTwoReceivers(async ({ dataDir, send }) => {
    const deliveries = deliveriesAt({ path: dataDir.inbox.database });
    await send(0, 'a', bodyOf(1));
    const second = String(await send(1, 'a', bodyOf(2)));
    await send(1, 'b', bodyOf(3));
    const log = silentLog;
    const home = await openHome();
    const noneClosed = async () => new Set<string>();
    const progress = await withIntake({ deliveries, log }, async (intake) => {
      if (intake === null) throw new Error('nothing was sent');
      const before = { source: '', number: 0, accounts: new Map() };
      const taken = await intake.takeUp(home, before, noneClosed);
      assert.ok(await withdrawDelivery(await deliveries.open(), second));
      await taken.store();
      await taken.close();
      await intake.noteLoaded('run 1', []);
      return taken.progress;
    });
    const database = await deliveries.open();
    assert.equal(
      (await readReloads(database)).map(({ account_id }) => account_id),
      ['a'],
      'the run has read the rows that were withdrawn',
    );
    const tickets = await withIntake({ deliveries, log }, async (intake) => {
      if (intake === null) throw new Error('nothing was sent');
      assert.equal(intake.anew, ['a']);
      const taken = await intake.takeUp(home, progress, noneClosed);
      const { trades = [] } = await rowsOf(home, taken);
      await taken.store();
      await taken.close();
      await intake.noteLoaded('run 2', []);
      return trades.map(({ ticket }) => ticket);
    });
    assert.equal(tickets, ['1']);
    home.close();
    assert.equal(await readReloads(database), []);
    assert.is(await withdrawDelivery(database, second), false, 'once');
    await deliveries.close();
    const { counted, there } = sizesIn(dataDir);
    assert.is(counted, there);
    const { rows } = await runsOf(dataDir).next();
    assert.equal(
      rows.trades?.map(({ account_id, ticket }) => `${account_id} ${ticket}`),
      ['a 1', 'b 3'],
    );
  }),
);

atOnce('that arrive while replaced rows are removed are kept', () =>
  withTwoReceivers(async ({ dataDir, send }) => {
    const deliveries = deliveriesAt({ path: dataDir.inbox.database });
    const sent: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      await send(0, 'a', bodyOf(round, 1000));
      await runsOf(dataDir, { deliveries }).next();
      withHandle(dataDir.inbox.database, (handle) =>
        handle.exec('update delivery_accounts set is_full = 1'),
      );
      sent.push(round, 100 + round);
      const [, receipt] = await Promise.all([
        compactDeliveries({ deliveries, log: silentLog }),
        send(1, 'a', bodyOf(100 + round)),
      ]);
      assert.type(receipt, 'string');
    }
    await deliveries.close();
    const { rows } = await runsOf(dataDir).next();
    const tickets = new Set(rows.trades?.map(({ ticket }) => Number(ticket)));
    assert.equal(
      [...tickets].sort((first, second) => first - second),
      [...sent, 1000].sort((first, second) => first - second),
    );
    const { counted, there } = sizesIn(dataDir);
    assert.is(counted, there);
  }),
);

atOnce.run();
