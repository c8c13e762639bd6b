import { randomUUID } from 'node:crypto';
import { enqueue } from './alert-targets.ts';
import { toStamp } from './instants.ts';
import type { Registry } from './registry.ts';
import { deleteRows, findRow, updateRows } from './table-rows.ts';
import type { Tables } from './tables.ts';

type Store = Pick<Registry, 'store'>;

/** Cause of an alert. Two causes with the same text are one. */
export interface AlertCause {
  readonly account: string;
  readonly owner: string;
  readonly kind: string;
  readonly cause: string;
  readonly details: object;
}

/** Causes that a version shows, and alerts whose causes have ended, so that they can begin anew. */
export interface NotedCauses {
  readonly causes: readonly AlertCause[];
  readonly ended: readonly { readonly account: string; readonly kind: string }[];
}

/**
 * Leaves out the causes that were noted before, and ends of what never began, so that a look that
 * finds nothing new locks nobody out.
 */
export async function unnotedCauses(
  { store }: Store,
  { causes, ended }: NotedCauses,
): Promise<NotedCauses> {
  const rows = await store.db
    .selectFrom('alert_causes')
    .select(['account', 'kind', 'cause'])
    .execute();
  const known = new Set(rows.map(({ account, kind, cause }) => `${account} ${kind} ${cause}`));
  const begun = new Set(rows.map(({ account, kind }) => `${account} ${kind}`));
  return {
    causes: causes.filter(({ account, kind, cause }) => !known.has(`${account} ${kind} ${cause}`)),
    ended: ended.filter(({ account, kind }) => begun.has(`${account} ${kind}`)),
  };
}

const day = 24 * 3_600_000;
const keptDays = 30;
const keptCauseDays = 3 * 366;

/**
 * Puts messages for new causes into the queue, one for each confirmed place. Servers may note the
 * same causes at the same time; a server that still has an earlier version notes nothing. Returns
 * the number of messages.
 */
export async function noteCauses(
  { store }: Store,
  asOf: string,
  { causes, ended }: NotedCauses,
  now: Date,
): Promise<number> {
  return store.annotate(async (db) => {
    // The row is a lock too: causes are noted one after another, never those of an older version.
    const isNewest = await db
      .insertInto('alert_progress')
      .values({ id: 1, as_of: asOf })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ as_of: asOf })
          .where('alert_progress.as_of', '<=', asOf),
      )
      .returning('id')
      .executeTakeFirst();
    if (isNewest === undefined) return 0;
    for (const { account, kind } of ended) {
      await deleteRows(db, 'alert_causes', { account, kind });
    }
    let messages = 0;
    for (const { account, owner, kind, cause, details } of causes) {
      const isOwned = await findRow(db, 'accounts', { slug: account, owner });
      if (isOwned === undefined) continue;
      const noted = await db
        .insertInto('alert_causes')
        .values({ account, kind, cause, at: toStamp(now) })
        .onConflict((conflict) => conflict.columns(['account', 'kind', 'cause']).doNothing())
        .returning('cause')
        .executeTakeFirst();
      if (noted === undefined) continue;
      const targets = await db
        .selectFrom('alert_targets')
        .select(['id', 'address'])
        .where('owner', '=', owner)
        .where('confirmed_at', 'is not', null)
        .execute();
      for (const target of targets) {
        await enqueue(db, { owner, target, kind, account, details }, now);
        messages += 1;
      }
    }
    return messages;
  });
}

/** Message that one process may send, with the place that it goes to. */
export interface ClaimedMessage {
  readonly id: string;
  readonly claim: string;
  readonly kind: string;
  readonly details: string;
  readonly created_at: string;
  readonly attempts: number;
  readonly account: { readonly slug: string; readonly name: string } | null;
  readonly target: Tables['alert_targets'];
}

/** Time after which another process may try a message again, if the first one died. */
const claimMilliseconds = 2 * 60_000;

/** Tries of one message, and the time to wait after each that failed: all within a day. */
export const waits = [60_000, 10 * 60_000, 3_600_000, 6 * 3_600_000] as const;
export const maxAttempts = waits.length + 1;

