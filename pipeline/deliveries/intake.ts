import type { Log } from '../base/log.ts';
import type { IsOwn } from '../base/partition.ts';
import type { WaitingAccount } from '../base/waiting-accounts.ts';
import type { DeliverySource } from '../load/delivered.ts';
import { accountsOf } from './accounts.ts';
import { inPages } from './batches.ts';
import type { DeliveriesOnce } from './open.ts';
import { forgetReloads, readReloads } from './reloads.ts';
import { noteLoaded } from './states.ts';
import { type PendingOptions, type PendingRows, takePending } from './take-pending.ts';

/** Deliveries that one load reads. */
export interface DeliveryIntake extends DeliverySource {
  /** Lists the accounts whose deliveries could not be read; they wait for the next run. */
  waiting(): readonly WaitingAccount[];
  /**
   * Notes which deliveries were loaded, and which were refused for closed accounts. Call it once
   * the load is committed.
   */
  noteLoaded(runId: string, closed: readonly string[]): Promise<void>;
}

interface IntakeOptions {
  readonly deliveries: DeliveriesOnce;
  readonly log: Pick<Log, 'warn'>;
  /** Tells whether a run loads an account; all if unset. */
  readonly isOwn?: IsOwn;
}

/** Gives `work` the pending deliveries for one load; null if nothing was ever sent in. */
export async function withIntake<Result>(
  { deliveries, log, isOwn = () => true }: IntakeOptions,
  work: (intake: DeliveryIntake | null) => Promise<Result>,
): Promise<Result> {
  const database = await deliveries.find();
  if (database === null) return work(null);
  const options: PendingOptions = { database, log };
  let pending: PendingRows | undefined;
  const reloads = (await readReloads(database)).filter(({ account_id }) => isOwn(account_id));
  const anew = reloads.map(({ account_id }) => account_id);
  return work({
    anew,
    async takeUp(home, progress, closedAmong) {
      pending = await takePending({ ...options, anew }, home, progress, closedAmong);
      return pending;
    },
    async delivered(accountIds) {
      const found: string[] = [];
      for (const ids of inPages(accountIds)) {
        const page = await database.read((db) =>
          accountsOf(db, (query) => query.where('account_id', 'in', ids)),
        );
        found.push(...page);
      }
      return found;
    },
    waiting: () => pending?.waiting ?? [],
    async noteLoaded(runId, closed) {
      if (pending === undefined) return;
      const waiting = pending.waiting.map(({ id }) => id);
      await forgetReloads(
        database,
        reloads.filter(({ account_id }) => !waiting.includes(account_id)),
      );
      const { number } = pending.progress;
      const refused = await noteLoaded(database, runId, { number, waiting, closed, isOwn });
      for (const account of refused) {
        log.warn('data from its owner is not loaded: the operator loads this account', {
          account,
        });
      }
    },
  });
}
