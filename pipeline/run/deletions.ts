import { existsSync, readFileSync } from 'node:fs';
import type { DataDirectory } from '../base/data-directory.ts';
import { replaceFile } from '../base/files.ts';
import { withPrivateModes } from '../base/modes.ts';
import { forgetAccount, forgetOwner } from '../deliveries/forget.ts';
import type { DeliveriesOnce } from '../deliveries/open.ts';
import type { Database } from '../duckdb/database.ts';
import { removeRows } from '../load/remove-rows.ts';
import { ownerPrefix } from '../registry/deletion-queue.ts';
import { portfolioPrefix } from '../registry/words.ts';
import { forgetOpenStatements } from '../statements/forget-open.ts';
import type { RunOptions } from './run-options.ts';

/** Removes what was sent in for deleted accounts and by deleted owners. Call it before the load. */
export async function forgetDeliveries(
  deliveries: DeliveriesOnce,
  deleted: readonly string[],
): Promise<void> {
  const database = deleted.length === 0 ? null : await deliveries.find();
  if (database === null) return;
  for (const id of deleted) {
    if (id.startsWith(ownerPrefix)) await forgetOwner(database, id.slice(ownerPrefix.length));
    else if (isAccount(id)) await forgetAccount(database, id);
  }
}

/** Accounts have no prefix. The id `''` stands for what is gone. */
const isAccount = (id: string): boolean => !id.startsWith(portfolioPrefix) && id !== '';

/**
 * Removes what the run's database has of deleted accounts besides their rows, and has this run
 * remove earlier versions and write its databases anew. Call it once the load is committed.
 */
export async function purgeDeleted(database: Database, deleted: readonly string[]): Promise<void> {
  const ids = deleted.filter((id) => id !== '');
  if (ids.length === 0) return;
  await removeRows(database, ids, ['rejects', 'account_numbers']);
  await withPrivateModes(() =>
    database.run(
      `insert into archive.unpurged select unnest(from_json($ids::json, '["VARCHAR"]'))`,
      { ids: JSON.stringify(ids) },
    ),
  );
}

/**
 * Leaves no byte of deleted accounts in files that runs don't write anew. Call it at the end. An
 * account stays in the queue for the next run if a statement that may be of it is being read.
 */
export async function finishDeletions(
  deliveries: DeliveriesOnce,
  { dataDir, registry, machines }: Pick<RunOptions, 'dataDir' | 'registry' | 'machines'>,
  deleted: readonly string[],
): Promise<void> {
  forgetInLog(dataDir, deleted);
  await machines?.forget(deleted);
  const database = await deliveries.find();
  const unfinished = new Set<string>();
  for (const id of deleted.filter(isAccount)) {
    if (database !== null && (await forgetOpenStatements(database, id))) unfinished.add(id);
  }
  await database?.vacuum?.();
  const finished = deleted.filter((id) => !unfinished.has(id));
  const gone = machines ? await machines.removed(finished) : finished;
  await registry.deletions?.finish(gone);
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
