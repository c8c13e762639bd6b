import type { Transaction } from 'kysely';
import { CommandError } from '../base/errors.ts';
import { randomDigits } from '../base/key-format.ts';
import { type CodedReason, decodeReason, makeReason } from '../base/reasons/reason.ts';
import { recordOwned } from './audit.ts';
import { toStamp } from './instants.ts';
import { leaveSignIn, type SealedRow } from './left-sign-ins.ts';
import { NotOwnedError } from './owner-decisions.ts';
import type { Registry } from './registry.ts';
import { deleteRows, findRow, findRows, insertRow, updateRows } from './table-rows.ts';
import type { Tables } from './tables.ts';

/** Connection to a broker as its owner and operators may see it: never its secret. */
export interface BrokerConnection
  extends Omit<Tables['broker_connections'], 'secret' | 'claim' | 'claimed_until' | 'fault'> {
  readonly fault: CodedReason | null;
}

/** Decodes the fault of a row. */
export const withReason = <Row extends { readonly fault: string | null }>(row: Row) => ({
  ...row,
  fault: row.fault === null ? null : decodeReason(row.fault),
});

/** Most connections of an owner. */
const maxConnections = 50;

/** Returns a connection without its secret and claim. */
export const shownConnection = ({
  secret: _,
  claim: __,
  claimed_until: ___,
  ...row
}: Tables['broker_connections']): BrokerConnection => withReason(row);

/** Account as a sign-in shows it. */
interface NewShown {
  readonly id: string;
  /** JSON of the account. */
  readonly details: string;
}

interface NewConnection {
  readonly kind: string;
  readonly environment: string;
  readonly label: string;
  readonly accounts: readonly NewShown[];
}

/**
 * Adds a connection of an owner. `seal` encrypts its secret for the row of the id. Nothing is read
 * until the owner chooses accounts.
 */
export async function addConnection(
  registry: Registry,
  owner: string,
  { kind, environment, label, accounts }: NewConnection,
  seal: (id: string) => string,
  actor: string,
): Promise<string> {
  const id = `brk_${randomDigits(16)}`;
  const now = registry.clock();
  await registry.store.write(async (db) => {
    const existing = await findRows(db, 'broker_connections', { owner });
    if (existing.length >= maxConnections) {
      throw new CommandError(makeReason('connector_many_connections', { count: existing.length }));
    }
    await insertRow(db, 'broker_connections', {
      id,
      owner,
      kind,
      environment,
      label,
      secret: seal(id),
      created_at: toStamp(now),
      failures: 0,
    });
    await putShown(db, id, accounts);
    const field = `connections.${id}`;
    await recordOwned(db, owner, field, null, { kind, environment, label }, actor, now);
  });
  return id;
}

/**
 * Replaces the secret after the owner signed in again, and resumes the connection. Returns the
 * connection with the earlier secret.
 */
export async function renewConnection(
  registry: Registry,
  connection: BrokerConnection,
  sealed: string,
  accounts: readonly NewShown[],
  actor: string,
): Promise<SealedRow> {
  const { id, owner } = connection;
  const now = registry.clock();
  return registry.store.write(async (db) => {
    const earlier = await findRow(db, 'broker_connections', { id, owner });
    if (earlier === undefined) throw new NotOwnedError();
    await leaveSignIn(db, earlier, now);
    const resumed = { paused_at: null, paused_by: null, fault: null, failures: 0, due_at: null };
    await updateRows(db, 'broker_connections', { id }, { ...resumed, secret: sealed });
    await putShown(db, id, accounts);
    await recordOwned(db, owner, `connections.${id}`, null, { signed_in: 'again' }, actor, now);
    return earlier;
  });
}

/** Values of an account that nothing was read of. */
const unread = { account: null, last_read_at: null, fault: null, notes: '[]' };

/**
 * Adds the accounts that a sign-in shows. Known ones keep the slug that they are recorded under.
 */
async function putShown(
  db: Transaction<Tables>,
  connection: string,
  accounts: readonly NewShown[],
): Promise<void> {
  for (const { id: broker_id, details } of accounts) {
    await db
      .insertInto('broker_accounts')
      .values({ ...unread, connection, broker_id, details })
      .onConflict((conflict) =>
        conflict.columns(['connection', 'broker_id']).doUpdateSet({ details }),
      )
      .execute();
  }
}

