import { CommandError } from '../base/errors.ts';
import { type CodedReason, encodeReason } from '../base/reasons/reason.ts';
import { recordOwned } from './audit.ts';
import { type BrokerConnection, shownConnection } from './broker-connections.ts';
import { toStamp } from './instants.ts';
import type { Registry } from './registry.ts';
import { hasRow, updateRows } from './table-rows.ts';

/** Account that a reader records, with the owner's plan and the id of its data. */
export interface RecordedAccount {
  readonly brokerId: string;
  readonly details: string;
  readonly slug: string;
  /** Null if the account is gone, is a portfolio, or belongs to another owner now. */
  readonly accountId: string | null;
  /** True if the operator loads the account and takes no data from its owner. */
  readonly isClosed: boolean;
  /** Notes of the read before. */
  readonly notes: readonly CodedReason[];
}

/** Connection for its reader, with the sealed secret. */
export interface ReadableConnection extends BrokerConnection {
  readonly secret: string;
}

/**
 * Lists the connections that record something and are not paused, the healthiest and longest
 * waiting first. Those that were never read to the end follow: their history may be long. With
 * `slug`, lists the one that records it. Without, lists only those that are due.
 */
export async function connectionsToRead(
  { store }: Pick<Registry, 'store'>,
  now: Date,
  slug?: string,
): Promise<BrokerConnection[]> {
  let query = store.db
    .selectFrom('broker_connections')
    .selectAll()
    .where('paused_at', 'is', null)
    .where((where) =>
      where.exists(
        where
          .selectFrom('broker_accounts')
          .select('broker_id')
          .whereRef('broker_accounts.connection', '=', 'broker_connections.id')
          .where('account', slug === undefined ? 'is not' : '=', slug ?? null),
      ),
    );
  if (slug === undefined) {
    query = query.where((where) =>
      where.or([where('due_at', 'is', null), where('due_at', '<=', toStamp(now))]),
    );
  }
  const rows = (await query.execute()).map(shownConnection);
  const orderOf = ({ failures, last_read_at, id }: BrokerConnection) =>
    `${String(failures).padStart(6, '0')} ${last_read_at ?? 'never'} ${id}`;
  return rows.sort((first, second) => (orderOf(first) < orderOf(second) ? -1 : 1));
}

/**
 * Claims a connection for one reader until an instant. Returns it, or null if another reader has it
 * or it is paused or gone.
 */
export async function claimConnection(
  { store }: Pick<Registry, 'store'>,
  id: string,
  claim: string,
  now: Date,
  until: Date,
): Promise<ReadableConnection | null> {
  return store.annotate(async (db) => {
    const claimed = await db
      .updateTable('broker_connections')
      .set({ claim, claimed_until: toStamp(until) })
      .where('id', '=', id)
      .where('paused_at', 'is', null)
      .where((where) =>
        where.or([where('claim', 'is', null), where('claimed_until', '<=', toStamp(now))]),
      )
      .returningAll()
      .executeTakeFirst();
    return claimed === undefined ? null : { ...shownConnection(claimed), secret: claimed.secret };
  });
}

/**
 * Extends a claim. Returns false if the connection was paused, removed, or claimed by another
 * reader.
 */
export async function keepClaim(
  { store }: Pick<Registry, 'store'>,
  id: string,
  claim: string,
  until: Date,
): Promise<boolean> {
  const claimed = { id, claim, paused_at: null };
  const claimed_until = toStamp(until);
  return store.annotate(
    async (db) => (await updateRows(db, 'broker_connections', claimed, { claimed_until })) > 0,
  );
}

/** Returns true if a reader still has its claim and the connection is not paused or removed. */
export const hasClaim = (
  { store }: Pick<Registry, 'store'>,
  id: string,
  claim: string,
): Promise<boolean> => hasRow(store.db, 'broker_connections', { id, claim, paused_at: null });

