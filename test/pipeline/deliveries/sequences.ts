import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { compactDeliveries } from '../../../pipeline/deliveries/compact.ts';
import type { DeliveryDatabase } from '../../../pipeline/deliveries/database.ts';
import { deliveriesIn } from '../../../pipeline/deliveries/deliveries.ts';
import type { Delivery } from '../../../pipeline/deliveries/delivery.ts';
import { withIntake } from '../../../pipeline/deliveries/intake.ts';
import { type DeliveriesOnce, deliveriesAt } from '../../../pipeline/deliveries/open.ts';
import type { Receipt } from '../../../pipeline/deliveries/receipts.ts';
import { notePublished } from '../../../pipeline/deliveries/states.ts';
import type { Database } from '../../../pipeline/duckdb/database.ts';
import type { DeliveryProgress } from '../../../pipeline/load/delivered.ts';
import { withHandle } from '../../support/sqlite.ts';
import { atNoon, dealOf, enterAll, sentDeals, sentRows } from './entering.ts';
import { openHome, rowsOf } from './run-pending.ts';

/** Accounts of programs that send rows, and of terminals that send deals. */
const [programs, terminals] = [
  ['a', 'b'],
  ['t', 'u'],
] as const;
const accounts: readonly string[] = [...programs, ...terminals];

/** Step in the life of deliveries. */
export type Step =
  | { readonly do: 'send'; readonly account: number; readonly tickets: readonly number[] }
  | { readonly do: 'send deals'; readonly account: number; readonly deals: readonly number[] }
  | { readonly do: 'send again'; readonly which: number }
  | { readonly do: 'run'; readonly killed: 'never' | 'taking up' | 'loading' | 'noting' }
  | { readonly do: 'publish' | 'compact' | 'copy' | 'put back' | 'put the rows back' }
  | { readonly do: 'close' | 'allow'; readonly account: number };

/** Content of a delivery: results of trades or deals by ticket. */
interface Sent {
  readonly delivery: Delivery;
  readonly receipt: string;
  readonly values: ReadonlyMap<number, number>;
}

class Killed extends Error {}

/** Rows that runs loaded. They are committed together with the progress. */
interface Working {
  readonly home: Database;
  readonly progress: DeliveryProgress;
  /** Profits by account and ticket. */
  readonly profits: ReadonlyMap<string, number>;
}

const nothing = async (): Promise<Working> => ({
  home: await openHome(),
  progress: { source: '', number: 0, accounts: new Map() },
  profits: new Map(),
});

const ranks = { received: 0, refused: 1, loaded: 1, published: 2 } as const;

/**
 * Does steps in a data directory, and asserts after each:
 *
 * - a run loads everything accepted, the newest row of each key;
 * - the state of a receipt only goes forward;
 * - the used space of a plan equals what is stored.
 */
