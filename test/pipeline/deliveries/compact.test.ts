import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { receiveLocally } from '../../../pipeline/connect/receive.ts';
import { compactDeliveries } from '../../../pipeline/deliveries/compact.ts';
import type { TerminalDeal } from '../../../pipeline/deliveries/deals/terminal.ts';
import { deliveriesAt } from '../../../pipeline/deliveries/open.ts';
import { withdrawDelivery } from '../../../pipeline/deliveries/withdraw.ts';
import { withDirectory } from '../../support/directory.ts';
import { fieldOf, fieldsOf } from '../../support/fields.ts';
import { keyedBody } from '../../support/keyed-body.ts';
import { randomFrom } from '../../support/random.ts';
import { sentInMarch } from '../../support/sent-rows.ts';
import { withHandle } from '../../support/sqlite.ts';
import { atNoon, dealOf, noon, openForEntering, sentDeals, terminalAccount } from './entering.ts';
import { runsOf } from './run-pending.ts';

const compacting = suite('rows that later ones replace');

const trade = (ticket: number, profit: number) => sentInMarch(`${ticket}`, profit);

/** Calls the work with deliveries. Each `nextDay` moves their clock by a day. */
const withDeliveries = (
  work: (desk: {
    send(body: object): Promise<void>;
    nextDay(): void;
    /** Loads new deliveries, as runs do, and compacts if it is due. */
    run(isFull?: boolean): Promise<void>;
    /** Rows of the table that a rebuild would load. */
    rows(table: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
    use(): Promise<{ rows: number; bytes: number } | undefined>;
    /** Returns the bytes of all stored rows, as lines. */
    keptBytes(): number;
  }) => Promise<void>,
) =>
  withDirectory(async (directory) => {
    const dataDir = dataDirectory(directory);
    const { database: path } = dataDir.inbox;
    let day = Date.parse('2024-03-04T12:00:00Z');
    const receiving = await receiveLocally(path, () => new Date(day));
    const runs = runsOf(dataDir);
    const deliveries = deliveriesAt({ path });
    try {
      await work({
        async send(body) {
          const outcome = await receiving.receive(keyedBody('a', JSON.stringify(body)));
          assert.ok('receipt' in outcome, JSON.stringify(outcome));
        },
        nextDay() {
          day += 24 * 3600 * 1000;
        },
        async run(isFull = false) {
          await runs.next();
          if (isFull)
            withHandle(path, (handle) => handle.exec('update delivery_accounts set is_full = 1'));
          await compactDeliveries({ deliveries, log: silentLog });
        },
        rows: async (table) => (await runsOf(dataDir).next()).rows[table] ?? [],
        use: async () => (await receiving.uses(['north'])).get('north'),
        keptBytes: () =>
          withHandle(path, (handle) => handle.prepare('select content from deliveries').all())
            .map((row) => (row as { content: ArrayBuffer | null }).content)
            .map((content) => JSON.parse(content ? `${Buffer.from(content)}` : '{"lines":{}}'))
            .flatMap(({ lines }) => Object.values<string[]>(lines).flat())
            .reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0),
      });
    } finally {
      await deliveries.close();
      await receiving.close();
    }
  });

compacting('are removed, and figures stay the same', () =>
  withDeliveries(async ({ send, nextDay, run, rows, use, keptBytes }) => {
    const random = randomFrom(7);
    const last = new Map<string, number>();
    let sent = 0;
    for (let day = 0; day < 5; day += 1) {
      const trades = Array.from({ length: 40 }, () => {
        sent += 1;
        const ticket = Math.floor(random() * 30);
        last.set(`${ticket}`, sent);
        return trade(ticket, sent);
      });
      await send({ trades, equity: [{ at: '2024-03-01T09:00:00Z', balance: day + 1, equity: 1 }] });
      await run();
      nextDay();
    }
    assert.is((await use())?.rows, 205);
    assert.is((await rows('trades')).length, 200, 'not before it is worth it');
    await run(true);
    const left = await rows('trades');
    assert.equal(
      fieldsOf(left, 'ticket', 'profit').sort(),
      [...last].sort(),
      'each ticket once, as it was sent last',
    );
    assert.equal(fieldOf(await rows('equity'), 'balance'), [5]);
    assert.equal(await use().then((used) => used && [used.rows, used.bytes]), [
      last.size + 1,
      keptBytes(),
    ]);
  }),
);

