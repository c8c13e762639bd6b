import { setTimeout as wait } from 'node:timers/promises';
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import { type CodedReason, encodeReason, makeReason } from '../base/reasons/reason.ts';
import { accountsOf } from './accounts.ts';
import { inPages } from './batches.ts';
import type { DeliveryDatabase } from './database.ts';
import { dayOf } from './quota.ts';
import { closedRefusal, type Rejection } from './receipts.ts';
import type { RefusalStore } from './refused-rows.ts';
import type { DeliveryRow, DeliveryState, DeliveryTables } from './schema.ts';

/** Deliveries up to `number` that a load did not read. */
export interface LoadOutcome {
  readonly number: number;
  /** Accounts whose deliveries could not be read. */
  readonly waiting: readonly string[];
  /** Accounts that the operator loads, and whose owners may not send anything. */
  readonly closed: readonly string[];
  /** Tells whether the load was of an account. */
  readonly isOwn?: (accountId: string) => boolean;
}

/** Most deliveries that one transaction updates. Nobody can enter deliveries meanwhile. */
const updatedAtOnce = 2_000;

/** Time between two such transactions, in which deliveries are entered. */
const pauseMilliseconds = 25;

type Filter = (eb: ExpressionBuilder<DeliveryTables, 'deliveries'>) => Expression<SqlBool>;

/** Deliveries to update, and their new values. */
interface StateUpdate {
  readonly state: DeliveryState;
  readonly filter: Filter;
  readonly isDue: (accountId: string) => boolean;
  readonly values: Partial<Pick<DeliveryRow, 'state' | 'run' | 'version' | 'refusal'>>;
}

/** Updates deliveries in several transactions. A killed run leaves the rest to the next one. */
async function updateInSteps(
  { read, write }: DeliveryDatabase,
  { state, filter, isDue, values }: StateUpdate,
): Promise<void> {
  for (let after = 0; ; ) {
    const last = after;
    const page = await read((db) =>
      db
        .selectFrom('deliveries')
        .select(['number', 'account_id'])
        .where('state', '=', state)
        .where('number', '>', last)
        .where(filter)
        .orderBy('number')
        .limit(updatedAtOnce)
        .execute(),
    );
    const numbers = page.filter(({ account_id }) => isDue(account_id)).map(({ number }) => number);
    if (numbers.length > 0) {
      await write((db) =>
        db
          .updateTable('deliveries')
          .set(values)
          .where('number', 'in', numbers)
          .where('state', '=', state)
          .where(filter)
          .execute(),
      );
    }
    if (page.length < updatedAtOnce) return;
    after = page.at(-1)?.number ?? last;
    await wait(pauseMilliseconds);
  }
}

/**
 * Notes that deliveries were loaded, and refuses those of closed accounts. Returns the refused
 * accounts.
 */
export async function noteLoaded(
  database: DeliveryDatabase,
  run: string,
  { number, waiting, closed, isOwn = () => true }: LoadOutcome,
): Promise<string[]> {
  const refused = await database.write(async (db) => {
    const accounts = await refuseClosed(db, run, number, closed);
    await loadReopened(db, run, { number, waiting, closed, isOwn });
    return accounts;
  });
  const waits = new Set(waiting);
  await updateInSteps(database, {
    state: 'received',
    filter: (eb) => eb('number', '<=', number),
    isDue: (accountId) => !waits.has(accountId) && isOwn(accountId),
    values: { state: 'loaded', run },
  });
  return refused;
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
  { number, waiting, closed, isOwn = () => true }: LoadOutcome,
): Promise<void> {
  const refused = await accountsOf(db, (query) =>
    query.where('state', '=', 'refused').where('refusal', '=', closedRefusal),
  );
  const stay = new Set([...waiting, ...closed]);
  for (const some of inPages(refused.filter((id) => !stay.has(id) && isOwn(id)))) {
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
const awaitsVersion: Filter = (eb) =>
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
  const now = clock();
  const forgotten = new Date(now.getTime() - keptMilliseconds).toISOString();
  await database.write(async (db) => {
    await forgetBefore(db, forgotten);
    const today = dayOf(now.toISOString());
    await db.deleteFrom('received_days').where('day', '<', today).execute();
  });
  for (const state of ['loaded', 'refused'] as const) {
    await updateInSteps(database, {
      state,
      filter: awaitsVersion,
      isDue: isPublished,
      values: { state: 'published', version, refusal: null },
    });
  }
}

/** Deletes empty deliveries that came or were withdrawn before an instant. */
async function forgetBefore(db: Kysely<DeliveryTables>, instant: string): Promise<void> {
  // Deliveries are numbered in the order in which they come, so the newer ones are not read.
  const newer = await db
    .selectFrom('deliveries')
    .select('number')
    .where('received_at', '>=', instant)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  await db
    .deleteFrom('deliveries')
    .where('state', 'in', ['published', 'refused'])
    .where(({ fn }) => fn.coalesce('withdrawn_at', 'received_at'), '<', instant)
    .where('has_content', '=', 0)
    .where('number', '<', newer?.number ?? Number.MAX_SAFE_INTEGER)
    .execute();
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
  makeReason('row_undescribed', { detail });

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

/** Chooses the accounts of a partition. */
export type OwnAmong = (accountIds: readonly string[]) => Promise<readonly string[]>;

/**
 * Returns when the newest delivery came that no run has read, and the time by the same clock.
 * Returns null if nothing waits. With `ownAmong`, only deliveries of these accounts count.
 */
export async function newestReceived(
  { read, now }: DeliveryDatabase,
  ownAmong: OwnAmong | null = null,
): Promise<{ at: Date; now: Date } | null> {
  const received = (db: Kysely<DeliveryTables>) =>
    db.selectFrom('deliveries').where('state', '=', 'received');
  const waiting =
    ownAmong && (await read((db) => received(db).select('account_id').distinct().execute()));
  const accounts =
    waiting && ownAmong && (await ownAmong(waiting.map(({ account_id }) => account_id)));
  return read(async (db) => {
    let at = '';
    for (const some of accounts === null ? [null] : inPages(accounts)) {
      const newest = await received(db)
        .select('received_at')
        .$if(some !== null, (query) => query.where('account_id', 'in', some ?? []))
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (newest && newest.received_at > at) at = newest.received_at;
    }
    return at === '' ? null : { at: new Date(at), now: new Date(await now(db)) };
  });
}
