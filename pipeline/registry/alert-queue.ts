import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { enqueue, failureWaits, noFailure, retryAt, since } from './alert-targets.ts';
import { stampAfter, toStamp } from './instants.ts';
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
  /**
   * Settings of the owner behind it, such as a limit; empty if no setting counts. If they change,
   * the cause is new, once a day at most.
   */
  readonly terms: string;
  readonly details: object;
}

/** Causes that a version shows, and alerts whose causes have ended, so that they can begin anew. */
export interface NotedCauses {
  readonly causes: readonly AlertCause[];
  readonly ended: readonly { readonly account: string; readonly kind: string }[];
}

const day = 24 * 3_600_000;

/**
 * Leaves out the causes that were noted before, and ends of what never began, so that a look that
 * finds nothing new locks nobody out.
 */
export async function unnotedCauses(
  { store }: Store,
  { causes, ended }: NotedCauses,
  now: Date,
): Promise<NotedCauses> {
  const rows = await store.db.selectFrom('alert_causes').selectAll().execute();
  const nameOf = ({ account, kind, cause }: Pick<AlertCause, 'account' | 'kind' | 'cause'>) =>
    `${account} ${kind} ${cause}`;
  const noted = new Map(rows.map((row) => [nameOf(row), row]));
  const begun = new Set(rows.map(({ account, kind }) => `${account} ${kind}`));
  const dayAgo = since(now, day);
  return {
    causes: causes.filter((cause) => {
      const row = noted.get(nameOf(cause));
      return row === undefined || (row.terms !== cause.terms && row.at <= dayAgo);
    }),
    ended: ended.filter(({ account, kind }) => begun.has(`${account} ${kind}`)),
  };
}

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
    for (const { account, owner, kind, cause, terms, details } of causes) {
      const isOwned = await findRow(db, 'accounts', { slug: account, owner });
      if (isOwned === undefined) continue;
      const at = toStamp(now);
      const noted = await db
        .insertInto('alert_causes')
        .values({ account, kind, cause, terms, at })
        .onConflict((conflict) =>
          conflict
            .columns(['account', 'kind', 'cause'])
            .doUpdateSet({ terms, at })
            .where('alert_causes.terms', '<>', terms)
            .where('alert_causes.at', '<=', since(now, day)),
        )
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

/** Message that is due, with what decides when its turn comes. */
export interface DueMessage {
  readonly id: string;
  readonly owner: string;
  readonly kind: Tables['alert_targets']['kind'];
  /** Host of the webhook, or domain of the mail address. */
  readonly host: string;
}

/** Returns the host that a message to an address reaches: `example.com` of `me@Example.com`. */
const hostOf = (address: string): string =>
  (address.includes('://')
    ? new URL(address).hostname
    : address.slice(address.lastIndexOf('@') + 1)
  )
    .toLowerCase()
    .replace(/\.$/, '');

/** Returns true for a message that waits because its place failed. A test waits for nothing. */
const waitsForPlace = (kind: string, place: Parameters<typeof retryAt>[0], now: Date): boolean =>
  kind !== 'test' && (retryAt(place) ?? '') > toStamp(now);

/**
 * Lists the messages that are due. Tests come first, since their owner waits for them, then
 * messages to places that work, then those with the fewest tries, then the oldest.
 */
export async function dueMessages({ store }: Store, now: Date): Promise<DueMessage[]> {
  const rows = await store.db
    .selectFrom('alert_messages as message')
    .innerJoin('alert_targets as target', 'target.id', 'message.target')
    .select(['message.id', 'message.owner', 'message.kind as about'])
    .select(['target.kind', 'target.address', 'target.failures', 'target.failed_at'])
    .where('message.due_at', '<=', toStamp(now))
    .orderBy((sort) => sort.case().when('message.kind', '=', 'test').then(0).else(1).end())
    .orderBy('target.failures')
    .orderBy('message.attempts')
    .orderBy('message.due_at')
    .orderBy('message.id')
    .execute();
  return rows
    .filter((row) => !waitsForPlace(row.about, row, now))
    .map(({ id, owner, kind, address }) => ({ id, owner, kind, host: hostOf(address) }));
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

/** Tries of one message: one after each wait, all within a day. */
const maxAttempts = failureWaits.length + 1;

/**
 * Claims a message that is due. A claim counts as a try before anything is sent, so that a process
 * that dies while it sends can't try without end. Returns null if the message is no longer due.
 * Returns `'owner'` or `'host'` if another process is sending for that owner or to that host.
 */
export async function claimMessage(
  { store }: Store,
  { id, owner, host }: DueMessage,
  now: Date,
): Promise<ClaimedMessage | 'owner' | 'host' | null> {
  return store.annotate(async (db) => {
    await lockQueue(db);
    const row = await findRow(db, 'alert_messages', { id });
    if (row === undefined || row.due_at === null || row.due_at > toStamp(now)) return null;
    const underWay = await db
      .selectFrom('alert_messages as message')
      .innerJoin('alert_targets as target', 'target.id', 'message.target')
      .select(['message.owner', 'target.address'])
      .where('message.claim', 'is not', null)
      .where('message.due_at', '>', toStamp(now))
      .execute();
    if (underWay.some((open) => open.owner === owner)) return 'owner';
    if (underWay.some(({ address }) => hostOf(address) === host)) return 'host';
    const target = await findRow(db, 'alert_targets', { id: row.target ?? '' });
    const owned =
      row.account === null
        ? null
        : await findRow(db, 'accounts', { slug: row.account, owner: row.owner });
    // A webhook sends all of it.
    const account = owned && { slug: owned.slug, name: owned.name };
    const isOver = row.created_at <= since(now, day) || row.attempts >= maxAttempts;
    if (isOver || target === undefined || account === undefined) {
      const fault = isOver ? 'expired' : null;
      const ended = { due_at: null, claim: null, fault, details: '{}' };
      await updateRows(db, 'alert_messages', { id }, ended);
      return null;
    }
    if (waitsForPlace(row.kind, target, now)) return null;
    const claim = randomUUID();
    const attempts = row.attempts + 1;
    const due_at = stampAfter(now, claimMilliseconds);
    await updateRows(db, 'alert_messages', { id }, { claim, attempts, due_at });
    const { kind, details, created_at } = row;
    return { id, claim, kind, details, created_at, attempts, account, target };
  });
}

/** Makes processes claim one after another, so that each sees what the others have under way. */
async function lockQueue(db: Transaction<Tables>): Promise<void> {
  await db
    .insertInto('alert_progress')
    .values({ id: 1, as_of: '' })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({ as_of: row.ref('alert_progress.as_of') })),
    )
    .execute();
}