compacting('are removed once an account has grown to twice its size', () =>
  withDeliveries(async ({ send, run, rows, use }) => {
    const comment = 'x'.repeat(400);
    for (let round = 1; round <= 3; round += 1) {
      // 600 kB for each delivery.
      const trades = Array.from({ length: 1_000 }, (_, at) => ({ ...trade(at, round), comment }));
      await send({ trades });
      await run();
      const expected = round === 2 ? 1_000 : 1_000 * round;
      if (round < 3) assert.is((await rows('trades')).length, expected, `round ${round}`);
    }
    assert.is((await use())?.rows, 2_000, 'a third of the same is not twice as much');
  }),
);

compacting('of an account leave the newest row of it and of each statement', () =>
  withDeliveries(async ({ send, run, rows }) => {
    const account = {
      platform: 'MT5',
      currency: 'USD',
      created_at: '2024-03-01T00:00:00Z',
      updated_at: '2024-03-02T00:00:00Z',
    };
    for (const [leverage, statement] of [[1], [2, 'a'], [3, 'b'], [4], [5, 'a']]) {
      await send({ account: { ...account, leverage, ...(statement && { statement }) } });
      await run(true);
    }
    assert.equal(
      (await rows('accounts')).map(({ statement, leverage }) => [statement ?? null, leverage]),
      [
        ['b', 3],
        [null, 4],
        ['a', 5],
      ],
    );
  }),
);

compacting('stay if a later row writes the key in another way', () =>
  withDeliveries(async ({ send, run, rows }) => {
    await send({ trades: [trade(1, 1)] });
    await send({ trades: [{ ...trade(1, 2), ticket: 1 }] });
    await run(true);
    assert.equal(fieldOf(await rows('trades'), 'profit'), [1, 2]);
  }),
);

compacting('of deals leave each ticket once, from its first delivery', () =>
  withDirectory(async (directory) => {
    const dataDir = dataDirectory(directory);
    const { database: path } = dataDir.inbox;
    const deliveries = deliveriesAt({ path }, () => atNoon);
    const opened = openForEntering(await deliveries.open());
    const send = async (body: string, later: number, ...deals: TerminalDeal[]) => {
      const [entered] = await opened.enter([sentDeals('t', body, deals, { later })]);
      assert.ok(typeof entered === 'object' && 'receipt' in entered);
      counted.push(entered.deals ?? -1);
      return entered.receipt;
    };
    const counted: number[] = [];
    const progress = async () => {
      const { deals, newest } = (await opened.terminalOf('t')) ?? {};
      return { deals, newest };
    };
    const first = await send('first', 0, dealOf(1, 0, 0), dealOf(1, 1, 5), dealOf(2, 0, 0));
    const second = await send('second', 60, dealOf(1, 1, 6), dealOf(2, 0, 0));
    const third = await send('third', 120, dealOf(1, 1, 6));
    const runs = runsOf(dataDir);
    await runs.next();
    const waits = await send('not loaded', 180, dealOf(1, 1, 7));
    assert.is(await send('first', 0, dealOf(1, 0, 0)), first);
    assert.equal(counted, [3, 3, 3, 3, 3], 'a ticket counts once, however often it comes');
    assert.equal(await progress(), { deals: 3, newest: noon + 4 });
    withHandle(path, (handle) => handle.exec('update delivery_accounts set is_full = 1'));
    await compactDeliveries({ deliveries, log: silentLog });
    const rows = withHandle(path, (handle) =>
      handle
        .prepare(
          `select receipt, group_concat(ticket order by ticket) as tickets,
            max(deliveries.rows) as rows, max(deliveries.bytes) as bytes,
            sum(length(deal) + 1) as deals
          from deliveries left join deals using (number)
          group by deliveries.number order by deliveries.number`,
        )
        .all(),
    ) as { receipt: string; tickets: string | null; rows: number; bytes: number; deals: number }[];
    assert.equal(fieldsOf(rows, 'receipt', 'tickets', 'rows'), [
      [first, '2,4', 2],
      [second, '3', 1],
      [third, null, 0],
      [waits, '3', 1],
    ]);
    const account = Buffer.byteLength(JSON.stringify(terminalAccount));
    assert.equal(
      rows.slice(0, 2).map(({ bytes, deals }) => bytes - deals),
      [account, account],
    );
    const { trades } = (await runsOf(dataDir).next()).rows;
    assert.is(trades?.at(-1)?.profit, '7.00');
    assert.equal(await progress(), { deals: 3, newest: noon + 4 });
    await withdrawDelivery(await deliveries.open(), first);
    assert.equal(await progress(), { deals: 1, newest: noon + 3 });
    await deliveries.close();
  }),
);

compacting.run();
