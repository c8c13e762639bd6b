import type { Kysely } from 'kysely';
import { closedToOwner } from '../registry/operator-accounts.ts';
import type { DeliveryDatabase } from './database.ts';
import { inPages } from './portions.ts';
import { dayOf } from './quota.ts';
import { rejectionsOf } from './receipts.ts';
import type { KeptRefusals } from './refused.ts';
import type { DeliveryTables } from './schema.ts';

/** What a load did not take of the deliveries up to a number. */
export interface LoadOutcome {
  readonly number: number;
  /** Accounts of which something couldn't be taken up. */
  readonly waiting: readonly string[];
  /** Accounts that the operator loads, and of which he takes nothing from their owners. */
  readonly closed: readonly string[];
}

/** Notes that deliveries have been loaded; those of closed accounts are refused. Answers with the accounts refused. */
export async function noteLoaded(
  database: DeliveryDatabase,
  run: string,
  { number, waiting, closed }: LoadOutcome,
): Promise<string[]> {
  return database.write(async (db) => {
    const refused = await refuseClosed(db, run, number, closed);
    const loaded = db
      .updateTable('deliveries')
      .where('state', '=', 'received')
      .where('number', '<=', number)
      .set({ state: 'loaded', run });
    if (waiting.length === 0) await loaded.execute();
    for (const some of inPages(await othersReceived(db, number, waiting))) {
      await loaded.where('account_id', 'in', some).execute();
    }
    return refused;
  });
}

/** Accounts of which something was received up to a number, but for those that wait. */
async function othersReceived(
  db: Kysely<DeliveryTables>,
  number: number,
  waiting: readonly string[],
): Promise<string[]> {
  if (waiting.length === 0) return [];
  const rows = await db
    .selectFrom('deliveries')
    .select('account_id')
    .distinct()
    .where('state', '=', 'received')
    .where('number', '<=', number)
    .execute();
  const names = new Set(waiting);
  return rows.map(({ account_id }) => account_id).filter((id) => !names.has(id));
}

async function refuseClosed(
  db: Kysely<DeliveryTables>,
  run: string,
  number: number,
  closed: readonly string[],
): Promise<string[]> {
  const refused = new Set<string>();
  for (const some of inPages(closed)) {
    const rows = await db
      .updateTable('deliveries')
      .set(({ ref, eb }) => ({
        state: 'refused' as const,
        run,
        rejected: rejectionsOf([{ table: null, row: 0, reason: closedToOwner }]),
        rejected_count: eb('rejected_count', '+', ref('accepted')),
        accepted: 0,
      }))
      .where('state', '=', 'received')
      .where('number', '<=', number)
      .where('account_id', 'in', some)
      .returning('account_id')
      .execute();
    for (const { account_id } of rows) refused.add(account_id);
  }
  return [...refused];
}

/** Receipts are asked for soon or never. */
const keptMilliseconds = 90 * 24 * 60 * 60 * 1000;

/**
 * Notes in which version what was loaded is published, but for accounts that are not in it, and
 * forgets what was received on days before, and receipts of long ago of which no row is left.
 */
export async function notePublished(
  database: DeliveryDatabase,
  version: string,
  isPublished: (accountId: string) => boolean,
  clock: () => Date,
): Promise<void> {
  const waiting = await database.read((db) =>
    db
      .selectFrom('deliveries')
      .select('account_id')
      .distinct()
      .where((eb) => eb.or([eb('state', '=', 'loaded'), eb('refusal', 'is not', null)]))
      .where('state', 'in', ['loaded', 'refused'])
      .execute(),
  );
  const published = waiting.map(({ account_id }) => account_id).filter(isPublished);
  if (published.length === 0) return;
  const now = clock();
  const forgotten = new Date(now.getTime() - keptMilliseconds).toISOString();
  await database.write(async (db) => {
    await db
      .deleteFrom('deliveries')
      .where('state', 'in', ['published', 'refused'])
      .where('received_at', '<', forgotten)
      .where('has_content', '=', 0)
      .execute();
    const today = dayOf(now.toISOString());
    await db.deleteFrom('received_days').where('day', '<', today).execute();
    for (const some of inPages(published)) {
      await db
        .updateTable('deliveries')
        .set({ state: 'published', version, refusal: null })
        .where((eb) => eb.or([eb('state', '=', 'loaded'), eb('refusal', 'is not', null)]))
        .where('state', 'in', ['loaded', 'refused'])
        .where('account_id', 'in', some)
        .execute();
    }
  });
}

/**
 * Refuses what was loaded of accounts that aren't known because the row of `accounts` that would
 * describe them was refused, such as for its currency. The rows stay, and count once such a row is
 * taken. Accounts of which no such row came yet stay as they are.
 */
export async function refuseUndescribed(
  database: DeliveryDatabase,
  isKnown: (accountId: string) => boolean,
  byRuns: Pick<KeptRefusals, 'of'>,
): Promise<void> {
  const loaded = await database.read((db) =>
    db
      .selectFrom('deliveries')
      .select('account_id')
      .distinct()
      .where('state', '=', 'loaded')
      .execute(),
  );
  const ids = loaded.map(({ account_id }) => account_id).filter((id) => !isKnown(id));
  const reasons = await reasonsOf(database, ids, byRuns);
  if (reasons.size === 0) return;
  await database.write(async (db) => {
    for (const [id, reason] of reasons) {
      await db
        .updateTable('deliveries')
        .set({ state: 'refused', refusal: undescribedReason(reason) })
        .where('state', '=', 'loaded')
        .where('accepted', '>', 0)
        .where('account_id', '=', id)
        .execute();
    }
  });
}

/** Tells owners why an account has no figures, and what to do, given why its row was refused. */
export const undescribedReason = (reason: string): string =>
  `The row of accounts that describes this account was refused (${reason}), so it has no figures. Send that row again as it should be; the other rows are kept and count then.`;

/** Why the newest row of `accounts` of each was refused, as it came in or by a run. */
async function reasonsOf(
  database: DeliveryDatabase,
  ids: readonly string[],
  byRuns: Pick<KeptRefusals, 'of'>,
): Promise<ReadonlyMap<string, string>> {
  const reasons = new Map<string, string>();
  if (ids.length === 0) return reasons;
  for (const [id, { rows }] of await byRuns.of(ids)) {
    const refused = rows.find(({ table }) => table === 'accounts');
    if (refused) reasons.set(id, refused.reason);
  }
  for (const some of inPages(ids)) {
    const sent = await database.read((db) =>
      db
        .selectFrom('deliveries')
        .select(['account_id', 'rejected'])
        .where('account_id', 'in', some)
        .where('state', '<>', 'published')
        .where('rejected_count', '>', 0)
        .orderBy('number')
        .execute(),
    );
    for (const { account_id, rejected } of sent) {
      const rows: { table: string | null; row: number; reason: string }[] = JSON.parse(rejected);
      for (const { table, row, reason } of rows) {
        if (table === 'accounts' && row > 0) reasons.set(account_id, reason);
      }
    }
  }
  return reasons;
}

/** When the newest of what no run has taken up was received, and what time it is by the same clock; null where nothing waits. */
export async function newestReceived({
  read,
  now,
}: DeliveryDatabase): Promise<{ at: Date; now: Date } | null> {
  return read(async (db) => {
    const newest = await db
      .selectFrom('deliveries')
      .select(({ fn }) => fn.max<string | null>('received_at').as('at'))
      .where('state', '=', 'received')
      .executeTakeFirst();
    return newest?.at ? { at: new Date(newest.at), now: new Date(await now(db)) } : null;
  });
}