/** Lists the connections of the same owner, kind and environment, with their sealed secrets. */
export const sealedLike = (
  { store }: Pick<Registry, 'store'>,
  { owner, kind, environment }: SealedRow,
): Promise<SealedRow[]> => findRows(store.db, 'broker_connections', { owner, kind, environment });

/** Lists the connections of an owner, oldest first, without their secrets. */
export async function connectionsOf(
  { store }: Pick<Registry, 'store'>,
  owner: string,
): Promise<BrokerConnection[]> {
  const rows = await findRows(store.db, 'broker_connections', { owner }, ['created_at', 'id']);
  return rows.map(shownConnection);
}

/**
 * Lists the connections of all owners that read nothing because of a fault, those that failed most
 * often first. Leaves out those that their owners paused.
 */
export async function failingConnections(
  { store }: Pick<Registry, 'store'>,
  count: number,
): Promise<BrokerConnection[]> {
  const rows = await store.db
    .selectFrom('broker_connections')
    .selectAll()
    .where((eb) => eb.or([eb('failures', '>', 0), eb('paused_at', 'is not', null)]))
    .where((eb) => eb.or([eb('paused_by', 'is', null), eb('paused_by', '!=', 'owner')]))
    .orderBy('failures', 'desc')
    .orderBy('id')
    .limit(count)
    .execute();
  return rows.map(shownConnection);
}

/** Returns the ids of all connections. */
export async function connectionIds({
  store,
}: Pick<Registry, 'store'>): Promise<ReadonlySet<string>> {
  const rows = await store.db.selectFrom('broker_connections').select('id').execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns a connection of an owner. Throws a NotOwnedError for any other id. */
export async function connectionOf(
  { store }: Pick<Registry, 'store'>,
  owner: string,
  id: string,
): Promise<BrokerConnection> {
  return ownedIn(store.db, owner, id);
}

/** Finds a connection of an owner. Throws a NotOwnedError for any other id. */
export async function ownedIn(
  db: Pick<Transaction<Tables>, 'selectFrom'>,
  owner: string,
  id: string,
): Promise<BrokerConnection> {
  const found = await findRow(db, 'broker_connections', { id, owner });
  if (found === undefined) throw new NotOwnedError();
  return shownConnection(found);
}

/** Pauses a connection for its owner. */
export const pauseConnection = (registry: Registry, owner: string, id: string, actor: string) =>
  change(registry, owner, id, actor, (now) => ({ paused_at: toStamp(now), paused_by: 'owner' }));

/** Resumes a connection that its owner paused. One that a fault paused needs a new sign-in. */
export async function resumeConnection(
  registry: Registry,
  owner: string,
  id: string,
  actor: string,
): Promise<void> {
  const { paused_by } = await connectionOf(registry, owner, id);
  if (paused_by !== null && paused_by !== 'owner') {
    throw new CommandError(makeReason('connector_resume_sign_in'));
  }
  await change(registry, owner, id, actor, () => ({ paused_at: null, paused_by: null }));
}

async function change(
  registry: Registry,
  owner: string,
  id: string,
  actor: string,
  valuesAt: (now: Date) => Pick<BrokerConnection, 'paused_at' | 'paused_by'>,
): Promise<void> {
  const now = registry.clock();
  const values = valuesAt(now);
  await registry.store.write(async (db) => {
    const { paused_by } = await ownedIn(db, owner, id);
    await updateRows(db, 'broker_connections', { id }, { ...values, due_at: null });
    const paused = { paused_by: values.paused_by };
    await recordOwned(db, owner, `connections.${id}`, { paused_by }, paused, actor, now);
  });
}

/**
 * Removes a connection, and returns its sealed secret. What it delivered stays with its accounts.
 */
export async function removeConnection(
  registry: Registry,
  owner: string,
  id: string,
  actor: string,
): Promise<SealedRow> {
  const now = registry.clock();
  return registry.store.write(async (db) => {
    const removed = await findRow(db, 'broker_connections', { id, owner });
    if (removed === undefined) throw new NotOwnedError();
    await deleteRows(db, 'broker_accounts', { connection: id });
    await deleteRows(db, 'broker_connections', { id });
    await leaveSignIn(db, removed, now);
    const { kind, environment, label } = removed;
    const from = { kind, environment, label };
    await recordOwned(db, owner, `connections.${id}`, from, null, actor, now);
    return removed;
  });
}