export async function goThroughSteps(dataDir: DataDirectory, steps: readonly Step[]) {
  const { database: path } = dataDir.inbox;
  const copies = { inbox: join(dataDir.path, 'copy.db') };
  const closed = new Set<string>();
  let sent: Sent[] = [];
  let copied: { sent: Sent[] } | undefined;
  let working = await nothing();
  let earlier = await nothing();
  let counter = 0;
  let ranked = new Map<string, number>();
  let once = deliveriesAt({ path }, () => atNoon);

  const enter = async (delivery: Delivery): Promise<Receipt> => {
    const [entered] = await enterAll(await once.open(), [delivery]);
    assert.ok(entered && typeof entered === 'object' && 'receipt' in entered);
    return entered;
  };
  const note = async (delivery: Delivery, values: ReadonlyMap<number, number>): Promise<void> => {
    sent.push({ delivery, receipt: (await enter(delivery)).receipt, values });
  };

  /** Kills the process at its third access to the database. Its files stay as they are. */
  const killing = (killed: boolean): DeliveriesOnce => {
    let left = 3;
    const counted = <Work extends readonly unknown[], Result>(
      access: (...work: Work) => Promise<Result>,
    ) => {
      return async (...work: Work): Promise<Result> => {
        left -= 1;
        if (killed && left === 0) throw new Killed();
        return access(...work);
      };
    };
    const of = (database: DeliveryDatabase): DeliveryDatabase => ({
      ...database,
      read: counted(database.read) as DeliveryDatabase['read'],
      write: counted(database.write) as DeliveryDatabase['write'],
    });
    return { ...once, find: async () => (existsSync(path) ? of(await once.open()) : null) };
  };

  const run = async (killed: (Step & { do: 'run' })['killed']): Promise<number> => {
    const deliveries = killing(killed === 'taking up');
    let rows = 0;
    const { home } = working;
    await home.run('begin');
    let isCommitted = false;
    try {
      await withIntake({ deliveries, log: silentLog }, async (intake) => {
        if (intake === null) return;
        const among = async (ids: readonly string[]) => new Set(ids.filter((id) => closed.has(id)));
        const taken = await intake.takeUp(home, working.progress, among);
        const tables = await rowsOf(home, taken).finally(taken.close);
        if (killed === 'loading') throw new Killed();
        const profits = new Map(working.profits);
        for (const [table, some] of Object.entries(tables)) {
          rows += some.length;
          if (table !== 'trades') continue;
          for (const { account_id, ticket, profit } of some) {
            profits.set(`${account_id} ${ticket}`, Number(profit));
          }
        }
        await taken.store();
        await home.run('commit');
        isCommitted = true;
        working = { home, progress: taken.progress, profits };
        if (killed === 'noting') throw new Killed();
        assert.equal(intake.waiting(), []);
        await intake.noteLoaded(`run ${counter}`, [...closed]);
      });
      assertLoaded();
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    } finally {
      if (!isCommitted) await home.run('rollback');
    }
    return rows;
  };

  /** Asserts that everything accepted for open accounts is loaded, the newest row of each key. */
  const assertLoaded = (): void => {
    for (const [key, profit] of expectedOf(sent)) {
      const [account = ''] = key.split(' ');
      if (!closed.has(account)) assert.is(working.profits.get(key), profit, `profit of ${key}`);
    }
  };

  const assertKept = async (): Promise<void> => {
    if (!existsSync(path)) return;
    const deliveries = deliveriesIn(await once.open());
    for (const { delivery, receipt } of sent) {
      const state = (await deliveries.find(delivery.keyId, receipt))?.state;
      assert.ok(state, `${receipt} is gone`);
      const rank = ranks[state];
      assert.ok(rank >= (ranked.get(receipt) ?? 0), `${receipt} went back to ${state}`);
      ranked.set(receipt, rank);
    }
    const { kept, there } = withHandle(path, (handle) => {
      const [row] = handle
        .prepare(
          `select (select json_array(sum(rows), sum(bytes)) from delivery_accounts) as kept,
            (select json_array(sum(rows), sum(bytes)) from deliveries) as there`,
        )
        .all() as { kept: string; there: string }[];
      return row ?? { kept: '', there: 'nothing' };
    });
    assert.is(kept, there, 'what is counted is what is there');
  };

  const reopen = async (change: () => void): Promise<void> => {
    await once.close();
    change();
    once = deliveriesAt({ path }, () => atNoon);
  };

  const take: { [Do in Step['do']]: (step: Step & { do: Do }) => Promise<unknown> } = {
    async send({ account, tickets }) {
      counter += 1;
      const id = programs[account % programs.length] ?? '';
      const values = new Map(tickets.map((ticket, at) => [ticket, counter * 100 + at]));
      const rows = [...values].map(([ticket, profit]) => ({ ticket: `${ticket}`, profit }));
      await note(sentRows(id, `body ${counter}`, { trades: rows }), values);
    },
    async 'send deals'({ account, deals: numbers }) {
      counter += 1;
      const id = terminals[account % terminals.length] ?? '';
      const values = new Map(numbers.map((ticket) => [ticket, counter]));
      const some = [...values].map(([ticket, profit]) =>
        dealOf(Math.floor(ticket / 2), ticket % 2 === 0 ? 0 : 1, ticket % 2 === 0 ? 0 : profit),
      );
      await note(sentDeals(id, `body ${counter}`, some, { later: counter }), values);
    },
    async 'send again'({ which }) {
      const again = sent[which % Math.max(1, sent.length)];
      if (again) assert.is((await enter(again.delivery)).receipt, again.receipt);
    },
    run: ({ killed }) => run(killed),
    async publish() {
      if (existsSync(path)) {
        await notePublished(
          await once.open(),
          `version ${counter}`,
          () => true,
          () => atNoon,
        );
      }
    },
    async compact() {
      if (!existsSync(path)) return;
      await once.open();
      withHandle(path, (handle) => handle.exec('update delivery_accounts set is_full = 1'));
      await compactDeliveries({ deliveries: once, log: silentLog });
    },
    async copy() {
      if (!existsSync(path)) return;
      rmSync(copies.inbox, { force: true });
      withHandle(path, (handle) => handle.exec(`vacuum into '${copies.inbox}'`));
      copied = { sent: [...sent] };
    },
    'put back': () =>
      reopen(() => {
        if (!copied) return;
        for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
        copyFileSync(copies.inbox, path);
        sent = [...copied.sent];
        ranked = new Map();
      }),
    async 'put the rows back'() {
      [working, earlier] = [earlier, working];
    },
    async close({ account }) {
      closed.add(accounts[account % accounts.length] ?? '');
    },
    async allow({ account }) {
      closed.delete(accounts[account % accounts.length] ?? '');
    },
  };
  const go = <Do extends Step['do']>(step: Step & { do: Do }) => take[step.do](step);

  try {
    for (const step of steps) {
      await go(step);
      await assertKept();
    }
    closed.clear();
    await run('never');
    assert.is(await run('never'), 0, 'nothing comes twice');
    await assertKept();
  } finally {
    await once.close();
    for (const { home } of [working, earlier]) home.close();
  }
}

/**
 * Returns the profits that were sent, by account and ticket, the newest of each. A position counts
 * if both of its deals are there.
 */
function expectedOf(sent: readonly Sent[]): Map<string, number> {
  const newest = new Map<string, Map<number, number>>();
  for (const { delivery, values } of sent) {
    const { accountId } = delivery;
    newest.set(accountId, new Map([...(newest.get(accountId) ?? []), ...values]));
  }
  const expected = new Map<string, number>();
  for (const [account, values] of newest) {
    const isTerminal = terminals.some((id) => id === account);
    for (const [ticket, value] of values) {
      if (!isTerminal) expected.set(`${account} ${ticket}`, value);
      else if (ticket % 2 === 1 && values.has(ticket - 1)) {
        expected.set(`${account} ${(ticket - 1) / 2}`, value);
      }
    }
  }
  return expected;
}
