import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withPrivateModes } from '../base/modes.ts';
import { literal } from '../base/sql-text.ts';
import type { Stages } from '../base/stages.ts';
import type { Database } from '../duckdb/database.ts';
import { archiveHistory } from '../run/archived-history.ts';
import { loadFacts } from '../run/load-facts.ts';
import { registeredAs } from '../run/registered.ts';
import type { RunOptions } from '../run/run-options.ts';
import type { ShardInput } from './batch.ts';
import { fetchSlices, type ShardFiles } from './shard-state.ts';
import { isOfSource, resultTables } from './store-rows.ts';

/**
 * Makes a new database of a shard from its stored rows, as the last batch left it. It has no marts.
 */
export async function restoreRows(
  database: Database,
  { rows, asOf }: ShardInput,
  { store, dataDir }: ShardFiles,
  run: RunOptions,
  stages: Stages,
): Promise<void> {
  const source = join(dataDir.temporary, 'rows');
  await fetchSlices(rows.filter(isOfSource), store, source);
  const results = join(dataDir.temporary, 'results');
  const stored = rows.filter((slice) => !isOfSource(slice));
  await fetchSlices(stored, store, results);
  const restoring = { ...run, sources: [source], hasStamps: true };
  await loadFacts(database, asOf, registeredAs([]), restoring, stages);
  await restoreResults(database, results);
  // Accounts may have left since the subjects were stored.
  await database.run("delete from declarations where part in ('subjects', 'subjects_of')");
  // History from before a cut was archived and removed from what is published before.
  await archiveHistory(database);
  await withPrivateModes(() => database.run('delete from archive.unpurged'));
}

/** Brings back results, unless another program with other tables computed them. */
async function restoreResults(database: Database, folder: string): Promise<void> {
  const rowsOf = (table: string) =>
    `from read_parquet(${literal(join(folder, table, '*.parquet'))})`;
  const isThere = (table: string) => existsSync(join(folder, table));
  await database.run('delete from pending_changes');
  if (!isThere('state_shape')) return;
  const [shape] = await database.rows(
    `select exists (from state_shape semi join (${rowsOf('state_shape')}) using (sha256)) as is_ours`,
  );
  if (shape?.is_ours !== true) return;
  for (const table of resultTables.filter(isThere)) {
    await database.run(`delete from ${table}; insert into ${table} by name ${rowsOf(table)}`);
  }
}
