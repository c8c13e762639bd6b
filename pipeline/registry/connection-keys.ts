import type { Transaction } from 'kysely';
import { CommandError, UsageError } from '../base/errors.ts';
import { hashKey, newConnectionKey } from '../base/key-format.ts';
import { makeReason } from '../base/reasons/reason.ts';
import { userOfProcess } from './apply.ts';
import { recordChange } from './audit.ts';
import { mustBe } from './faults.ts';
import { unknownKey } from './keys.ts';
import { isName, quoted } from './names.ts';
import { closedToOwner } from './operator-accounts.ts';
import { refuseOverLimit } from './over-limit.ts';
import { NotOwnedError } from './owner-decisions.ts';
import type { Registry } from './registry.ts';
import type { ConnectionKey } from './schema.ts';
import { listed, newSecret, revokeSecret } from './secrets.ts';
import { findRows, insertRow } from './table-rows.ts';
import type { Tables } from './tables.ts';

/** New Connection Key. No later answer has the key itself. */
interface CreatedConnectionKey {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly account: string;
  readonly created_at: string;
}

/** Most active Connection Keys of an account: one for each sender, and some for rotation. */
const maxActive = 10;

interface ConnectionKeyRequest {
  readonly account: string;
  readonly name: string;
  /** Owner that the account must still have. Any owner if unset. */
  readonly owner?: string;
}

/**
 * Creates a key that can send data of one account and read nothing. `actor` is recorded in the
 * audit trail.
 */
export async function createConnectionKey(
  registry: Registry,
  { account, name, owner: expected }: ConnectionKeyRequest,
  actor = userOfProcess(),
): Promise<CreatedConnectionKey> {
  if (!isName(name)) {
    throw new UsageError(mustBe('--name:', name, makeReason('registry_name_rule')));
  }
  const key = newConnectionKey();
  const now = registry.clock();
  const secret = newSecret('conn_', hashKey(key), now);
  const { id, created_at } = secret;
  await registry.store.write(async (db) => {
    const { owner, isClosed } = await accountOf(db, account);
    if (expected !== undefined && expected !== owner) throw new NotOwnedError();
    if (isClosed)
      throw new CommandError(
        makeReason('row_named', { name: `account ${quoted(account)}`, detail: closedToOwner }),
      );
    const active = await findRows(db, 'connection_keys', { account, owner, revoked_at: null });
    if (active.length >= maxActive) {
      throw new CommandError(
        `account ${quoted(account)}: ${active.length} Connection Keys are active, the maximum; revoke one first (keys list --connection --account ${account})`,
      );
    }
    await refuseOverLimit(db, owner, 'connection_keys', now);
    await insertRow(db, 'connection_keys', { ...secret, account, owner, name });
    const change = { kind: 'account', entry: account, field: `connection_keys.${id}` } as const;
    await recordChange(db, { ...change, from: null, to: { name } }, actor, now);
  });
  return { id, key, name, account, created_at };
}

/** Lists the Connection Keys of an account, oldest first, with revoked ones. */
export async function listConnectionKeys(
  registry: Registry,
  account: string,
): Promise<ConnectionKey[]> {
  await accountOf(registry.store.db, account);
  return listed(await findRows(registry.store.db, 'connection_keys', { account }));
}

/** Lists the Connection Keys that an owner made, oldest first, with revoked ones. */
export const connectionKeysOf = async (
  { store }: Registry,
  owner: string,
): Promise<ConnectionKey[]> => listed(await findRows(store.db, 'connection_keys', { owner }));

/** Revokes a Connection Key as `revokeKey` does. */
export async function revokeConnectionKey(
  { store, clock }: Registry,
  id: string,
  actor = userOfProcess(),
): Promise<boolean> {
  const now = clock();
  return store.write(async (db) => {
    const revoked = await revokeSecret(db, 'connection_keys', { id }, now);
    if (revoked === undefined) throw unknownKey(id, 'keys list --connection --account SLUG');
    if (revoked === null) return false;
    const { account, name } = revoked;
    const change = { kind: 'account', entry: account, field: `connection_keys.${id}` } as const;
    await recordChange(db, { ...change, from: { name }, to: null }, actor, now);
    return true;
  });
}

async function accountOf(
  db: Pick<Transaction<Tables>, 'selectFrom'>,
  slug: string,
): Promise<{ owner: string; isClosed: boolean }> {
  const found = await db
    .selectFrom('accounts')
    .leftJoin('operator_accounts', 'operator_accounts.account_id', 'accounts.account_id')
    .select(['owner', 'type', 'owner_data', 'operator_accounts.account_id as loaded'])
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (found === undefined) {
    throw new CommandError(
      `account ${quoted(slug)} is not in the registry; add it with registry apply`,
    );
  }
  if (found.type === 'portfolio') {
    throw new CommandError(`${quoted(slug)} is a portfolio; name one of its accounts`);
  }
  return { owner: found.owner, isClosed: found.loaded !== null && found.owner_data === 0 };
}
