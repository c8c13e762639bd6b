import { sql, type Transaction } from 'kysely';
import { CommandError } from '../base/errors.ts';
import { hashKey, newInviteToken } from '../base/key-format.ts';
import { makeReason } from '../base/reasons/reason.ts';
import { applyWithin, userOfProcess } from './apply.ts';
import { recordOwned } from './audit.ts';
import { stampAfter, toStamp } from './instants.ts';
import { unknownOwner } from './keys.ts';
import { quoted } from './names.ts';
import type { Registry } from './registry.ts';
import { beginSession } from './sessions.ts';
import { deleteRows, findRow, hasRow, insertRow, replaceRows, updateRows } from './table-rows.ts';
import type { Tables } from './tables.ts';
import type { Role } from './words.ts';

const inviteMilliseconds = 24 * 3_600_000;

/** Path of invitation links, followed by the token. */
export const invitePath = '/me/invite/';

/** Invitation link for an owner. Its token is stored nowhere. */
export interface Invite {
  readonly owner: string;
  readonly token: string;
  readonly expires_at: string;
}

/**
 * Makes an invitation that works once, within a day. It also serves an owner who forgot the
 * password. Throws a CommandError if the owner does not exist.
 */
export async function inviteOwner(
  registry: Registry,
  owner: string,
  actor = userOfProcess(),
): Promise<Invite> {
  const now = registry.clock();
  return registry.store.write(async (db) => {
    if (!(await hasRow(db, 'owners', { slug: owner }))) throw unknownOwner(owner);
    return writeInvite(db, owner, actor, now);
  });
}

/** Decisions about a new owner. The schema of the registry file checks them. */
interface NewOwner {
  readonly slug: string;
  readonly name?: string;
  readonly plan?: string;
  readonly role?: Role;
}

/**
 * Adds an owner and makes their first invitation, both or neither. Throws a CommandError if the
 * owner exists, and RefusedEntries if a value is not allowed.
 */
export async function addOwner(
  registry: Registry,
  owner: NewOwner,
  actor = userOfProcess(),
): Promise<Invite> {
  const now = registry.clock();
  return registry.store.write(async (db) => {
    if (await hasRow(db, 'owners', { slug: owner.slug })) {
      throw new CommandError(makeReason('registry_owner_exists', { owner: quoted(owner.slug) }));
    }
    await applyWithin(db, { owners: [owner] }, actor, now);
    return writeInvite(db, owner.slug, actor, now);
  });
}

async function writeInvite(
  db: Transaction<Tables>,
  owner: string,
  actor: string,
  now: Date,
): Promise<Invite> {
  const token = newInviteToken();
  const expires_at = stampAfter(now, inviteMilliseconds);
  await db.deleteFrom('invites').where('expires_at', '<=', toStamp(now)).execute();
  await insertRow(db, 'invites', { token_hash: hashKey(token), owner, expires_at });
  await recordOwned(db, owner, 'invite', null, { expires_at }, actor, now);
  return { owner, token, expires_at };
}

const isUnused = (now: Date) => sql<boolean>`used_at is null and expires_at > ${toStamp(now)}`;

/** Returns the owner of an unused link, or null. Looking does not use it up. */
export async function ownerInvitedBy(registry: Registry, token: string): Promise<string | null> {
  const invite = await registry.store.db
    .selectFrom('invites')
    .select('owner')
    .where('token_hash', '=', hashKey(token))
    .where(isUnused(registry.clock()))
    .executeTakeFirst();
  return invite?.owner ?? null;
}

/**
 * Uses up a link and sets a password that is hashed already. Ends all sessions, passkeys and other
 * links of the owner, then opens a session. Returns null if the link is not valid any more.
 */
export async function acceptInvite(
  registry: Registry,
  token: string,
  passwordHash: string,
  agent: string,
): Promise<string | null> {
  const now = registry.clock();
  return registry.store.write(async (db) => {
    const used = await db
      .updateTable('invites')
      .set({ used_at: toStamp(now) })
      .where('token_hash', '=', hashKey(token))
      .where(isUnused(now))
      .returning('owner')
      .executeTakeFirst();
    if (used === undefined) return null;
    await deleteRows(db, 'passkeys', { owner: used.owner });
    await storePassword(db, used.owner, passwordHash, now);
    return beginSession(db, used.owner, agent, now);
  });
}

/** Stores the hash of a new password, ends all sessions of the owner and opens a new one. */
export async function changePassword(
  registry: Registry,
  owner: string,
  passwordHash: string,
  agent: string,
): Promise<string> {
  const now = registry.clock();
  return registry.store.write(async (db) => {
    await storePassword(db, owner, passwordHash, now);
    return beginSession(db, owner, agent, now);
  });
}

/** Returns the stored hash of an owner's password. Undefined without an owner or a password. */
export async function passwordOf({ store }: Registry, owner: string): Promise<string | undefined> {
  const found = await findRow(store.db, 'passwords', { owner });
  return found?.hash;
}

async function storePassword(
  db: Transaction<Tables>,
  owner: string,
  hash: string,
  now: Date,
): Promise<void> {
  const changed_at = toStamp(now);
  await replaceRows(db, 'passwords', 'owner', [{ owner, hash, changed_at }]);
  await deleteRows(db, 'sessions', { owner });
  await updateRows(db, 'invites', { owner, used_at: null }, { used_at: changed_at });
  await recordOwned(db, owner, 'password', null, { changed_at }, `owner:${owner}`, now);
}
