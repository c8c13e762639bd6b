import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../../pipeline/base/data-directory.ts';
import type {
  TerminalAccount,
  TerminalDeal,
} from '../../../../pipeline/deliveries/deals/terminal.ts';
import type { Delivery } from '../../../../pipeline/deliveries/delivery.ts';
import { openSqlite } from '../../../../pipeline/deliveries/sqlite.ts';
import { withDirectory } from '../../../support/directory.ts';
import { fieldsOf } from '../../../support/fields.ts';
import { sentDeal } from '../../../support/sent-rows.ts';
import { atNoon, noon, openForEntering, sentDeals } from '../entering.ts';
import { type Loaded, runsOf } from '../run-pending.ts';

const terminals = suite('deals that terminals sent');

const id = 'MT5:1';

const deal = (ticket: number, position: number, entry: 0 | 1, profit = 0): TerminalDeal => ({
  ticket: `${ticket}`,
  position: `${position}`,
  time: noon + ticket,
  json: JSON.stringify({ ...sentDeal(noon, ticket, entry, profit), position }),
});

/** Calls the work with the deliveries of a terminal, and runs that pair their deals. */
const withTerminal = (
  work: (desk: {
    /** Sends deals, each time one minute later. */
    send(deals: readonly TerminalDeal[], more?: Partial<TerminalAccount>): Promise<string>;
    enter(delivery: Delivery): Promise<string>;
    /** Runs, and returns the loaded rows by table. */
    run(): Promise<Loaded['rows']>;
    /** Runs with `--rebuild`, and returns the loaded rows by table. */
    rebuild(): Promise<Loaded['rows']>;
  }) => Promise<void>,
): Promise<void> =>
  withDirectory(async (directory) => {
    const dataDir = dataDirectory(directory);
    const database = await openSqlite(dataDir.inbox.database, () => atNoon);
    const deliveries = openForEntering(database);
    const runs = runsOf(dataDir);
    let sent = 0;
    const enter = async (delivery: Delivery): Promise<string> => {
      const [entered] = await deliveries.enter([delivery]);
      assert.ok(typeof entered === 'object' && 'receipt' in entered);
      return entered.receipt;
    };
    try {
      await work({
        enter,
        send(deals, more = {}) {
          sent += 1;
          return enter(sentDeals(id, `body ${sent}`, deals, { later: sent * 60, ...more }));
        },
        run: async () => (await runs.next()).rows,
        rebuild: async () => (await runsOf(dataDir).next()).rows,
      });
    } finally {
      await deliveries.close();
    }
  });

const ticketsOf = ({ trades = [] }: Loaded['rows']): unknown[] =>
  trades.map(({ ticket }) => ticket);

terminals('are paired once, and again if a late deal of their position arrives', () =>
  withTerminal(async ({ send, run }) => {
    await send([deal(1, 10, 0), deal(2, 10, 1, 5), deal(4, 11, 1, 7)]);
    assert.equal(ticketsOf(await run()), ['10']);
    assert.equal(await run(), {}, 'nothing came');
    await send([deal(2, 10, 1, 5)]);
    const { accounts, trades } = await run();
    assert.equal([accounts?.length, trades], [1, undefined], 'nothing new of a deal sent again');
    await send([deal(3, 11, 0)]);
    assert.equal(ticketsOf(await run()), ['11']);
    await send([deal(2, 10, 1, 6)]);
    assert.is((await run()).trades?.[0]?.profit, '6.00');
  }),
);

