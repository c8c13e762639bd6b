import type { Stages } from '../base/stages.ts';
import { computeAgain } from '../duckdb/compute-again.ts';
import type { Database } from '../duckdb/database.ts';
import type { DeliverySource } from '../load/delivered.ts';
import { loadSources } from '../load/load.ts';
import type { PartitionAccounts } from '../load/others-rows.ts';
import type { OwnersAccounts } from '../load/owners-accounts.ts';
import type { LoadReport } from '../load/report.ts';
import type { Registered } from './registered.ts';
import type { RunOptions } from './run-options.ts';
import { storeSubjects } from './subjects.ts';
import { isMuchToLoad, useThreads } from './threads.ts';

/**
 * Loads new files and the registry into the pipeline's database, all or nothing, with what must be
 * computed again. It counts rows and bytes in `stages` while it reads. `owners` tells which files
 * belong to owners.
 */
export async function loadFacts(
  database: Database,
  runId: string,
  registered: Registered,
  options: RunOptions & {
    readonly deliveries?: DeliverySource | null;
    readonly accounts?: PartitionAccounts | null;
  },
  stages: Stages,
  owners?: OwnersAccounts,
): Promise<LoadReport> {
  const { dataDir, sources, strict, full, log, deliveries, accounts } = options;
  await database.run('begin');
  try {
    const load = await loadSources({
      database,
      sources,
      part: 'accounts',
      runId,
      strict: strict ?? false,
      readsAll: full ?? false,
      temporaryDirectory: dataDir.temporary,
      log,
      onContents(bytes) {
        stages.expectBytes(bytes);
        return useThreads(database, isMuchToLoad(bytes) ? 'all' : 'one', options);
      },
      onRows: stages.noteRead,
      onMerged: stages.noteMerged,
      owners,
      accounts: accounts ?? undefined,
      deliveries: deliveries ?? undefined,
    });
    await storeSubjects(database, registered);
    await computeAgain(database, load.touched);
    await database.run('drop table touched_accounts; commit');
    return load;
  } catch (error) {
    // After a fault of the disk there is nothing left to roll back, and the fault is what counts.
    await database.run('rollback').catch(() => {});
    throw error;
  }
}
