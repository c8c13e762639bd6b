import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { inEnglish, quotedReason } from '../../../pipeline/base/reasons/reason.ts';
import { dealBounds } from '../../../pipeline/deliveries/deals/batches.ts';
import { pairAll, writeAccount } from '../../../pipeline/deliveries/deals/pair.ts';
import type { TerminalAccount, TerminalDeal } from '../../../pipeline/deliveries/deals/terminal.ts';
import { openSqlite } from '../../../pipeline/deliveries/sqlite.ts';
import { withDirectory } from '../../support/directory.ts';
import { fieldOf, fieldsOf } from '../../support/fields.ts';
import { openForEntering } from './entering.ts';
import { runsOf } from './run-pending.ts';

const bounded = suite('deals of one account, however many');

/** Monday, 4 March 2024, 12:00:00 on a server two hours ahead of UTC. */
const noon = 1709553600;
const at = '2024-03-04T10:00:00.000Z';

const account: TerminalAccount = {
  platform: 'MT5',
  number: '1',
  server: 'Live',
  broker: '',
  currency: 'USD',
  leverage: '',
  demo: '',
  balance: '1000',
  gmt: noon,
  ahead: 7200,
  clock: '',
  listed: 0,
};

/** Rest of the JSON of a deal that opens a position, and of one that closes it. */
const rests = [0, 1].map((entry) =>
  JSON.stringify({
    type: entry,
    entry,
    symbol: 'EURUSD',
    volume: 1,
    price: 1.5,
    profit: 3 * entry,
    commission: -1,
    swap: 0,
    fee: 0,
  }).slice(1),
);

/**
 * Makes deals `from` to `to`, two for each position. Each costs 1, and every second one brings 3.
 */
const makeDeals = (from: number, to: number, position?: string): TerminalDeal[] =>
  Array.from({ length: to - from + 1 }, (_, place) => {
    const ticket = from + place;
    const entry = (ticket + 1) % 2;
    const positionId = position ?? `${Math.floor((ticket + 1) / 2)}`;
    const time = noon + ticket;
    const json = `{"ticket":${ticket},"position":${positionId},"time":${time},${rests[entry]}`;
    return { ticket: `${ticket}`, position: positionId, time, json };
  });

/** Number of deals in a body, as programs send them. */
const atOnce = 5_000;

/** Enters deals of an account in bodies of the size that terminals send. */
async function receive(path: string, accountId: string, deals: number, position?: string) {
  const deliveries = openForEntering(await openSqlite(path, () => new Date(at)));
  for (let from = 1; from <= deals; from += atOnce) {
    const some = makeDeals(from, Math.min(from + atOnce - 1, deals), position);
    const terminal = { account: { ...account, listed: deals }, deals: some, positions: null };
    await deliveries.enter([
      {
        keyId: accountId,
        accountId,
        owner: 'o',
        plan: 'pro',
        received: 1,
        digest: `${accountId} ${from}`,
        idempotencyKey: null,
        accepted: some.length,
        refused: [],
        lines: {},
        terminal,
        isOfNow: false,
        source: 'terminal',
      },
    ]);
  }
  await deliveries.close();
}

bounded('are loaded with less memory than they need together', () =>
  withDirectory(async (directory) => {
    const deals = 50_001;
    const dataDir = dataDirectory(directory);
    const { database } = dataDir.inbox;
    await receive(database, 'many', deals);
    await receive(database, 'few', 2);
    const modules = (name: string) => JSON.stringify(inPackage(`dist/pipeline/${name}`));
    const script = `
      import { dataDirectory } from ${modules('base/data-directory.js')};
      import { openDatabase } from ${modules('duckdb/database.js')};
      import { readSql } from ${modules('duckdb/sql-files.js')};
      import { withIntake } from ${modules('deliveries/intake.js')};
      import { deliveriesAt } from ${modules('deliveries/open.js')};
      const dataDir = dataDirectory(${JSON.stringify(directory)});
      const deliveries = deliveriesAt({ path: dataDir.inbox.database });
      const options = { deliveries, dataDir, log: { warn() {} } };
      await withIntake(options, async (intake) => {
        const before = { source: '', number: 0, accounts: new Map() };
        const home = await openDatabase(':memory:', { threads: 1 });
        await home.run(readSql('raw/terminals'));
        const { lines, store } = await intake.takeUp(home, before, async () => new Set());
        await store();
        const counts = { waiting: intake.waiting().length };
        for (const { table, relation } of lines) {
          const [row] = await home.rows('select count(*)::integer as count from ' + relation);
          counts[table] = row.count;
        }
        await intake.noteLoaded('run', []);
        const [row] = await home.rows("select state from terminals where account_id = 'many'");
        counts.charges = JSON.parse(row.state).charges.length;
        console.log(JSON.stringify(counts));
      });
      await deliveries.close();`;
    const { status, signal, stdout, stderr } = spawnSync(
      process.execPath,
      ['--max-old-space-size=48', '--input-type=module', '--eval', script],
      { encoding: 'utf8' },
    );
    assert.equal([status, signal], [0, null], stderr.slice(-1000));
    assert.equal(JSON.parse(stdout), {
      waiting: 0,
      trades: (deals + 1) / 2,
      accounts: 2,
      charges: 1,
    });
  }),
);

bounded('give the same result in small parts as in one', () =>
  withDirectory(async (directory) => {
    const path = join(directory, 'inbox.db');
    await receive(path, 'one', 41);
    const database = await openSqlite(path, () => new Date(at));
    const pair = async (batchDeals: number) => {
      const lines: string[] = [];
      let writes = 0;
      const pairing: Parameters<typeof pairAll>[0] = {
        database,
        key: { accountId: 'one', source: 'terminal' },
        upTo: 1,
        answers: {},
        terminal: { account: { ...account, listed: 41 }, seen: [], list: null, charges: new Map() },
        bounds: { ...dealBounds, batchDeals },
        async write(tables) {
          writes += 1;
          for (const [table, rows] of Object.entries(tables)) {
            lines.push(...rows.map((row) => `${table} ${row}`));
          }
        },
      };
      await pairAll(pairing);
      await writeAccount(pairing);
      return { lines: lines.sort(), writes };
    };
    // The history doesn't begin with a deposit, so nobody knows how much capital was there before.
    const whole = await pair(1000);
    const parted = await pair(4);
    await database.close();
    assert.equal(parted.lines, whole.lines);
    assert.ok(parted.writes > 10, `${parted.writes} parts`);
    assert.not.match(whole.lines.join('\n'), '"opening_balance"');
    assert.match(whole.lines.join('\n'), /"deposits_unknown":"true"/);
  }),
);

bounded('of one position wait if they are too many, and no other account waits', () =>
  withDirectory(async (directory) => {
    const dataDir = dataDirectory(directory);
    const { database } = dataDir.inbox;
    await receive(database, 'hoarder', dealBounds.positionDeals + 1, '7');
    await receive(database, 'sound', 2);
    const runs = runsOf(dataDir);
    const { waiting, rows } = await runs.next();
    assert.equal(fieldsOf(waiting, 'id', 'since'), [['hoarder', at]]);
    assert.match(
      inEnglish(waiting[0]?.reason ?? quotedReason('')),
      /^position 7 has more deals than can be paired/,
    );
    assert.equal(fieldOf(rows.trades, 'account_id'), ['sound']);
    assert.equal((await runs.next()).waiting.length, 1, 'it still waits');
  }),
);

bounded.run();
