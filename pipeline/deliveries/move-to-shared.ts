import { existsSync } from 'node:fs';
import type { Kysely } from 'kysely';
import { removeSqlite } from '../base/sqlite-tables.ts';
import { copyDelivery } from './copy-delivery.ts';
import type { DeliveryDatabase } from './database.ts';
import { askToReload, readReloads } from './reloads.ts';
import type { DeliveryTables } from './schema.ts';
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
    const owners = await ownersIn(local);
    for (let after = 0; ; ) {
      const row = await local.read((db) => nextRow(db, after));
      if (row === undefined) break;
      after = row.number;
      const owner = owners.get(row.account_id) ?? '';
      await copyDelivery(row, local, shared, owner);
    }
    for (const table of ['statements', 'broker_reads', 'refused_by_runs'] as const) {
      await moveRows(local, shared, table);
    }
    await moveDescriptions(local, shared);
    await moveReceived(local, shared);
    const reloads = await readReloads(local);
    await shared.write(async (db) => {
      for (const { account_id } of reloads) await askToReload(db, account_id);
    });
  } finally {
    await local.close();
  }
  removeSqlite(path);
}

async function ownersIn({ read }: DeliveryDatabase): Promise<ReadonlyMap<string, string>> {
  const rows = await read((db) =>
    db.selectFrom('account_sizes').select(['account_id', 'owner']).execute(),
  );
  return new Map(rows.map(({ account_id, owner }) => [account_id, owner]));
}

const nextRow = (db: Kysely<DeliveryTables>, after: number) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('number', '>', after)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();

/** Copies the rows of a table. Those that are there already stay as they are. */
async function moveRows(
  local: DeliveryDatabase,
  shared: DeliveryDatabase,
  table: 'statements' | 'broker_reads' | 'refused_by_runs',
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

/** Copies what confirmed statements say of accounts, unless some were confirmed there. */
async function moveDescriptions(local: DeliveryDatabase, shared: DeliveryDatabase): Promise<void> {
  const described = await local.read((db) =>
    db
      .selectFrom('account_sizes')
      .select(['account_id', 'statement_currency', 'balance_texts'])
      .where('statement_currency', 'is not', null)
      .execute(),
  );
  for (const { account_id, statement_currency, balance_texts } of described) {
    await shared.write((db) =>
      db
        .updateTable('account_sizes')
        .set({ statement_currency, balance_texts })
        .where('account_id', '=', account_id)
        .where('statement_currency', 'is', null)
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
