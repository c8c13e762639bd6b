import { join } from 'node:path';
import type { WaitingAccount } from '../base/collected.ts';
import type { DataDirectory } from '../base/data-directory.ts';
import type { Log } from '../base/log.ts';
import type { DeliverySource } from '../load/delivered.ts';
import type { DeliveriesOnce } from './open.ts';
import { inPages } from './portions.ts';
import { noteLoaded } from './states.ts';
import { type TakenUpOnce, type TakeUpOptions, takeUp } from './take-up.ts';

/** Deliveries on their way into one load. */
export interface DeliveryIntake extends DeliverySource {
  /** Accounts of which something couldn't be taken up. */
  waiting(): readonly WaitingAccount[];
  /** Says in the receipts what was loaded, or refused of closed accounts; called once the load is committed. */
  noteLoaded(runId: string, closed: readonly string[]): Promise<void>;
}

interface IntakeOptions {
  readonly deliveries: DeliveriesOnce;
  readonly dataDir: Pick<DataDirectory, 'inbox' | 'temporary'>;
  readonly log: Pick<Log, 'warn'>;
}

/** Lends what is due to one load; null where nothing was ever sent in. */
export async function withIntake<Result>(
  { deliveries, dataDir, log }: IntakeOptions,
  work: (intake: DeliveryIntake | null) => Promise<Result>,
): Promise<Result> {
  const database = await deliveries.find();
  if (database === null) return work(null);
  const folder = join(dataDir.temporary, 'deliveries');
  const options: TakeUpOptions = { database, deals: dataDir.inbox.deals, folder, log };
  let taken: TakenUpOnce | undefined;
  try {
    return await work({
      async takeUp(progress, closedAmong) {
        taken = await takeUp(options, progress, closedAmong);
        return taken;
      },
      async delivered(accountIds) {
        const found: string[] = [];
        for (const some of inPages(accountIds)) {
          const rows = await database.read((db) =>
            db
              .selectFrom('deliveries')
              .select('account_id')
              .distinct()
              .where('account_id', 'in', some)
              .execute(),
          );
          found.push(...rows.map(({ account_id }) => account_id));
        }
        return found;
      },
      waiting: () => taken?.waiting ?? [],
      async noteLoaded(runId, closed) {
        if (taken === undefined) return;
        taken.commit();
        const waiting = taken.waiting.map(({ id }) => id);
        const { number } = taken.progress;
        const refused = await noteLoaded(database, runId, { number, waiting, closed });
        for (const account of refused) {
          log.warn('what its owner sent is not loaded: the operator loads this account', {
            account,
          });
        }
      },
    });
  } finally {
    taken?.close();
  }
}