/**
 * Claims a due message. A claim counts as a try before anything is sent, so that a process that
 * dies while it sends can't try without end. Returns null if nothing is due.
 */
export async function claimMessage({ store }: Store, now: Date): Promise<ClaimedMessage | null> {
  const due = await store.db
    .selectFrom('alert_messages')
    .select('id')
    .where('due_at', '<=', toStamp(now))
    .limit(1)
    .executeTakeFirst();
  if (due === undefined) return null;
  return store
    .annotate(async (db) => {
      const row = await db
        .selectFrom('alert_messages')
        .selectAll()
        .where('due_at', '<=', toStamp(now))
        .orderBy('due_at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      if (row === undefined) return null;
      const target = await findRow(db, 'alert_targets', { id: row.target ?? '' });
      const owned =
        row.account === null
          ? null
          : await findRow(db, 'accounts', { slug: row.account, owner: row.owner });
      // A webhook sends all of it.
      const account = owned && { slug: owned.slug, name: owned.name };
      const isOld = now.getTime() - Date.parse(row.created_at) >= day;
      const isOver = isOld || row.attempts >= maxAttempts;
      if (isOver || target === undefined || account === undefined) {
        const fault = isOver ? 'expired' : null;
        const ended = { due_at: null, claim: null, fault, details: '{}' };
        await updateRows(db, 'alert_messages', { id: row.id }, ended);
        return claimNext;
      }
      const claim = randomUUID();
      const attempts = row.attempts + 1;
      const due_at = toStamp(new Date(now.getTime() + claimMilliseconds));
      const unclaimed = { id: row.id, attempts: row.attempts, due_at: row.due_at };
      const count = await updateRows(db, 'alert_messages', unclaimed, { claim, attempts, due_at });
      // Another process was faster.
      if (count === 0) return claimNext;
      const { id, kind, details, created_at } = row;
      return { id, claim, kind, details, created_at, attempts, account, target };
    })
    .then((claimed) => (claimed === claimNext ? claimMessage({ store }, now) : claimed));
}

/** Stands for a message that is over: the next one may be due. */
const claimNext = Symbol('next');

/** Notes that a message was sent. Changes nothing if another process has claimed it since. */
export async function noteSent({ store }: Store, sent: ClaimedMessage, now: Date): Promise<void> {
  await store.annotate(async (db) => {
    const { id, claim } = sent;
    const over = { sent_at: toStamp(now), due_at: null, claim: null, fault: null, details: '{}' };
    if ((await updateRows(db, 'alert_messages', { id, claim }, over)) === 0) return;
    await updateRows(db, 'alert_targets', { id: sent.target.id }, { fault: null, failed_at: null });
  });
}

/** Notes why a try failed. The message is due again later, or given up after the last try. */
export async function noteFailed(
  { store }: Store,
  failed: ClaimedMessage,
  fault: string,
  isFinal: boolean,
  now: Date,
): Promise<void> {
  const wait = isFinal ? undefined : waits[failed.attempts - 1];
  const due_at = wait === undefined ? null : toStamp(new Date(now.getTime() + wait));
  await store.annotate(async (db) => {
    const { id, claim, target } = failed;
    const changes = { due_at, claim: null, fault, ...(due_at === null && { details: '{}' }) };
    await updateRows(db, 'alert_messages', { id, claim }, changes);
    await updateRows(db, 'alert_targets', { id: target.id }, { fault, failed_at: toStamp(now) });
  });
}

/** Forgets messages that are over since a month, and months that were told three years ago. */
export async function forgetOldMessages({ store }: Store, now: Date): Promise<void> {
  const before = toStamp(new Date(now.getTime() - keptDays * day));
  const longBefore = toStamp(new Date(now.getTime() - keptCauseDays * day));
  await store.annotate(async (db) => {
    await db
      .deleteFrom('alert_messages')
      .where('due_at', 'is', null)
      .where('created_at', '<', before)
      .execute();
    await db
      .deleteFrom('alert_causes')
      .where('kind', '=', 'new_month')
      .where('at', '<', longBefore)
      .execute();
  });
}
