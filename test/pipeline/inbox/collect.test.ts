import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { collectSent, noteLoaded } from '../../../pipeline/inbox/collect.ts';
import { receiveHere } from '../../../pipeline/inbox/receive.ts';
import { change } from '../../../pipeline/inbox/store.ts';
import { withDirectory } from '../../support/directory.ts';

const collecting = suite('what was sent on its way to a run');

/** Monday, 4 March 2024, 12:00:00 on a server two hours ahead of UTC. */
const noon = 1709553600;
const clock = () => new Date((noon - 7200) * 1000);
const deal = (ticket: number, entry: 0 | 1, profit = 0) => ({
  ...{ ticket, position: 10, type: entry, entry, time: noon + ticket, symbol: 'EURUSD', volume: 1 },
  ...{ price: 1.1, profit, commission: -1, swap: 0, fee: 0 },
});
const account = {
  ...{ platform: 'MT5', number: 1, server: 'Live', broker: '', currency: 'USD', leverage: 100 },
  ...{ demo: true, balance: 1000, gmt_time: noon - 7200, server_time: noon, deals_total: 2 },
};

collecting('waits where the deals of its account cannot be paired, and stops nobody', () =>
  withDirectory(async (directory) => {
    const { inbox } = dataDirectory(directory);
    const receiving = receiveHere(inbox.database, clock);
    const send = async (accountId: string, body: object): Promise<string> => {
      const outcome = await receiving.receive({
        ...{ bytes: Buffer.from(JSON.stringify(body)), type: 'application/json', isGzip: false },
        ...{ keyId: accountId, accountId, owner: 'north', plan: 'free', idempotencyKey: null },
      });
      assert.ok('receipt' in outcome, JSON.stringify(outcome));
      return outcome.receipt.receipt;
    };
    const warnings: unknown[] = [];
    const log = { warn: (words: string, about?: object) => warnings.push([words, about]) };
    const collect = () => {
      collectSent(inbox, log);
      noteLoaded(inbox, 'run', { failures: [], closed: [] }, log);
    };
    const rowsOf = (accountFolder: string, table: string): string[] =>
      readFileSync(join(inbox.facts, table, accountFolder, '2024-03-04.ndjson'), 'utf8')
        .trim()
        .split('\n');
    try {
      const faulty = await send('faulty', { account, deals: [deal(1, 0), deal(2, 1, 5)] });
      const more = { equity: [{ at: '2024-03-04T10:00:00Z', balance: 1000, equity: 1000 }] };
      const faultyToo = await send('faulty', more);
      const sound = await send('sound', { account, deals: [deal(1, 0), deal(2, 1, 5)] });
      const stateOf = async (key: string, receipt: string) =>
        (await receiving.find(key, receipt))?.state;

      // As if it had been kept cut off, or read by a rule that fails.
      change(inbox.database, (database) => {
        database.exec(`update deals set deal = '{"ticket":' || substr(deal, 2)
          where account_id = 'faulty' and ticket = '2'`);
      });
      collect();
      assert.is(await stateOf('sound', sound), 'loaded');
      assert.is(rowsOf('sound', 'trades').length, 1);
      assert.is(await stateOf('faulty', faulty), 'received');
      assert.is(await stateOf('faulty', faultyToo), 'received');
      assert.is(warnings.length, 1);
      assert.match(JSON.stringify(warnings), /waits for the next run.*"account":"faulty","reason"/);

      // The next run tries again, and so does the one after what is wrong was put right.
      collect();
      assert.is(warnings.length, 2);
      change(inbox.database, (database) => {
        database.exec(`update deals set deal = '{' || substr(deal, length('{"ticket":') + 1)
          where account_id = 'faulty' and ticket = '2'`);
      });
      collect();
      assert.is(warnings.length, 2);
      assert.is(await stateOf('faulty', faulty), 'loaded');
      assert.is(await stateOf('faulty', faultyToo), 'loaded');
      for (const table of ['trades', 'equity']) {
        assert.is(rowsOf('faulty', table).length, 1, `${table}, brought there once`);
      }
    } finally {
      await receiving.close();
    }
  }),
);

collecting('stops nobody either while it comes in', () =>
  withDirectory(async (directory) => {
    const { inbox } = dataDirectory(directory);
    const receiving = receiveHere(inbox.database, clock);
    const send = (accountId: string, deals: readonly object[]) =>
      receiving.receive({
        ...{ bytes: Buffer.from(JSON.stringify({ account, deals })), type: 'application/json' },
        ...{
          isGzip: false,
          keyId: accountId,
          accountId,
          owner: 'north',
          plan: 'free',
          idempotencyKey: null,
        },
      });
    try {
      await send('faulty', [deal(1, 0)]);
      change(inbox.database, (database) => {
        database.exec(`update terminals set seen = '['`);
      });
      const [faulty, sound] = await Promise.all([
        send('faulty', [deal(2, 1, 5)]),
        send('sound', [deal(1, 0)]),
      ]);
      assert.is('status' in faulty && faulty.status, 503);
      assert.ok('receipt' in sound, JSON.stringify(sound));
    } finally {
      await receiving.close();
    }
  }),
);

collecting.run();
