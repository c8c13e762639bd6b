import type { Kysely, Transaction } from 'kysely';
import { CommandError } from '../base/errors.ts';
import { makeReason } from '../base/reasons/reason.ts';
import { recordChange, recordOwned } from './audit.ts';
import { deletedSlug } from './deleted-slug.ts';
import { ownerPrefix, queueDeletion } from './deletion-queue.ts';
import { keptByService, leaveSignIn } from './left-sign-ins.ts';
import { quoted } from './names.ts';
import { actorOf, NotOwnedError } from './owner-decisions.ts';
import type { Registry } from './registry.ts';
import { selectAccounts, toAccounts } from './rows.ts';
import type { RegistryAccount } from './schema.ts';
import { deleteRows, findRow, findRows, hasRow, insertRow, updateRows } from './table-rows.ts';
import type { Tables } from './tables.ts';
import { portfolioPrefix } from './words.ts';

type Db = Transaction<Tables>;

/**
 * Deletes an account or portfolio of an owner. It is gone at the next request; the next run removes
 * its data. Nobody can have its slug again. Throws a NotOwnedError if it isn't theirs, and a
 * CommandError if it can't be deleted yet.
 */
export async function deleteEntry(registry: Registry, owner: string, slug: string): Promise<void> {
  const now = registry.clock();
  await registry.store.write(async (db) => {
    const all = toAccounts(await selectAccounts(db).where('owner', '=', owner).execute());
    const account = all.find((entry) => entry.slug === slug);
    if (account === undefined) throw new NotOwnedError();
    const emptied = all.find(({ members }) => members.length === 1 && members[0] === slug);
    if (emptied !== undefined) {
      throw new CommandError(makeReason('registry_only_member', { name: quoted(emptied.name) }));
    }
    await refuseOperators(db, [account]);
    // First, so that it never gets the number of an entry that goes.
    const to = { type: account.type };
    const deleted = { kind: 'owner', entry: owner, field: 'deleted', from: null, to } as const;
    await recordChange(db, deleted, actorOf(owner), now);
    await remove(db, account, now);
  });
}

/**
 * Deletes an owner with all accounts, portfolios, keys and sessions. Throws a CommandError if the
 * operator loads one of the accounts. `actor` stands in the audit trail.
 */
export async function deleteOwner(
  registry: Registry,
  owner: string,
  actor = 'owner',
): Promise<void> {
  const now = registry.clock();
  await registry.store.write(async (db) => {
    const all = toAccounts(await selectAccounts(db).where('owner', '=', owner).execute());
    await refuseOperators(db, all);
    const deleted = { kind: 'owner', entry: '', field: 'deleted', from: null, to: null } as const;
    await recordChange(db, deleted, actor, now);
    for (const type of ['portfolio', 'account'] as const) {
      for (const account of all) if (account.type === type) await remove(db, account, now);
    }
    for (const connection of await findRows(db, 'broker_connections', { owner })) {
      await deleteRows(db, 'broker_accounts', { connection: connection.id });
      await leaveSignIn(db, connection, now);
    }
    for (const table of tablesOfOwner) await deleteRows(db, table, { owner });
    await db
      .deleteFrom('audit_trail')
      .where((where) =>
        where.or([
          where.and([where('kind', '=', 'owner'), where('entry', '=', owner)]),
          where('actor', '=', actorOf(owner)),
        ]),
      )
      .execute();
    await deleteRows(db, 'owners', { slug: owner });
    await queueDeletion(db, `${ownerPrefix}${owner}`, now);
  });
}

/** Tables whose rows go with their owner. */
const tablesOfOwner = [
  ...(['broker_connections', 'api_keys', 'passwords', 'sessions', 'invites'] as const),
  ...(['owner_pictures', 'alert_messages', 'alert_targets'] as const),
  ...(['passkeys', 'passkey_challenges'] as const),
] as const;

/** Tables whose rows go with their account. */
const tablesOfAccount = [
  ...(['connection_keys', 'terminal_codes', 'shares'] as const),
  ...(['alert_settings', 'alert_causes', 'alert_messages'] as const),
] as const;

/**
 * Has the next run remove the data of an account that is not registered. Returns false if it is
 * registered; then nothing changes.
 */
