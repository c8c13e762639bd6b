import { existsSync, readFileSync } from 'node:fs';
import type { DataDirectory } from '../base/data-directory.ts';
import { replaceFile } from '../base/files.ts';
import { withPrivateModes } from '../base/modes.ts';
import { forgetAccount, forgetOwner } from '../deliveries/forget.ts';
import type { DeliveriesOnce } from '../deliveries/open.ts';
import type { Database } from '../duckdb/database.ts';
import { removeRows } from '../load/owners-accounts.ts';
import { ownerPrefix } from '../registry/deletion-queue.ts';
import { portfolioPrefix } from '../registry/words.ts';
import { forgetOpenStatements } from '../statements/forget-open.ts';
import type { RunOptions } from './run-options.ts';

/** Removes what was sent in for deleted accounts and by deleted owners. Call it before the load. */
export async function forgetDeliveries(
  deliveries: DeliveriesOnce,
  { dataDir, registry }: Pick<RunOptions, 'dataDir' | 'registry'>,
  deleted: readonly string[],
): Promise<void> {
  const database = deleted.length === 0 ? null : await deliveries.find();
  if (database === null) return;
  const decidedAt = await registry.deletions?.decidedAt();
  for (const id of deleted) {
    if (id.startsWith(ownerPrefix)) await forgetOwner(database, id.slice(ownerPrefix.length));
    else if (!id.startsWith(portfolioPrefix) && id !== '') {
      await forgetAccount(database, id, dataDir.temporary);
      await forgetOpenStatements(database, id, decidedAt?.get(id) ?? '');
    }
  }
}

/**
 * Removes what the run's database has of deleted accounts besides their rows, and has this run
 * remove earlier versions and write its databases anew. Call it once the load is committed.
 */
export async function purgeDeleted(database: Database, deleted: readonly string[]): Promise<void> {
  const ids = deleted.filter((id) => id !== '');
  if (ids.length === 0) return;
  await removeRows(database, ids, ['rejects', 'account_numbers', 'pending_changes']);
  await withPrivateModes(() =>
    database.run(
      `insert into archive.unpurged select unnest(from_json($ids::json, '["VARCHAR"]'))`,
      { ids: JSON.stringify(ids) },
    ),
  );
}

/** Leaves no byte of deleted accounts in files that runs don't write anew. Call it at the end. */
export async function finishDeletions(
  deliveries: DeliveriesOnce,
  { dataDir, registry, machines }: Pick<RunOptions, 'dataDir' | 'registry' | 'machines'>,
  deleted: readonly string[],
): Promise<void> {
  forgetInLog(dataDir, deleted);
  await machines?.forget(deleted);
  const database = await deliveries.find();
  await database?.vacuum?.();
  await registry.deletions?.finish(deleted);
}

/** Takes ids out of the log of runs, which may name accounts that were held back. */
function forgetInLog({ runs }: DataDirectory, ids: readonly string[]): void {
  if (!existsSync(runs)) return;
  const before = readFileSync(runs, 'utf8');
  let after = before;
  for (const id of ids) {
    if (id !== '') after = after.replaceAll(JSON.stringify(id).slice(1, -1), 'deleted');
  }
  if (after !== before) replaceFile(runs, after);
}
