import { CommandError, UsageError } from '../base/errors.ts';
import { hashKey, newKey } from '../base/key-format.ts';
import { makeReason } from '../base/reasons/reason.ts';
import { withNoun } from '../base/with-noun.ts';
import { userOfProcess } from './apply.ts';
import { recordOwned } from './audit.ts';
import { mustBe } from './faults.ts';
import { isName, quoted } from './names.ts';
import { planAt, planLimits } from './plans.ts';
import type { Registry } from './registry.ts';
import type { ApiKey } from './schema.ts';
import { listed, newSecret, revokeSecret } from './secrets.ts';
import { findRow, findRows, insertRow } from './table-rows.ts';
import { type Scope, scopes, wordsIn } from './words.ts';

interface KeyRequest {
  readonly owner: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
}

/** New Developer API Key. No later answer has the key itself. */
export interface CreatedKey extends KeyRequest {
  readonly id: string;
  readonly key: string;
  readonly created_at: string;
}

/**
 * Creates a key. Throws a CommandError if the owner's plan allows no more active keys. `actor` is
 * recorded in the audit trail.
 */
export async function createKey(
  registry: Registry,
  request: KeyRequest,
  actor = userOfProcess(),
): Promise<CreatedKey> {
  const { owner, name } = request;
  if (!isName(name)) {
    throw new UsageError(mustBe('--name:', name, makeReason('registry_name_rule')));
  }
  const granted = scopes.filter((scope) => request.scopes.includes(scope));
  const key = newKey();
  const now = registry.clock();
  const secret = newSecret('key_', hashKey(key), now);
  const { id, created_at } = secret;

  await registry.store.write(async (db) => {
    const holder = await findRow(db, 'owners', { slug: owner });
    if (holder === undefined) throw unknownOwner(owner);
    const active = await findRows(db, 'api_keys', { owner, revoked_at: null });
    const plan = planAt(holder, now);
    const { keys: max } = planLimits[plan];
    if (active.length >= max) {
      throw new CommandError(
        `owner ${quoted(owner)}: the ${plan} plan allows ${withNoun(max, 'active key')} and ${active.length} exist; revoke one first (keys list --owner ${owner})`,
      );
    }
    await insertRow(db, 'api_keys', { ...secret, owner, name, scopes: granted.join(' ') });
    await recordOwned(db, owner, `keys.${id}`, null, { name, scopes: granted }, actor, now);
  });
  return { id, key, name, owner, scopes: granted, created_at };
}

/**
 * Lists the keys of an owner, oldest first, with revoked ones. Throws a CommandError if the owner
 * does not exist.
 */
export async function listKeys(registry: Registry, owner: string): Promise<ApiKey[]> {
  if ((await registry.findOwner(owner)) === null) throw unknownOwner(owner);
  return listed(await findRows(registry.store.db, 'api_keys', { owner })).map(withScopes);
}

/**
 * Revokes a Developer API Key for every process, from its next request on. Returns false if it was
 * revoked before. Throws a CommandError if no key has that id.
 */
export async function revokeKey(
  { store, clock }: Registry,
  id: string,
  actor = userOfProcess(),
): Promise<boolean> {
  const now = clock();
  return store.write(async (db) => {
    const revoked = await revokeSecret(db, 'api_keys', { id }, now);
    if (revoked === undefined) throw unknownKey(id, 'keys list --owner SLUG');
    if (revoked === null) return false;
    const { owner, name, scopes: granted } = withScopes(revoked);
    await recordOwned(db, owner, `keys.${id}`, { name, scopes: granted }, null, actor, now);
    return true;
  });
}

/** Error for an id that no key has. `listing` is the command that shows the ids. */
export const unknownKey = (id: string, listing: string): CommandError =>
  new CommandError(`key ${quoted(id)} does not exist; ${listing} shows the ids`);

const withScopes = <Row extends { readonly scopes: string }>(row: Row) => ({
  ...row,
  scopes: wordsIn(scopes, row.scopes),
});

/** Returns the error about an owner that the registry does not have. */
export function unknownOwner(owner: string): CommandError {
  return new CommandError(
    `owner ${quoted(owner)} is not in the registry; add it with owners add or registry apply`,
  );
}
