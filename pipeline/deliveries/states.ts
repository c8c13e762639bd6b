import type { ExpressionBuilder, Kysely } from 'kysely';
import { type CodedReason, encodeReason, makeReason } from '../base/reasons/reason.ts';
import { accountsOf } from './accounts.ts';
import { inPages } from './batches.ts';
import type { DeliveryDatabase } from './database.ts';
import { dayOf } from './quota.ts';
import { closedRefusal, type Rejection } from './receipts.ts';
import type { RefusalStore } from './refused-rows.ts';
import type { DeliveryTables } from './schema.ts';

/** Deliveries up to `number` that a load did not read. */
export interface LoadOutcome {
  readonly number: number;
  /** Accounts whose deliveries could not be read. */
  readonly waiting: readonly string[];
  /** Accounts that the operator loads, and whose owners may not send anything. */
  readonly closed: readonly string[];
}

/**
 * Notes that deliveries were loaded, and refuses those of closed accounts. Returns the refused
 * accounts.
 */
export async function noteLoaded(
  database: DeliveryDatabase,
  run: string,
  { number, waiting, closed }: LoadOutcome,
): Promise<string[]> {
  return database.write(async (db) => {
    const refused = await refuseClosed(db, run, number, closed);
    await loadReopened(db, run, { number, waiting, closed });
    const loaded = db
      .updateTable('deliveries')
      .where('state', '=', 'received')
      .where('number', '<=', number)
      .set({ state: 'loaded', run });
    if (waiting.length === 0) await loaded.execute();
    else {
      const received = await accountsOf(db, (query) =>
        query.where('state', '=', 'received').where('number', '<=', number),
      );
      const waits = new Set(waiting);
      for (const ids of inPages(received.filter((id) => !waits.has(id)))) {
        await loaded.where('account_id', 'in', ids).execute();
      }
    }
    return refused;
  });
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
      .set({ state: 'refused', run, refusal: closedRefusal })
      .where('state', '=', 'received')
      .where('number', '<=', number)
      .where('account_id', 'in', some)
      .returning('account_id')
      .execute();
    for (const { account_id } of rows) refused.add(account_id);
  }
  return [...refused];
}

/**
 * Notes that deliveries were loaded that an earlier run refused, as their accounts were closed
 * then.
 */
async function loadReopened(
  db: Kysely<DeliveryTables>,
  run: string,
  { number, waiting, closed }: LoadOutcome,
): Promise<void> {
  const refused = await accountsOf(db, (query) =>
    query.where('state', '=', 'refused').where('refusal', '=', closedRefusal),
  );
  const stay = new Set([...waiting, ...closed]);
  for (const some of inPages(refused.filter((id) => !stay.has(id)))) {
    await db
      .updateTable('deliveries')
      .set({ state: 'loaded', run, refusal: null })
      .where('state', '=', 'refused')
      .where('refusal', '=', closedRefusal)
      .where('number', '<=', number)
      .where('account_id', 'in', some)
      .execute();
  }
}

/**
 * Age at which an empty delivery is deleted: receipts are asked for soon or never. A withdrawn one
 * counts from its withdrawal, which its owner looks up, and after which its body stays out.
 */
const keptMilliseconds = 90 * 24 * 60 * 60 * 1000;

/** Selects deliveries that count in the next version that has their account. */
const awaitsVersion = (eb: ExpressionBuilder<DeliveryTables, 'deliveries'>) =>
  eb.or([eb('state', '=', 'loaded'), eb('refusal', '<>', closedRefusal)]);

/**
 * Notes the version in which loaded deliveries are published, except for accounts that are not in
 * it. Deletes the counts of earlier days, and old receipts that have no row any more.
 */
export async function notePublished(
  database: DeliveryDatabase,
  version: string,
  isPublished: (accountId: string) => boolean,
  clock: () => Date,
): Promise<void> {
  const loaded = await database.read((db) =>
    accountsOf(db, (query) =>
      query.where(awaitsVersion).where('state', 'in', ['loaded', 'refused']),
    ),
  );
  const published = loaded.filter(isPublished);
  if (published.length === 0) return;
  const now = clock();
  const forgotten = new Date(now.getTime() - keptMilliseconds).toISOString();
  await database.write(async (db) => {
    await db
      .deleteFrom('deliveries')
      .where('state', 'in', ['published', 'refused'])
      .where(({ fn }) => fn.coalesce('withdrawn_at', 'received_at'), '<', forgotten)
      .where('has_content', '=', 0)
      .execute();
    const today = dayOf(now.toISOString());
    await db.deleteFrom('received_days').where('day', '<', today).execute();
    for (const some of inPages(published)) {
      await db
        .updateTable('deliveries')
        .set({ state: 'published', version, refusal: null })
        .where(awaitsVersion)
        .where('state', 'in', ['loaded', 'refused'])
        .where('account_id', 'in', some)
        .execute();
    }
  });
}

/**
 * Refuses loaded deliveries of unknown accounts if their row of `accounts` was refused, such as for
 * its currency. The rows stay, and count once such a row is accepted. Accounts for which no such
 * row came yet stay as they are.
 */
export async function refuseUndescribed(
  database: DeliveryDatabase,
  isKnown: (accountId: string) => boolean,
  byRuns: Pick<RefusalStore, 'of'>,
): Promise<void> {
  const loaded = await database.read((db) =>
    accountsOf(db, (query) => query.where('state', '=', 'loaded')),
  );
  const ids = loaded.filter((id) => !isKnown(id));
  const reasons = await reasonsOf(database, ids, byRuns);
  if (reasons.size === 0) return;
  await database.write(async (db) => {
    for (const [id, reason] of reasons) {
      await db
        .updateTable('deliveries')
        .set({ state: 'refused', refusal: encodeReason(undescribed(reason)) })
        .where('state', '=', 'loaded')
        .where('accepted', '>', 0)
        .where('account_id', '=', id)
        .execute();
    }
  });
}

/** Says why an account has no figures; `detail` is why its row was refused. */
export const undescribed = (detail: CodedReason): CodedReason =>
  makeReason('undescribed', { detail });

/**
 * Finds the reason why the newest row of `accounts` of each account was refused, on receipt or by a
 * run.
 */
async function reasonsOf(
  database: DeliveryDatabase,
  ids: readonly string[],
  byRuns: Pick<RefusalStore, 'of'>,
): Promise<ReadonlyMap<string, CodedReason>> {
  const reasons = new Map<string, CodedReason>();
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
      const rows: Rejection[] = JSON.parse(rejected);
      for (const { table, row, reason } of rows) {
        if (table === 'accounts' && row > 0) reasons.set(account_id, reason);
      }
    }
  }
  return reasons;
}

/**
 * Returns when the newest delivery came that no run has read, and the time by the same clock.
 * Returns null if nothing waits.
 */
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
