import { isDeepStrictEqual } from 'node:util';
import { literal } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import {
  type DeliveredLoad,
  type DeliveryProgress,
  type DeliverySource,
  readProgress,
  storeProgress,
} from './delivered.ts';
import { deliveredPrefix } from './ledger.ts';
import type { PartitionAccounts } from './others-rows.ts';
import type { OwnersIntake } from './owners-accounts.ts';
import { removeDelivered } from './remove-rows.ts';

/** Progress of deliveries before this load, and after it. */
export interface ProgressMade {
  readonly before: DeliveryProgress;
  readonly taken: DeliveredLoad;
  /** Accounts whose delivered rows were removed. */
  readonly cleared: readonly string[];
}

/** Reads what was delivered, and removes the rows of accounts that are loaded anew. */
export async function takeUp(
  database: Database,
  deliveries: DeliverySource | undefined,
  owners: OwnersIntake | null,
  own?: PartitionAccounts,
): Promise<ProgressMade | null> {
  if (deliveries === undefined) return null;
  const before = await readProgress(database);
  const closedAmong = async (ids: readonly string[]) =>
    new Set([
      ...(owners ? await owners.closedAmong(ids) : []),
      // Those of other partitions wait here, should they join.
      ...(own ? ids.filter((id) => !own.isOwn(id)) : []),
    ]);
  const taken = await deliveries.takeUp(database, before, closedAmong);
  // An account whose deliveries can't be read keeps its rows.
  const readable = deliveries.anew?.filter((id) => !taken.progress.accounts.has(id)) ?? [];
  const cleared = owners ? readable : [];
  await touchAccounts(database, cleared);
  await removeDelivered(database, cleared);
  await forgetRejects(database, cleared);
  await taken.store();
  return { before, taken, cleared };
}

/** Removes the rejected rows of deliveries that are loaded anew, which may reject them again. */
async function forgetRejects(database: Database, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  await database.run(
    `delete from rejects where starts_with(file, ${literal(deliveredPrefix)})
      and account_id in (select unnest(from_json($ids::json, '["VARCHAR"]')))`,
    { ids: JSON.stringify(accountIds) },
  );
}

/** Has accounts computed whose rows were removed, even if no row of them comes again. */
async function touchAccounts(database: Database, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  await database.run(
    `insert into touched_accounts select unnest(from_json($ids::json, '["VARCHAR"]'))`,
    { ids: JSON.stringify(accountIds) },
  );
}

/**
 * Stores the progress if it has changed. Accounts that the operator loads go back to 0, so that all
 * their deliveries load once he allows it.
 */
export async function noteProgress(
  database: Database,
  { before, taken: { progress: after }, cleared }: ProgressMade,
  byOperator: readonly string[],
): Promise<boolean> {
  const anew = byOperator.map((id) => [id, 0] as const);
  const progress = { ...after, accounts: new Map([...after.accounts, ...anew]) };
  if (isDeepStrictEqual(progress, before)) return cleared.length > 0;
  await storeProgress(database, progress);
  return true;
}
