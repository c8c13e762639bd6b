import { forgetEmpty } from './accounts.ts';
import type { DeliveryDatabase } from './database.ts';
import { askToReload, readAgain } from './reloads.ts';

/**
 * Removes everything that was sent in for an account, receipts too. The next load removes its rows
 * from the run's database. A connector that is to read the account once more begins with its oldest
 * data. May be repeated after an interruption.
 */
export async function forgetAccount(database: DeliveryDatabase, accountId: string): Promise<void> {
  const ofAccount = 'account_id';
  await database.write(async (db) => {
    // Those that are confirmed tell what was read.
    await db
      .deleteFrom('statements')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('deliveries')
          .select(({ ref }) => ref('statement').$notNull().as('statement'))
          .where(ofAccount, '=', accountId)
          .where('statement', 'is not', null),
      )
      .execute();
    for (const table of ['deliveries', 'deals', 'delivery_accounts'] as const) {
      await db.deleteFrom(table).where(ofAccount, '=', accountId).execute();
    }
    await askToReload(db, accountId);
    await readAgain(db, accountId);
  });
}

/** Removes the statements of an owner, and what counts for their plan. */
export async function forgetOwner({ write }: DeliveryDatabase, owner: string): Promise<void> {
  await write(async (db) => {
    for (const table of ['statements', 'received_days'] as const) {
      await db.deleteFrom(table).where('owner', '=', owner).execute();
    }
    await db
      .updateTable('delivery_accounts')
      .set({ owner: '' })
      .where('owner', '=', owner)
      .execute();
    await forgetEmpty(db);
  });
}