terminals('give each trade the delivery that changed its position last, also from the start', () =>
  withTerminal(async ({ send, run, rebuild }) => {
    const stampsOf = ({ trades = [] }: Loaded['rows']) => {
      const newest = new Map(trades.map(({ ticket, delivery }) => [ticket, delivery]));
      return Object.fromEntries([...newest].sort());
    };
    const first = await send([deal(1, 10, 0), deal(2, 10, 1, 5), deal(3, 11, 0)]);
    const second = await send([deal(2, 10, 1, 5), deal(4, 11, 1, 7)]);
    assert.equal(stampsOf(await run()), { 10: first, 11: second });
    const third = await send([deal(2, 10, 1, 6)]);
    assert.equal(stampsOf(await run()), { 10: third });
    assert.equal(stampsOf(await rebuild()), { 10: third, 11: second });
  }),
);

terminals('are all paired again if the server turns out to have another clock', () =>
  withTerminal(async ({ send, run }) => {
    await send([deal(1, 10, 0), deal(2, 10, 1)]);
    assert.is((await run()).trades?.[0]?.opened_at, '2024-03-04T10:00:01Z');
    await send([], { clock: '+03:00' });
    assert.is((await run()).trades?.[0]?.opened_at, '2024-03-04T09:00:01Z');
    await send([]);
    assert.is((await run()).trades?.[0]?.opened_at, '2024-03-04T10:00:01Z');
    await send([]);
    assert.is((await run()).trades, undefined);
  }),
);

terminals('leave opening charges of open positions out of the balance until they close', () =>
  withTerminal(async ({ send, run }) => {
    const balanceAfter = async (deals: TerminalDeal[], balance: string, listed: number) => {
      await send(deals, { balance, listed });
      return (await run()).accounts?.[0]?.reported_balance;
    };
    assert.is(Number(await balanceAfter([deal(1, 10, 0), deal(2, 11, 0)], '998', 2)), 1000);
    assert.is(Number(await balanceAfter([deal(3, 10, 1, 50)], '1047', 3)), 1048);
    assert.is(Number(await balanceAfter([deal(4, 11, 1, -20)], '1026', 4)), 1026);
    assert.is(await balanceAfter([], '1026', 5), undefined, 'a deal is missing');
  }),
);

terminals('list open positions again once the charge of one is known', () =>
  withTerminal(async ({ enter, send, run }) => {
    const listed = [JSON.stringify({ ticket: 10, type: 0, time: noon, symbol: 'EURUSD' })];
    const report = sentDeals(id, 'list', [], { later: 1 });
    assert.ok(report.terminal);
    await enter({ ...report, terminal: { ...report.terminal, positions: listed } });
    const { positions } = await run();
    assert.equal(fieldsOf(positions, 'ticket', 'commission'), [['10', undefined]]);
    await send([deal(1, 10, 0)]);
    assert.equal(fieldsOf((await run()).positions, 'ticket', 'commission', 'reported_at'), [
      ['10', '-1.00', positions?.[0]?.reported_at],
    ]);
    await send([]);
    assert.is((await run()).positions, undefined);
  }),
);

terminals('change no trade of the broker whom a connector reads, and take no clock from it', () =>
  withTerminal(async ({ enter, run }) => {
    const tradesOf = ({ trades = [] }: Loaded['rows']) =>
      trades.map(({ source, ticket, profit, closed_at }) => [source, ticket, profit, closed_at]);
    const broker = { clock: 'UTC', ahead: 0 };
    const deals = [deal(1, 10, 0), deal(2, 10, 1, 5)];
    await enter({ ...sentDeals(id, 'broker', deals, broker), source: 'broker_api' });
    // The terminal reports a false, better result for one ticket, and one more deal of the
    // position.
    const invented = [deal(1, 10, 0), deal(2, 10, 1, 500), deal(3, 10, 1, 500)];
    await enter(sentDeals(id, 'terminal', invented));
    const [ofBroker, ofTerminal] = tradesOf(await run());
    assert.equal(ofBroker, ['broker_api', '10', '5.00', '2024-03-04T12:00:02Z']);
    assert.equal([ofTerminal?.[0], ofTerminal?.[3]], ['terminal', '2024-03-04T10:00:02Z']);
    assert.equal(await run(), {});
  }),
);

terminals.run();
