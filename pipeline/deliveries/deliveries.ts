import type { DeliveryDatabase } from './database.ts';
import type { HeldDeals, TerminalAccount } from './deals/terminal.ts';
import { type Delivery, type Entered, enter } from './enter.ts';
import { dayOf, readUses, type Use } from './quota.ts';
import {
  maxRefused,
  type Receipt,
  type RefusedDelivery,
  receiptColumns,
  receiptOf,
  refusedColumns,
  refusedDelivery,
} from './receipts.ts';

/** What owners sent in, and how far each delivery has come. */
export interface Deliveries {
  /** The instant of what comes in now. */
  now(): Date;
  /** Enters deliveries as `enter` does. */
  enter(deliveries: readonly Delivery[]): Promise<Entered[]>;
  /** The receipt of that id, for the key that it was given to. */
  find(keyId: string, receipt: string): Promise<Receipt | null>;
  /** Whose deals an account already has; null where it has none. */
  terminalOf(accountId: string): Promise<TerminalAccount | null>;
  heldDeals(accountId: string): Promise<HeldDeals>;
  /** The newest deliveries with these keys, or with any, of which rows were refused. */
  refused(keyIds: readonly string[] | 'all'): Promise<RefusedDelivery[]>;
  /** What these owners have, or all, by owner; those that never sent anything are not in it. */
  uses(owners: readonly string[] | 'all'): Promise<ReadonlyMap<string, Use>>;
  close(): Promise<void>;
}

/** The deliveries of a database, which is closed with them. */
export function deliveriesIn(database: DeliveryDatabase): Deliveries {
  const { read } = database;
  return {
    now: database.clock,
    enter: (deliveries) => enter(database, deliveries),
    find: (keyId, receipt) =>
      read(async (db) => {
        const row = await db
          .selectFrom('deliveries')
          .select(receiptColumns)
          .where('receipt', '=', receipt)
          .where('key_id', '=', keyId)
          .executeTakeFirst();
        return row === undefined ? null : receiptOf(row);
      }),
    terminalOf: (accountId) =>
      read(async (db) => {
        const row = await db
          .selectFrom('terminals')
          .select('account')
          .where('account_id', '=', accountId)
          .executeTakeFirst();
        return row === undefined ? null : JSON.parse(row.account);
      }),
    heldDeals: (accountId) =>
      read(async (db) => {
        const { deals, newest } = await db
          .selectFrom('known_deals')
          .select(({ fn }) => [
            fn.countAll<number>().as('deals'),
            fn.max<number | null>('time').as('newest'),
          ])
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow();
        return { deals, newest };
      }),
    refused: (keyIds) =>
      read(async (db) => {
        const ofAll = db
          .selectFrom('deliveries')
          .select(refusedColumns)
          .where((eb) => eb.or([eb('rejected_count', '>', 0), eb('refusal', 'is not', null)]))
          .orderBy('number', 'desc')
          .limit(maxRefused);
        const rows = keyIds === 'all' ? ofAll : ofAll.where('key_id', 'in', keyIds.slice());
        return (await rows.execute()).map(refusedDelivery);
      }),
    uses: (owners) => read(async (db) => readUses(db, owners, dayOf(await database.now(db)))),
    close: database.close,
  };
}