/** Notes that a message was sent. Changes nothing if another process has claimed it since. */
export async function noteSent({ store }: Store, sent: ClaimedMessage, now: Date): Promise<void> {
  await store.annotate(async (db) => {
    const { id, claim } = sent;
    const over = { sent_at: toStamp(now), due_at: null, claim: null, fault: null, details: '{}' };
    if ((await updateRows(db, 'alert_messages', { id, claim }, over)) === 0) return;
    await updateRows(db, 'alert_targets', { id: sent.target.id }, noFailure);
  });
}

/**
 * Notes why a try failed. The message is due again later, or given up after the last try. Other
 * messages to its place wait as long, except tests.
 */
export async function noteFailed(
  { store }: Store,
  { id, claim, attempts, target }: ClaimedMessage,
  { fault, isFinal }: { readonly fault: string; readonly isFinal: boolean },
  now: Date,
): Promise<void> {
  const failure = { fault, failed_at: toStamp(now), failures: target.failures + 1 };
  const isOver = isFinal || attempts >= maxAttempts;
  const next = isOver ? { due_at: null, details: '{}' } : { due_at: retryAt(failure) };
  await store.annotate(async (db) => {
    await updateRows(db, 'alert_messages', { id, claim }, { claim: null, fault, ...next });
    await updateRows(db, 'alert_targets', { id: target.id }, failure);
  });
}

/** Forgets messages that are over since a month, and months that were told three years ago. */
export async function forgetOldMessages({ store }: Store, now: Date): Promise<void> {
  const before = since(now, keptDays * day);
  const longBefore = since(now, keptCauseDays * day);
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
