import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { receiveLocally } from '../../../pipeline/connect/receive.ts';
import { deliveriesAt } from '../../../pipeline/deliveries/open.ts';
import { pendingDeliveries } from '../../../pipeline/deliveries/pending-deliveries.ts';
import { refusalsIn } from '../../../pipeline/deliveries/refused-rows.ts';
import { readReloads } from '../../../pipeline/deliveries/reloads.ts';
import { noteLoaded } from '../../../pipeline/deliveries/states.ts';
import { takePending } from '../../../pipeline/deliveries/take-pending.ts';
import { withDirectory } from '../../support/directory.ts';
import { fieldOf, fieldsOf } from '../../support/fields.ts';
import { keyedBody } from '../../support/keyed-body.ts';
import { sentAccount, sentDeal, sentInMarch } from '../../support/sent-rows.ts';
import { withHandle } from '../../support/sqlite.ts';
import { whileOpen } from '../../support/while-open.ts';
import { openHome, rowsOf, runsOf } from './run-pending.ts';

const taking = suite('deliveries on their way into a run');

/** Monday, 4 March 2024, 12:00:00 on a server two hours ahead of UTC. */
const noon = 1709553600;
const clock = () => new Date((noon - 7200) * 1000);
const deal = (ticket: number, entry: 0 | 1, profit = 0) => sentDeal(noon, ticket, entry, profit);
const account = sentAccount(noon);

/** Calls the work with a receiver, and runs that load what it received. */
const received = (
  work: (desk: {
    readonly path: string;
    send(accountId: string, body: object): Promise<string>;
    stateOf(accountId: string, receipt: string): Promise<string | undefined>;
    runs: typeof runsOf;
    readonly dataDir: ReturnType<typeof dataDirectory>;
  }) => Promise<void>,
) =>
  withDirectory(async (directory) => {
    const dataDir = dataDirectory(directory);
    const path = dataDir.inbox.database;
    await whileOpen(receiveLocally(path, clock), async (receiving) => {
      await work({
        path,
        dataDir,
        runs: runsOf,
        async send(accountId, body) {
          const outcome = await receiving.receive(keyedBody(accountId, JSON.stringify(body)));
          assert.ok('receipt' in outcome, JSON.stringify(outcome));
          return outcome.receipt.receipt;
        },
        stateOf: async (accountId, receipt) => (await receiving.find(accountId, receipt))?.state,
      });
    });
  });

taking("wait if the deals of their account can't be paired, and stop no other account", () =>
  received(async ({ path, dataDir, send, stateOf, runs }) => {
    const warnings: unknown[] = [];
    const log = { warn: (words: string, about?: object) => warnings.push([words, about]) };
    const ownRuns = runs(dataDir, { log });
    const faulty = await send('faulty', { account, deals: [deal(1, 0), deal(2, 1, 5)] });
    const sound = await send('sound', { account, deals: [deal(1, 0), deal(2, 1, 5)] });
    const alter = (from: string, to: string) =>
      withHandle(path, (handle) =>
        handle
          .prepare(
            `update deals set deal = cast(replace(cast(deal as text), ?, ?) as blob)
              where account_id = 'faulty'`,
          )
          .run(from, to),
      );
    // As if it had been stored incompletely, or were read by a rule that fails.
    alter('{"ticket":2,', '{"ticket":"ticket":2,');
    const first = await ownRuns.next();
    assert.is(await stateOf('sound', sound), 'loaded');
    assert.equal(fieldsOf(first.rows.trades, 'account_id', 'ticket'), [['sound', '10']]);
    assert.is(await stateOf('faulty', faulty), 'received');
    assert.equal(fieldOf(first.waiting, 'id'), ['faulty']);
    assert.is(warnings.length, 1);
    assert.match(JSON.stringify(warnings), /waits for the next run.*"account":"faulty","reason"/);

    // The next run tries again. So does the run after the repair.
    const more = { equity: [{ at: '2024-03-04T10:00:00Z', balance: 1000, equity: 1000 }] };
    const faultyToo = await send('faulty', more);
    assert.equal((await ownRuns.next()).rows.trades, undefined);
    assert.is(warnings.length, 2);
    assert.is(await stateOf('faulty', faultyToo), 'received');
    alter('{"ticket":"ticket":2,', '{"ticket":2,');
    const last = await ownRuns.next();
    assert.is(warnings.length, 2);
    assert.is(await stateOf('faulty', faulty), 'loaded');
    assert.is(await stateOf('faulty', faultyToo), 'loaded');
    assert.equal([last.rows.trades?.length, last.rows.equity?.length], [1, 1]);
    assert.equal((await ownRuns.next()).rows, {}, 'nothing comes twice');
  }),
);

taking('are loaded in order of arrival, and all of them by a rebuild', () =>
  received(async ({ dataDir, send, runs }) => {
    const ownRuns = runs(dataDir);
    await send('a', { trades: [sentInMarch('1', 1)] });
    await send('b', { account, deals: [deal(1, 0)] });
    const profits = (rows: Awaited<ReturnType<typeof ownRuns.next>>['rows']) =>
      rows.trades?.map(({ account_id, ticket, profit }) => [account_id, ticket, Number(profit)]);
    assert.equal(profits((await ownRuns.next()).rows), [['a', '1', 1]]);
    await send('b', { account, deals: [deal(2, 1, 5)] });
    await send('a', { trades: [sentInMarch('1', 2)] });
    assert.equal(profits((await ownRuns.next()).rows), [
      ['a', '1', 2],
      ['b', '10', 5],
    ]);
    const anew = await runs(dataDir).next();
    assert.equal(profits(anew.rows), [
      ['a', '1', 1],
      ['a', '1', 2],
      ['b', '10', 5],
    ]);
  }),
);

