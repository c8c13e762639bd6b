import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { compactDeliveries } from '../../../pipeline/deliveries/compact.ts';
import type { DeliveryDatabase } from '../../../pipeline/deliveries/database.ts';
import { collectReports } from '../../../pipeline/deliveries/deals/replaced-reports.ts';
import type { Delivery } from '../../../pipeline/deliveries/delivery.ts';
import { type DeliveriesOnce, deliveriesAt } from '../../../pipeline/deliveries/open.ts';
import { noteLoaded } from '../../../pipeline/deliveries/states.ts';
import { withdrawDelivery } from '../../../pipeline/deliveries/withdraw.ts';
import { withDirectory } from '../../support/directory.ts';
import { withHandle } from '../../support/sqlite.ts';
import { atNoon, enterAll, sentRows, terminalAccount } from './entering.ts';
import { runsOf } from './run-pending.ts';

// An account may be sent by a program, a statement, a terminal and a broker's server. Load prefers
// one of them for each trade, so rows of one must never remove those of another.
const compacting = suite('rows that later ones of the same source replace');

const sources = ['owner_api', 'owner_statement', 'terminal', 'broker_api'] as const;

const sentRow = fc.record({
  source: fc.constantFrom(...sources),
  table: fc.constantFrom('trades', 'cash_flows', 'accounts'),
  keys: fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 4 }),
});

const keyNames = { trades: 'ticket', cash_flows: 'id', accounts: 'statement' } as const;

/** Makes a delivery whose rows have the number of the delivery as their value. */
const deliveryOf = (
  {
    source,
    table,
    keys,
  }: { source: Delivery['source']; table: keyof typeof keyNames; keys: number[] },
  value: number,
): Delivery => {
  const rows = keys.map((key) => ({ [keyNames[table]]: `${key}`, value }));
  return sentRows('a', `body ${value}`, { [table]: rows }, { source });
};

/** Enters deliveries that a run has loaded, and asks to compact them. Returns their receipts. */
async function enterLoaded(once: DeliveriesOnce, sent: readonly Delivery[], path: string) {
  const database = await once.open();
  const entered = await enterAll(database, sent);
  await noteLoaded(database, 'run', { number: sent.length, waiting: [], closed: [] });
  withHandle(path, (handle) => handle.exec('update delivery_accounts set is_full = 1'));
  return entered.map((each) => (typeof each === 'object' && 'receipt' in each ? each.receipt : ''));
}

const withDeliveries = (
  work: (once: DeliveriesOnce, dataDir: DataDirectory) => Promise<void>,
): Promise<void> =>
  withDirectory(async (directory) => {
    const dataDir = dataDirectory(directory);
    const once = deliveriesAt({ path: dataDir.inbox.database }, () => atNoon);
    await work(once, dataDir).finally(once.close);
  });

/** Rows that a run which begins anew would load, as `table source key: value`. */
async function remainingRows(dataDir: DataDirectory): Promise<string[]> {
  const { rows } = await runsOf(dataDir).next();
  const sourceOf = new Map(
    (
      withHandle(dataDir.inbox.database, (handle) =>
        handle.prepare('select digest, source from deliveries').all(),
      ) as { digest: string; source: string }[]
    ).map(({ digest, source }) => [digest, source]),
  );
  return Object.entries(rows).flatMap(([table, some]) =>
    some.map((row) => {
      const key = row[keyNames[table as keyof typeof keyNames]];
      return `${table} ${sourceOf.get(`body ${row.value}`)} ${key}: ${row.value}`;
    }),
  );
}

compacting('leave the newest row of each key from each source, and no other', () =>
  fc.assert(
    fc.asyncProperty(fc.array(sentRow, { minLength: 3, maxLength: 14 }), (some) =>
      withDeliveries(async (once, dataDir) => {
        const newest = new Map<string, number>();
        for (const [at, { source, table, keys }] of some.entries()) {
          for (const key of keys) newest.set(`${table} ${source} ${key}`, at + 1);
        }
        const sent = some.map((each, at) => deliveryOf(each, at + 1));
        await enterLoaded(once, sent, dataDir.inbox.database);
        await compactDeliveries({ deliveries: once, log: silentLog });
        await once.close();
        assert.equal(
          (await remainingRows(dataDir)).sort(),
          [...newest].map(([key, value]) => `${key}: ${value}`).sort(),
        );
      }),
    ),
    { numRuns: 12, seed: 1 },
  ),
);

