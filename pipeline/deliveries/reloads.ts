import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { forgetEmpty } from './accounts.ts';
import type { DeliveryDatabase } from './database.ts';
import type { DeliveryTables } from './schema.ts';

/** Has the next run remove what it loaded of an account, and load its deliveries anew. */
export async function askToReload(db: Kysely<DeliveryTables>, accountId: string): Promise<void> {
  const reload = randomUUID();
  await db
    .insertInto('delivery_accounts')
    .values({ account_id: accountId, reload })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ reload }))
    .execute();
}

/** An account whose deliveries must be loaded anew. */
export interface Reload {
  readonly account_id: string;
  /** Differs each time somebody asks for it. */
  readonly reload: string;
}

/** Lists the accounts that must be loaded anew. */
export const readReloads = ({ read }: Pick<DeliveryDatabase, 'read'>): Promise<Reload[]> =>
  read((db) =>
    db
      .selectFrom('delivery_accounts')
      .select(['account_id', ({ ref }) => ref('reload').$notNull().as('reload')])
      .where('reload', 'is not', null)
      .orderBy('account_id')
      .execute(),
  );

/** Notes that accounts were loaded anew, except where somebody asked for it again meanwhile. */
export async function forgetReloads(
  { write }: Pick<DeliveryDatabase, 'write'>,
  reloads: readonly Reload[],
): Promise<void> {
  if (reloads.length === 0) return;
  await write(async (db) => {
    for (const { account_id, reload } of reloads) {
      await db
        .updateTable('delivery_accounts')
        .set({ reload: null })
        .where('account_id', '=', account_id)
        .where('reload', '=', reload)
        .execute();
    }
    await forgetEmpty(db);
  });
}

/**
 * Has connectors read the whole history of an account again, since rows that they delivered are
 * gone. The number of pages stays: an equal page is then a new delivery.
 */
export async function readAgain(db: Kysely<DeliveryTables>, accountId: string): Promise<void> {
  await db
    .updateTable('broker_reads')
    .set({ state: 'null', complete_at: null, compared: '[]' })
    .where('account_id', '=', accountId)
    .execute();
}
