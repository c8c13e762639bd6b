import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { storeAnswers } from '../../../pipeline/deliveries/balance-answers.ts';
import type { Delivery } from '../../../pipeline/deliveries/delivery.ts';
import { openSqlite } from '../../../pipeline/deliveries/sqlite.ts';
import { createTrials, type Try } from '../../../pipeline/withdrawals/trials.ts';
import { fieldOf } from '../../support/fields.ts';
import { within } from '../../support/within.ts';
import { dealOf, openForEntering, sentDeals, sentRows } from '../deliveries/entering.ts';
import { account, asOf, type Desk, idOf, registeredAccount, trade, withDesk } from '../desk.ts';

const trials = suite('trials of withdrawals');
const atDesk = within(trials, withDesk);

const id = idOf('own');
const without = ({ account_id: _, ...row }: Readonly<Record<string, unknown>>) => row;
const described = without(account('own'));
const traded = (ticket: number, profit: number) => without(trade('own', ticket, { profit }));

async function send({ dataDir }: Desk, deliveries: readonly Delivery[]): Promise<string[]> {
  const inbox = openForEntering(await openSqlite(dataDir.inbox.database, () => asOf));
  const entered = await inbox.enter(deliveries);
  await inbox.close();
  return entered.map((each) => (typeof each === 'object' && 'receipt' in each ? each.receipt : ''));
}

const folderOf = ({ temporary }: DataDirectory) => join(temporary, 'trials');

const trialsOf = ({ dataDir }: Desk, attempt?: Try) =>
  createTrials({
    deliveries: { path: dataDir.inbox.database },
    folder: folderOf(dataDir),
    log: silentLog,
    ...(attempt && { attempt }),
  });

const registered = registeredAccount('own');
const requestOf = (receipt: string) => ({ account: registered, receipt, asOf: asOf.toISOString() });

atDesk('tell the return without a delivery, and change nothing', async (desk) => {
  const [, second = '', deals = ''] = await send(desk, [
    sentRows(id, 'first', { accounts: [described], trades: [traded(1, 100)] }),
    sentRows(id, 'second', { trades: [traded(1, 50), traded(2, -42)] }),
    sentDeals(id, 'deals', [dealOf(8, 0, 0), dealOf(8, 1, 0)]),
  ]);
  const opened = trialsOf(desk);
  const resultOf = async (receipt: string) => {
    assert.is(opened.resultOf(requestOf(receipt), 'now'), 'computing');
    await opened.idle();
    return opened.resultOf(requestOf(receipt), 'now');
  };
  try {
    // 1,000 and 100 from the first delivery. The second had replaced the 100 by 50, and added a
    // loss of 42.
    assert.equal(await resultOf(second), { hasData: true, trades: 2, return: 10 });
    // 1,000 + 50 − 42.
    assert.equal(await resultOf(deals), { hasData: true, trades: 2, return: 0.8 });
    assert.is(opened.resultOf(requestOf(deals), 'later'), 'computing', 'another state');
    await opened.idle();
  } finally {
    await opened.close();
  }
  assert.equal(readdirSync(folderOf(desk.dataDir)), []);
  desk.registered.push(registered);
  await desk.run();
  assert.is(desk.part(id, 'summary').performance.twr_percent, 0.8, 'all still counts');
});

atDesk('book balance entries as their owner says', async (desk) => {
  const fee = { id: 'f', at: '2024-03-01T09:00:00Z', amount: -10, kind: 'flow' };
  const [, , second = ''] = await send(desk, [
    sentRows(id, 'first', { accounts: [described], trades: [traded(1, 100)] }),
    sentRows(
      id,
      'fee',
      { cash_flows: [{ ...fee, text: 'Storage 9' }] },
      { source: 'owner_statement' },
    ),
    sentRows(id, 'second', { trades: [traded(2, -42)] }),
  ]);
  const database = await openSqlite(desk.dataDir.inbox.database, () => asOf);
  await database.write((db) => storeAnswers(db, id, { 'Storage #': 'adjustment' }));
  await database.close();
  const opened = trialsOf(desk);
  try {
    opened.resultOf(requestOf(second), 'now');
    await opened.idle();
    // 1,000 + 100 − 10; as a withdrawal, the 10 would not count.
    const expected = { hasData: true, trades: 1, return: 9 };
    assert.equal(opened.resultOf(requestOf(second), 'now'), expected);
  } finally {
    await opened.close();
  }
});

atDesk('end with the owner’s next one, and say if there are no figures', async (desk) => {
  const signals: AbortSignal[] = [];
  const opened = trialsOf(desk, async ({ receipt }, signal) => {
    signals.push(signal);
    if (receipt === 'slow') await new Promise((end) => signal.addEventListener('abort', end));
    return null;
  });
  assert.is(opened.resultOf(requestOf('slow'), ''), 'computing');
  await new Promise((later) => setImmediate(later));
  assert.is(opened.resultOf(requestOf('next'), ''), 'computing');
  await opened.idle();
  assert.equal(fieldOf(signals, 'aborted'), [true, false]);
  assert.is(opened.resultOf(requestOf('next'), ''), 'unknown');
  await opened.close();
});

trials.run();