/** Lists the accounts that a connection records. */
export async function recordedAccounts(
  { store }: Pick<Registry, 'store'>,
  { id, owner }: Pick<BrokerConnection, 'id' | 'owner'>,
): Promise<RecordedAccount[]> {
  const rows = await store.db
    .selectFrom('broker_accounts')
    .leftJoin('accounts', (join) =>
      join
        .onRef('accounts.slug', '=', 'broker_accounts.account')
        .on('accounts.owner', '=', owner)
        .on('accounts.type', '=', 'account'),
    )
    .leftJoin('operator_accounts', 'operator_accounts.account_id', 'accounts.account_id')
    .select(['broker_id', 'details', 'broker_accounts.account as slug', 'accounts.account_id'])
    .select(['notes', 'owner_data', 'operator_accounts.account_id as loaded'])
    .where('connection', '=', id)
    .where('broker_accounts.account', 'is not', null)
    .orderBy('broker_id')
    .execute();
  return rows.map(({ broker_id, details, slug, account_id, notes, owner_data, loaded }) => ({
    brokerId: broker_id,
    details,
    slug: slug ?? '',
    accountId: account_id,
    isClosed: loaded !== null && owner_data === 0,
    notes: JSON.parse(notes),
  }));
}

/** Stores a secret that a server replaced. Throws if the reader has lost its claim. */
export async function keepSecret(
  { store }: Pick<Registry, 'store'>,
  id: string,
  claim: string,
  sealed: string,
): Promise<void> {
  await store.annotate(async (db) => {
    const count = await updateRows(db, 'broker_connections', { id, claim }, { secret: sealed });
    if (count === 0) throw new CommandError('another reader has taken over');
  });
}

/** Result of reading an account, for its owner. */
export interface AccountOutcome {
  readonly brokerId: string;
  /** Null if the account could not be read to its end. */
  readonly readAt: Date | null;
  readonly fault: CodedReason | null;
  /** Null keeps the earlier notes. */
  readonly notes: readonly CodedReason[] | null;
}

/** Stores the result of reading an account. */
export async function noteAccount(
  { store }: Pick<Registry, 'store'>,
  connection: string,
  { brokerId, readAt, fault, notes }: AccountOutcome,
): Promise<void> {
  await store.annotate(async (db) => {
    const changes = {
      fault: fault && encodeReason(fault),
      ...(readAt !== null && { last_read_at: toStamp(readAt) }),
      ...(notes !== null && { notes: JSON.stringify(notes) }),
    };
    await updateRows(db, 'broker_accounts', { connection, broker_id: brokerId }, changes);
  });
}

/** Result of a reader's turn with a connection. */
export interface ConnectionOutcome {
  /** Null if no account was read to its end. */
  readonly readAt: Date | null;
  /** Reason for the owner; null after a turn without a failure. */
  readonly fault: CodedReason | null;
  readonly failures: number;
  readonly dueAt: Date | null;
  /** Code of the fault that pauses the connection. */
  readonly pausedBy: string | null;
}

/** Ends a claim and stores the result. Changes nothing if the reader has lost its claim. */
export async function endClaim(
  registry: Registry,
  { id, owner }: Pick<BrokerConnection, 'id' | 'owner'>,
  claim: string,
  { readAt, fault, failures, dueAt, pausedBy }: ConnectionOutcome,
): Promise<void> {
  const now = registry.clock();
  await registry.store.annotate(async (db) => {
    const count = await updateRows(
      db,
      'broker_connections',
      { id, claim },
      {
        claim: null,
        claimed_until: null,
        failures,
        fault: fault && encodeReason(fault),
        due_at: dueAt === null ? null : toStamp(dueAt),
        ...(readAt !== null && { last_read_at: toStamp(readAt) }),
        ...(pausedBy !== null && { paused_at: toStamp(now), paused_by: pausedBy }),
      },
    );
    if (count === 0 || pausedBy === null) return;
    const [from, to] = [{ paused_by: null }, { paused_by: pausedBy }];
    await recordOwned(db, owner, `connections.${id}`, from, to, 'connector', now);
  });
}
