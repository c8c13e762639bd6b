import type { DeliveryDatabase } from './database.ts';
import { askToReload, readAgain } from './reloads.ts';

const tablesOfAccounts = [
  ...(['deliveries', 'deals', 'terminals', 'account_sizes', 'refused_by_runs'] as const),
] as const;

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
    for (const table of tablesOfAccounts) {
      await db.deleteFrom(table).where(ofAccount, '=', accountId).execute();
    }
    await askToReload(db, accountId);
    await readAgain(db, accountId);
  });
}

/** Removes the statements of an owner, and what counts for their plan. */
export async function forgetOwner({ write }: DeliveryDatabase, owner: string): Promise<void> {
  await write(async (db) => {
    for (const table of ['statements', 'received_days', 'account_sizes'] as const) {
      await db.deleteFrom(table).where('owner', '=', owner).execute();
    }
  });
}