export const queueIfUnregistered = (registry: Queueing, accountId: string): Promise<boolean> =>
  queueIfMissing(registry, accountId, (db) => hasRow(db, 'accounts', { account_id: accountId }));

/** Has the next run remove what an owner sent in, unless the owner is registered. */
export const queueIfOwnerGone = (registry: Queueing, owner: string): Promise<boolean> =>
  queueIfMissing(registry, `${ownerPrefix}${owner}`, (db) => hasRow(db, 'owners', { slug: owner }));

type Queueing = Pick<Registry, 'store' | 'clock'>;

/** Queues a deletion unless `isThere` says that its row is. Returns true if it was queued. */
async function queueIfMissing(
  { store, clock }: Queueing,
  id: string,
  isThere: (db: Kysely<Tables>) => Promise<boolean>,
): Promise<boolean> {
  // Most are registered, and a write would have every server read the registry anew.
  if (await isThere(store.db)) return false;
  return store.write(async (db) => {
    if (await isThere(db)) return false;
    await queueDeletion(db, id, clock());
    return true;
  });
}

async function refuseOperators(db: Db, accounts: readonly RegistryAccount[]): Promise<void> {
  for (const { account_id, name } of accounts) {
    if (!(await hasRow(db, 'operator_accounts', { account_id: account_id ?? '' }))) continue;
    throw new CommandError(makeReason('registry_loaded_by_operator', { name: quoted(name) }));
  }
}

async function remove(db: Db, { slug, type, account_id }: RegistryAccount, now: Date) {
  await db
    .deleteFrom('portfolio_members')
    .where((where) => where.or([where('portfolio', '=', slug), where('member', '=', slug)]))
    .execute();
  for (const table of tablesOfAccount) await deleteRows(db, table, { account: slug });
  await stopRecording(db, slug, now);
  await deleteRows(db, 'settlements', { entry: slug });
  await deleteRows(db, 'publications', { subject: account_id ?? `${portfolioPrefix}${slug}` });
  await deleteRows(db, 'accounts', { slug });
  if (account_id !== null) {
    await deleteRows(db, 'history_cuts', { account_id });
    await deleteRows(db, 'accounts_with_data', { account_id });
  }
  // Only the hash stays of the slug, which may tell the account's name.
  await deleteRows(db, 'used_slugs', { slug });
  await insertRow(db, 'used_slugs', { slug: deletedSlug(slug), type, account_id: null });
  await db
    .deleteFrom('audit_trail')
    .where('kind', '<>', 'owner')
    .where('entry', '=', slug)
    .execute();
  await forgetMember(db, slug);
  await queueDeletion(db, account_id ?? `${portfolioPrefix}${slug}`, now);
}

/**
 * Stops recording an account. Removes a connection that recorded nothing else and whose service
 * keeps an account for it, which the operator pays for.
 */
async function stopRecording(db: Db, slug: string, now: Date): Promise<void> {
  const recorded = await findRows(db, 'broker_accounts', { account: slug });
  await updateRows(db, 'broker_accounts', { account: slug }, { account: null });
  for (const { connection: id } of recorded) {
    const shown = await findRows(db, 'broker_accounts', { connection: id });
    const connection = await findRow(db, 'broker_connections', { id });
    const isOfUse = shown.some(({ account }) => account !== null);
    if (connection === undefined || isOfUse || !keptByService.includes(connection.kind)) continue;
    await deleteRows(db, 'broker_accounts', { connection: id });
    await deleteRows(db, 'broker_connections', { id });
    await leaveSignIn(db, connection, now);
    const { owner, kind, environment, label } = connection;
    const before = { kind, environment, label };
    await recordOwned(db, owner, `connections.${id}`, before, null, actorOf(owner), now);
  }
}

/** Takes the slug out of what the trail has about the members of portfolios. */
async function forgetMember(db: Db, slug: string): Promise<void> {
  const text = JSON.stringify(slug);
  const entries = await findRows(db, 'audit_trail', { kind: 'portfolio', field: 'members' });
  for (const { number, from, to } of entries) {
    if (!from.includes(text) && !to.includes(text)) continue;
    const without = (list: string) => list.replaceAll(text, '"deleted"');
    await updateRows(
      db,
      'audit_trail',
      { number },
      { from: without(from), to: without(to), shows: null },
    );
  }
}
