import { existsSync } from 'node:fs';
import { removeSqlite } from '../base/sqlite-tables.ts';
import { copyAccount } from './copy-account.ts';
import type { DeliveryDatabase } from './database.ts';
import { openSqlite } from './sqlite.ts';

/**
 * Moves deliveries and statements of a machine to where machines share them. Moves how far
 * connectors have read too, rows that runs refused, and what owners sent today. Then it removes its
 * file. If it is interrupted, the next call goes on.
 */
export async function moveToShared(path: string, shared: DeliveryDatabase): Promise<void> {
  if (!existsSync(path)) return;
  const local = await openSqlite(path);
  try {
    const accounts = await local.read((db) =>
      db
        .selectFrom('deliveries')
        .select('account_id')
        .union(db.selectFrom('delivery_accounts').select('account_id'))
        .orderBy('account_id')
        .execute(),
    );
    for (const { account_id } of accounts) await copyAccount(local, shared, account_id);
    for (const table of ['statements', 'broker_reads'] as const) {
      await moveRows(local, shared, table);
    }
    await moveReceived(local, shared);
  } finally {
    await local.close();
  }
  removeSqlite(path);
}

/** Copies the rows of a table. Those that are there already stay as they are. */
async function moveRows(
  local: DeliveryDatabase,
  shared: DeliveryDatabase,
  table: 'statements' | 'broker_reads',
): Promise<void> {
  const rows = await local.read((db) => db.selectFrom(table).selectAll().execute());
  for (const row of rows) {
    const cells = Object.entries(row).map(([name, cell]) => [
      name,
      cell instanceof ArrayBuffer ? Buffer.from(cell) : cell,
    ]);
    await shared.write((db) =>
      db
        .insertInto(table)
        .values(Object.fromEntries(cells))
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
  }
}

/**
 * Carries the daily limits of owners over. The larger count stays, so that a repeated call adds
 * nothing.
 */
async function moveReceived(local: DeliveryDatabase, shared: DeliveryDatabase): Promise<void> {
  const rows = await local.read((db) => db.selectFrom('received_days').selectAll().execute());
  for (const row of rows) {
    await shared.write((db) =>
      db
        .insertInto('received_days')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['owner', 'day'])
            .doUpdateSet({ bytes: row.bytes })
            .where('received_days.bytes', '<', row.bytes),
        )
        .execute(),
    );
  }
}
