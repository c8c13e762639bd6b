import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { collectSent } from '../../../pipeline/inbox/collect.ts';
import { collectTerminal } from '../../../pipeline/inbox/collect-terminal.ts';
import { dealBounds } from '../../../pipeline/inbox/deal-parts.ts';
import { change, keepSending, makeInbox, withInbox } from '../../../pipeline/inbox/store.ts';
import type { TerminalAccount } from '../../../pipeline/inbox/terminal.ts';
import { enterTerminal, terminalTables } from '../../../pipeline/inbox/terminals.ts';
import { withDirectory } from '../../support/directory.ts';

const bounded = suite('deals of one account, however many');

/** Monday, 4 March 2024, 12:00:00 on a server two hours ahead of UTC. */
const noon = 1709553600;
const at = '2024-03-04T10:00:00.000Z';

const account: TerminalAccount = {
  ...{ platform: 'MT5', number: '1', server: 'Live', broker: '', currency: 'USD', leverage: '' },
  ...{ demo: '', balance: '1000', gmt: noon, ahead: 7200, clock: '', listed: 0 },
};

/** Makes `count` deals, two of a position each, each charged 1; every second of those brings 3. */
const makeDeals = (accountId: string, count: number): string => `
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
  insert into deals select '${accountId}', n, (n + 1) / 2, ${noon} + n, 1, json_object(
    'ticket', n, 'position', (n + 1) / 2, 'type', (n + 1) % 2, 'entry', (n + 1) % 2,
    'time', ${noon} + n, 'symbol', 'EURUSD', 'volume', 1, 'price', 1.5,
    'profit', 3 * ((n + 1) % 2), 'commission', -1, 'swap', 0, 'fee', 0) from numbers`;

function receive(database: string, accountId: string, deals: number): void {
  change(database, (inbox) => {
    keepSending(inbox, {
      ...{ receipt: accountId, keyId: accountId, accountId, digest: accountId, owner: 'o' },
      ...{
        accepted: deals,
        idempotencyKey: null,
        receivedAt: at,
        rejected: '[]',
        rejectedCount: 0,
        lines: {},
      },
      terminal: { account: { ...account, listed: deals }, deals: [], positions: null },
    });
    inbox.exec(makeDeals(accountId, deals));
  });
}

const linesOf = (facts: string, table: string, accountId: string): string[] => {
  const folder = join(facts, table, accountId);
  return readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').trim().split('\n'),
  );
};

bounded('are taken up with a heap that would not hold them', () =>
  withDirectory((directory) => {
    const deals = 100_001;
    const { inbox } = dataDirectory(directory);
    makeInbox(inbox.database);
    receive(inbox.database, 'many', deals);
    receive(inbox.database, 'few', 2);
    const script = `
      import { collectSent } from ${JSON.stringify(inPackage('dist/pipeline/inbox/collect.js'))};
      const { waiting } = collectSent(${JSON.stringify(inbox)}, { warn() {} });
      process.exitCode = waiting.length;`;
    const { status, signal } = spawnSync(
      process.execPath,
      ['--max-old-space-size=40', '--input-type=module', '--eval', script],
      { stdio: 'ignore' },
    );
    assert.equal([status, signal], [0, null]);
    assert.is(linesOf(inbox.facts, 'trades', 'many').length, 50_000);
    assert.is(linesOf(inbox.facts, 'trades', 'few').length, 1);
    // One position is open: its charge counts once it is closed. 50,000 brought 1, the balance is 1,000.
    const [row = '{}'] = linesOf(inbox.facts, 'accounts', 'many');
    const { reported_balance, opening_balance } = JSON.parse(row);
    assert.equal([Number(reported_balance), Number(opening_balance || 0)], [1001, 0]);
    const left = withInbox(
      inbox.database,
      (database) =>
        database
          .prepare(
            `select (select count(*) from deals where fresh > 0) as fresh,
              (select count(*) from charges) as charges,
              (select count(*) from sendings where state = 'received') as received`,
          )
          .all() as object[],
    );
    assert.equal(left, [{ fresh: 0, charges: 1, received: 0 }]);
  }),
);

bounded('come to the same in small parts as in one', () => {
  const collect = (partDeals: number, listed: number) => {
    const database = new Database(':memory:');
    database.exec(terminalTables);
    enterTerminal(
      database,
      'one',
      { account: { ...account, listed }, deals: [], positions: null },
      at,
    );
    database.exec(makeDeals('one', 41));
    const lines: string[] = [];
    let writes = 0;
    const bounds = { ...dealBounds, partDeals };
    const write = (_day: string, tables: Readonly<Record<string, readonly string[]>>) => {
      writes += 1;
      for (const [table, rows] of Object.entries(tables)) {
        lines.push(...rows.map((row) => `${table} ${row}`));
      }
    };
    collectTerminal(database, 'one', write, bounds);
    database.close();
    return { lines: lines.sort(), writes };
  };
  // The history doesn't begin with a deposit: with every deal there, 20 positions
  // brought 1 each and opening one more cost 1: the balance of 1,000 was 981 before it.
  const whole = collect(1000, 41);
  const parted = collect(4, 41);
  assert.equal(parted.lines, whole.lines);
  assert.ok(parted.writes > 10, `${parted.writes} parts`);
  assert.match(whole.lines.join('\n'), /"opening_balance":"981.00"/);
});

bounded('of one position wait where they are too many, and nobody else does', () =>
  withDirectory((directory) => {
    const { inbox } = dataDirectory(directory);
    makeInbox(inbox.database);
    receive(inbox.database, 'hoarder', dealBounds.positionDeals + 1);
    receive(inbox.database, 'sound', 2);
    change(inbox.database, (database) => {
      database.exec("update deals set position = '7' where account_id = 'hoarder'");
    });
    const { waiting } = collectSent(inbox, { warn: () => {} });
    assert.equal(
      waiting.map(({ id, since }) => [id, since]),
      [['hoarder', at]],
    );
    assert.match(waiting[0]?.reason ?? '', /^position 7 has more deals than can be paired/);
    assert.is(linesOf(inbox.facts, 'trades', 'sound').length, 1);
    assert.equal(readdirSync(join(inbox.facts, 'trades')), ['sound']);
  }),
);

bounded.run();