taking('load an account anew if a deal moves to another position', () =>
  received(async ({ dataDir, send, runs }) => {
    const ownRuns = runs(dataDir);
    // Each batch that changes a position writes it.
    const trades = ({ rows }: Pick<Awaited<ReturnType<typeof ownRuns.next>>, 'rows'>) =>
      new Set(rows.trades?.map(({ ticket, profit }) => `${ticket}: ${Number(profit)}`));
    const openings = [deal(1, 0), { ...deal(3, 0), position: 11 }];
    await send('a', { account, deals: [...openings, deal(2, 1, 5)] });
    assert.equal(trades(await ownRuns.next()), new Set(['10: 5']));
    const reloads = async () => {
      const opened = deliveriesAt({ path: dataDir.inbox.database });
      const found = await readReloads(await opened.open());
      await opened.close();
      return found.map(({ account_id }) => account_id);
    };
    // Another result changes the trade only.
    await send('a', { account, deals: [deal(2, 1, 6)] });
    assert.equal(await reloads(), []);
    await send('a', { account, deals: [{ ...deal(2, 1, 6), position: 11, time: noon + 4 }] });
    assert.equal(await reloads(), ['a']);
    assert.equal(trades(await ownRuns.next()), new Set(['11: 6']));
    assert.equal(await reloads(), []);
    // Contents in batches of one delivery give the same.
    const home = await openHome();
    const opened = deliveriesAt({ path: dataDir.inbox.database });
    const all = { database: await opened.open(), folder: dataDir.temporary, log: silentLog };
    const nothing = { source: '', number: 0, accounts: new Map() };
    const taken = await takePending({ ...all, heldBytes: 1 }, home, nothing, async () => new Set());
    assert.equal(trades({ rows: await rowsOf(home, taken) }), new Set(['11: 6']));
    await taken.close();
    await opened.close();
  }),
);

taking('of accounts that the operator loads are refused, and count once he allows it', () =>
  received(async ({ dataDir, send, stateOf, runs }) => {
    const closed = ['mine'];
    const ownRuns = runs(dataDir, { closed });
    const mine = await send('mine', { trades: [sentInMarch('1')] });
    const otherReceipt = await send('other', { trades: [sentInMarch('2')] });
    const { rows } = await ownRuns.next();
    assert.equal(fieldOf(rows.trades, 'account_id'), ['other']);
    assert.equal(
      [await stateOf('mine', mine), await stateOf('other', otherReceipt)],
      ['refused', 'loaded'],
    );
    assert.equal((await ownRuns.next()).rows, {});
    closed.pop();
    const allowed = await ownRuns.next();
    assert.equal(fieldsOf(allowed.rows.trades, 'account_id', 'ticket'), [['mine', '1']]);
    assert.equal((await ownRuns.next()).rows, {});
  }),
);

taking('are all loaded again if their database was restored to an earlier state', () =>
  received(async ({ path, dataDir, send, runs }) => {
    const ownRuns = runs(dataDir);
    await send('a', { trades: [sentInMarch('1')] });
    await ownRuns.next();
    await send('a', { trades: [sentInMarch('2')] });
    await ownRuns.next();
    withHandle(path, (handle) => {
      handle.exec(
        'delete from deliveries where number = 2; delete from delivery_cuts where number = 2',
      );
      handle.exec("update sqlite_sequence set seq = 1 where name = 'deliveries'");
    });
    await send('a', { trades: [sentInMarch('3')] });
    assert.equal(fieldOf((await ownRuns.next()).rows.trades, 'ticket'), ['1', '3']);
  }),
);

taking('name any number of accounts, more than a statement takes', () =>
  received(async ({ path, send, stateOf }) => {
    const mine = await send('mine', { trades: [sentInMarch('1')] });
    const otherIds = Array.from({ length: 40_000 }, (_, at) => `closed ${at}`);
    const deliveries = deliveriesAt({ path });
    const loaded = { number: 1, waiting: [], closed: [...otherIds, 'mine'] };
    assert.equal(await noteLoaded(await deliveries.open(), 'run', loaded), ['mine']);
    assert.is(await stateOf('mine', mine), 'refused');
    assert.is((await refusalsIn(deliveries).of(otherIds)).size, 0);
    const later = await send('late', { trades: [sentInMarch('1')] });
    const waits = { number: 2, waiting: otherIds, closed: [] };
    assert.equal(await noteLoaded(await deliveries.open(), 'run', waits), []);
    assert.is(await stateOf('late', later), 'loaded');
    const opened = new Map([...otherIds, 'mine'].map((id) => [id, 0]));
    const beginning = { all: 2, opened };
    const due: string[] = [];
    for await (const some of pendingDeliveries(await deliveries.open(), beginning, 2)) {
      due.push(...some.map(({ accountId }) => accountId));
    }
    assert.equal(due, ['mine']);
    await deliveries.close();
  }),
);

taking.run();
