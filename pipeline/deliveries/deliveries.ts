import { type KnownTerminal, readTerminals } from './accounts.ts';
import type { DeliveryDatabase } from './database.ts';
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

/** Answers questions about deliveries. */
export interface Deliveries {
  /** Returns a receipt, or null if no delivery with that key has it. */
  find(keyId: string, receipt: string): Promise<Receipt | null>;
  /** Returns the terminal whose deals an account has, and how many; null if none sent any. */
  terminalOf(accountId: string): Promise<KnownTerminal | null>;
  /** Lists the newest deliveries with refused rows, sent with some keys or with any. */
  refused(keyIds: readonly string[] | 'all'): Promise<RefusedDelivery[]>;
  /** Reads the use of some owners or of all; owners who never sent anything are missing in it. */
  uses(owners: readonly string[] | 'all'): Promise<ReadonlyMap<string, Use>>;
  close(): Promise<void>;
}

/** Opens the deliveries of a database; closing them closes the database. */
export function deliveriesIn(database: DeliveryDatabase): Deliveries {
  const { read } = database;
  return {
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
      read(async (db) => (await readTerminals(db, [accountId])).get(accountId) ?? null),
    refused: (keyIds) =>
      read(async (db) => {
        const ofAll = db
          .selectFrom('deliveries')
          .select(refusedColumns)
          .where((eb) => eb.or([eb('rejected_count', '>', 0), eb('refusal', 'is not', null)]))
          .where('withdrawn_at', 'is', null)
          .orderBy('number', 'desc')
          .limit(maxRefused);
        const rows = keyIds === 'all' ? ofAll : ofAll.where('key_id', 'in', keyIds.slice());
        return (await rows.execute()).map(refusedDelivery);
      }),
    uses: (owners) => read(async (db) => readUses(db, owners, dayOf(await database.now(db)))),
    close: database.close,
  };
}