const trades = (value: number, ...keys: number[]) =>
  deliveryOf({ source: 'owner_api', table: 'trades', keys }, value);

for (const [when, kind, calls] of [
  ['before they are listed', 'read', 2],
  ['before they are counted', 'read', 3],
  ['before they are compared', 'read', 4],
  ['before they are removed', 'read', 5],
  ['before what remains is stored', 'write', 2],
] as const) {
  compacting(`leave what is not replaced if a delivery is withdrawn ${when}`, () =>
    withDeliveries(async (once, dataDir) => {
      const sent = [trades(1, 1, 2), trades(2, 3, 4, 5), trades(3, 2, 6), trades(4, 3)];
      const [, withdrawn = ''] = await enterLoaded(once, sent, dataDir.inbox.database);
      let left: number = calls;
      const withdrawing = async (database: DeliveryDatabase): Promise<DeliveryDatabase> => {
        const next = async (): Promise<void> => {
          left -= 1;
          if (left === 0) assert.is(await withdrawDelivery(database, withdrawn), true);
        };
        return {
          ...database,
          async [kind](work: Parameters<typeof database.read>[0]) {
            await next();
            return database[kind](work);
          },
        };
      };
      const deliveries = { ...once, find: async () => withdrawing(await once.open()) };
      const warn = (_: string, about?: object) => assert.unreachable(JSON.stringify(about));
      await compactDeliveries({ deliveries, log: { warn } });
      assert.ok(left <= 0, 'it was withdrawn meanwhile');
      await once.close();
      assert.equal(
        await remainingRows(dataDir),
        [1, 2, 6, 3].map((key, at) => `trades owner_api ${key}: ${[1, 3, 3, 4][at]}`),
      );
      const [size] = withHandle(dataDir.inbox.database, (handle) =>
        handle
          .prepare(
            'select a.rows, (select sum(rows) from deliveries) as there from delivery_accounts a',
          )
          .all(),
      ) as { rows: number; there: number }[];
      assert.equal(size, { rows: 4, there: 4 });
    }),
  );
}

const reportAt = (gmt: number, ahead: number | null, positions: readonly string[] | null) => ({
  account: { ...terminalAccount, gmt, ahead },
  positions,
});
const hour = 3600;

compacting('keep the reports of a terminal next to those of its broker', () => {
  const reports = collectReports();
  const sent = [
    { number: 1, source: 'broker_api', ...reportAt(10, 7200, ['{}']) },
    { number: 2, source: 'terminal', ...reportAt(20, 7200, ['{}']) },
    { number: 3, source: 'terminal', ...reportAt(30, 7200, ['{}', '{}']) },
  ] as const;
  for (const { number, source, ...report } of sent) reports.add({ number, source }, report);
  assert.equal(
    sent.map(({ number, source, ...report }) => {
      const remaining = reports.remaining({ number, source }, report, false);
      return remaining === null ? 'gone' : (remaining.positions?.length ?? 0);
    }),
    // The first one of the terminal shows since when its clock is as it is.
    [1, 0, 2],
  );
});

compacting('keep a late report only for its deals, its clock or its list', () => {
  const reports = collectReports();
  const winter = Date.parse('2024-03-04T10:00:00Z') / 1000;
  const sent = [
    [winter, 2 * hour, null],
    [winter + hour, 2 * hour, ['{}']],
    [winter + 2 * hour, 2 * hour, null],
    [winter + 2 * hour, null, null],
    // It was on its way for long.
    [winter + hour / 2, 2 * hour, ['{}']],
    [winter + 3 * hour, 3 * hour, null],
    [winter + 4 * hour, 3 * hour, null],
    [winter + 5 * hour, null, null],
  ] as const;
  const source = 'terminal';
  const all = sent.map(([gmt, ahead, list], at) => ({
    at: { number: at + 1, source } as const,
    report: reportAt(gmt, ahead, list),
  }));
  for (const { at, report } of all) reports.add(at, report);
  const remaining = (hasDeals: boolean) =>
    all.flatMap(({ at, report }) => {
      const rest = reports.remaining(at, report, hasDeals);
      return rest === null ? [] : [`${at.number}${rest.positions ? ' with its list' : ''}`];
    });
  // Delivery 3 is the last by the clock of winter, 6 and 7 are the first and last of the next one.
  assert.equal(remaining(false), ['1', '2 with its list', '3', '6', '7', '8']);
  assert.equal(remaining(true), ['1', '2 with its list', '3', '4', '5', '6', '7', '8']);
});

compacting.run();
