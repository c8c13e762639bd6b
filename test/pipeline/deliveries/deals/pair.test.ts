import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  dealsKey,
  enterTerminal,
  openDealCache,
} from '../../../../pipeline/deliveries/deals/cache.ts';
import { pairTerminal } from '../../../../pipeline/deliveries/deals/pair.ts';
import type { TerminalAccount } from '../../../../pipeline/deliveries/deals/terminal.ts';
import { withDirectory } from '../../../support/directory.ts';

const terminals = suite('deals that terminals sent');

/** Monday, 4 March 2024, 12:00:00 on a server two hours ahead of UTC. */
const noon = 1709553600;
const id = 'MT5:1';

const account: TerminalAccount = {
  ...{ platform: 'MT5', number: '1', server: 'Live', broker: '', currency: 'USD', leverage: '' },
  ...{ demo: '', balance: '1000', gmt: noon, ahead: 7200, clock: '', listed: 0 },
};

const deal = (ticket: number, position: number, entry: 0 | 1, profit = 0) => ({
  ...{ ticket: `${ticket}`, position: `${position}`, time: noon + ticket },
  json: JSON.stringify({
    ...{ ticket, position, type: entry, entry, time: noon + ticket, symbol: 'EURUSD', volume: 1 },
    ...{ price: 1.1, profit, commission: -1, swap: 0, fee: 0 },
  }),
});

function withCache(
  work: (
    send: (deals: readonly ReturnType<typeof deal>[], more?: Partial<TerminalAccount>) => void,
    pair: () => Readonly<Record<string, readonly string[]>>,
  ) => void,
): Promise<void> {
  return withDirectory((directory) => {
    const { handle, close } = openDealCache(join(directory, 'deals.db'), 0);
    const send = (deals: readonly ReturnType<typeof deal>[], more = {}) =>
      enterTerminal(handle, id, { account: { ...account, ...more }, deals, positions: null });
    const pair = () => {
      const lines: Record<string, string[]> = {};
      pairTerminal(handle, id, (some) => {
        for (const [table, more] of Object.entries(some)) {
          lines[table] = [...(lines[table] ?? []), ...more];
        }
      });
      return lines;
    };
    try {
      work(send, pair);
    } finally {
      close();
    }
  });
}

const ticketsOf = (lines: readonly string[] | undefined): string[] =>
  (lines ?? []).map((line) => JSON.parse(line).ticket);

terminals('are paired once, and again with what comes late of their position', () =>
  withCache((send, pair) => {
    send([deal(1, 10, 0), deal(2, 10, 1, 5), deal(4, 11, 1, 7)]);
    assert.equal(ticketsOf(pair().trades), ['10']);
    assert.equal(pair(), {}, 'nothing came');
    send([deal(2, 10, 1, 5)], { gmt: noon + 60 });
    const { accounts, trades } = pair();
    assert.equal([accounts?.length, trades], [1, undefined], 'nothing new of a deal sent again');
    send([deal(3, 11, 0)]);
    assert.equal(ticketsOf(pair().trades), ['11']);
    send([deal(2, 10, 1, 6)]);
    assert.match(pair().trades?.[0] ?? '', '"profit":"6.00"');
  }),
);

terminals('are all told anew where the clock of the server turns out to be another', () =>
  withCache((send, pair) => {
    send([deal(1, 10, 0), deal(2, 10, 1)]);
    assert.match(pair().trades?.[0] ?? '', '"opened_at":"2024-03-04T10:00:01Z"');
    send([], { clock: '+03:00', gmt: noon + 1 });
    assert.match(pair().trades?.[0] ?? '', '"opened_at":"2024-03-04T09:00:01Z"');
    assert.is(pair().trades, undefined);
  }),
);

terminals('leave in the balance what opening cost until it is closed, run by run', () =>
  withCache((send, pair) => {
    const balanceAfter = (deals: Parameters<typeof send>[0], balance: string, listed: number) => {
      send(deals, { balance, listed });
      return Number(JSON.parse(pair().accounts?.[0] ?? '{}').reported_balance);
    };
    assert.is(balanceAfter([deal(1, 10, 0), deal(2, 11, 0)], '998', 2), 1000);
    assert.is(balanceAfter([deal(3, 10, 1, 50)], '1047', 3), 1048);
    assert.is(balanceAfter([deal(4, 11, 1, -20)], '1026', 4), 1026);
    assert.ok(Number.isNaN(balanceAfter([], '1026', 5)), 'a deal is missing');
  }),
);

terminals('change no trade of the broker whom a connector reads, and take no clock from it', () =>
  withDirectory((directory) => {
    const { handle, close } = openDealCache(join(directory, 'deals.db'), 0);
    const pair = (source: 'terminal' | 'broker_api') => {
      const rows: Record<string, string>[] = [];
      const write: Parameters<typeof pairTerminal>[2] = ({ trades = [] }) =>
        rows.push(...trades.map((line) => JSON.parse(line)));
      pairTerminal(handle, id, write, undefined, source);
      return rows.map(({ ticket, profit, closed_at }) => [ticket, profit, closed_at]);
    };
    try {
      const broker = { account: { ...account, clock: 'UTC', ahead: 0 }, positions: null };
      const key = dealsKey(id, 'broker_api');
      enterTerminal(handle, key, { ...broker, deals: [deal(1, 10, 0), deal(2, 10, 1, 5)] });
      // The terminal invents a better result for one ticket, and another part of the position.
      const invented = [deal(1, 10, 0), deal(2, 10, 1, 500), deal(3, 10, 1, 500)];
      const sent = { account, deals: invented, positions: null };
      enterTerminal(handle, dealsKey(id, 'terminal'), sent);
      assert.equal(pair('broker_api'), [['10', '5.00', '2024-03-04T12:00:02Z']]);
      assert.is(pair('terminal')[0]?.[2], '2024-03-04T10:00:02Z');
      assert.equal(pair('broker_api'), []);
    } finally {
      close();
    }
  }),
);

terminals.run();
