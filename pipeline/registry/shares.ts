import { timingSafeEqual } from 'node:crypto';
import type { Transaction } from 'kysely';
import { CommandError } from '../base/errors.ts';
import { hashKey, isShareToken, newShareToken } from '../base/key-format.ts';
import { makeReason } from '../base/reasons/reason.ts';
import { recordChange } from './audit.ts';
import { toInstant } from './instants.ts';
import { actorOf, NotOwnedError } from './owner-decisions.ts';
import type { Registry } from './registry.ts';
import { newSecret, revokeSecret } from './secrets.ts';
import { deleteRows, findRow, findRows, insertRow } from './table-rows.ts';
import type { Tables } from './tables.ts';
import { maxShares } from './words.ts';

/** Path of share links, followed by the secret. */
export const sharePath = '/share/';

/** Most links of an account that work at the same time. */
export const maxActiveShares = 20;

/** Share link as its owner may see it: never its secret, never a hash. */
export interface Share {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly hasPassword: boolean;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
  /** Requests with it so far; a use is counted within a minute. */
  readonly requests: number;
}

/** Share link that was found by its secret. `password` is the hash of its password, or null. */
export interface FoundShare {
  readonly id: string;
  readonly account: string;
  readonly password: string | null;
  readonly expires_at: string | null;
}

/** Owner's choice for a new link. `passwordHash` was hashed by `hashPassword`. */
interface NewShare {
  readonly account: string;
  readonly name: string;
  readonly passwordHash: string | null;
  readonly expires_at: Date | null;
}

type Row = Tables['shares'];

/** Returns true if a link works at an instant, as far as its row can tell. */
export const isOpen = (
  { expires_at, revoked_at }: Pick<Row, 'expires_at' | 'revoked_at'>,
  now: Date,
): boolean => revoked_at === null && !hasExpired(expires_at, now);

/** Returns true from the end date of a link on. */
export const hasExpired = (expires_at: string | null, now: Date): boolean =>
  expires_at !== null && now.getTime() >= Date.parse(expires_at);

/**
 * Makes a share link and returns its secret, which is stored nowhere. Throws a NotOwnedError if the
 * account isn't the owner's, and a CommandError at the most there may be.
 */
export async function createShare(
  registry: Registry,
  owner: string,
  { account, name, passwordHash, expires_at }: NewShare,
): Promise<string> {
  const secret = newShareToken();
  const now = registry.clock();
  const row = {
    ...newSecret('shr_', hashKey(secret), now),
    account,
    owner,
    name,
    password: passwordHash,
    expires_at: expires_at === null ? null : toInstant(expires_at),
  };
  await registry.store.write(async (db) => {
    const kind = await kindOf(db, owner, account);
    const stored = await findRows(db, 'shares', { account }, ['created_at']);
    const active = stored.filter((share) => share.owner === owner && isOpen(share, now));
    if (active.length >= maxActiveShares) {
      throw new CommandError(makeReason('registry_many_shares', { count: active.length }));
    }
    // Links that no longer work make room, the oldest first.
    const ended = stored.filter((share) => !active.includes(share));
    for (const { id } of ended.slice(0, Math.max(0, stored.length + 1 - maxShares))) {
      await deleteRows(db, 'shares', { id });
    }
    await insertRow(db, 'shares', row);
    const to = { name, password: passwordHash !== null, expires_at: row.expires_at };
    const shows = `is shown to anyone who has the share link ${JSON.stringify(name)}`;
    const change = { kind, entry: account, field: `shares.${row.id}`, from: null, to, shows };
    await recordChange(db, change, actorOf(owner), now);
  });
  return secret;
}

/** Lists the links of an account that its present owner made, newest first. */
export async function sharesOf(
  { store }: Pick<Registry, 'store'>,
  owner: string,
  account: string,
): Promise<Share[]> {
  const rows = await store.db
    .selectFrom('shares')
    .selectAll()
    .where('account', '=', account)
    .where('owner', '=', owner)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ sha256: _, owner: __, password, ...share }) => ({
    ...share,
    hasPassword: password !== null,
  }));
}

/** Revokes a link. It stops at the next request. Throws a NotOwnedError for any other id. */
export async function revokeShare(
  registry: Registry,
  owner: string,
  account: string,
  id: string,
): Promise<void> {
  const now = registry.clock();
  await registry.store.write(async (db) => {
    const kind = await kindOf(db, owner, account);
    const revoked = await revokeSecret(db, 'shares', { id, account, owner }, now);
    if (revoked === undefined) throw new NotOwnedError();
    if (revoked === null) return;
    const from = { name: revoked.name };
    const change = { kind, entry: account, field: `shares.${id}`, from, to: null };
    await recordChange(db, change, actorOf(owner), now);
  });
}

async function kindOf(db: Transaction<Tables>, owner: string, slug: string) {
  const account = await findRow(db, 'accounts', { slug, owner });
  if (account === undefined) throw new NotOwnedError();
  return account.type;
}

/**
 * Returns the link of a secret. Null for an unknown or revoked one, and after the account got
 * another owner. It may be past its end: `hasExpired` tells.
 */
export async function findShare(
  { store }: Pick<Registry, 'store'>,
  secret: string,
): Promise<FoundShare | null> {
  if (!isShareToken(secret)) return null;
  const sha256 = hashKey(secret);
  const found = await store.db
    .selectFrom('shares')
    .innerJoin('accounts', 'accounts.slug', 'shares.account')
    .select(['shares.id', 'shares.account', 'shares.password', 'shares.expires_at'])
    .select('shares.sha256')
    .whereRef('accounts.owner', '=', 'shares.owner')
    .where('shares.sha256', '=', sha256)
    .where('shares.revoked_at', 'is', null)
    .executeTakeFirst();
  if (found === undefined) return null;
  const { sha256: stored, ...share } = found;
  return timingSafeEqual(Buffer.from(stored), Buffer.from(sha256)) ? share : null;
}

/** Lists the links of some owners that work at this moment, by the slugs of owner and account. */
export async function openShares(
  { store, clock }: Pick<Registry, 'store' | 'clock'>,
  owners: readonly string[],
): Promise<Pick<Row, 'owner' | 'account'>[]> {
  if (owners.length === 0) return [];
  const now = clock();
  const rows = await store.db
    .selectFrom('shares')
    .innerJoin('accounts', 'accounts.slug', 'shares.account')
    .select(['shares.owner', 'shares.account', 'expires_at', 'revoked_at'])
    .whereRef('accounts.owner', '=', 'shares.owner')
    .where('shares.owner', 'in', owners.slice())
    .where('revoked_at', 'is', null)
    .execute();
  return rows.filter((share) => isOpen(share, now));
}
