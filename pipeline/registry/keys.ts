import { CommandError, exitCodes } from '../base/errors.ts';
import { hashKey, newKey, randomDigits } from '../base/key-format.ts';
import { makeReason } from '../base/reasons/reason.ts';
import { withNoun } from '../base/with-noun.ts';
import { userOfProcess } from './apply.ts';
import { recordOwned } from './audit.ts';
import { isConnectionId } from './connection-keys.ts';
import { mustBe } from './faults.ts';
import { toStamp } from './instants.ts';
import { isName, quoted } from './names.ts';
import { planAt, planLimits } from './plans.ts';
import type { Registry } from './registry.ts';
import { revokeIn } from './revoke.ts';
import { toApiKey } from './rows.ts';
import type { ApiKey } from './schema.ts';
import { findRow, findRows, insertRow } from './table-rows.ts';
import { type Scope, scopes, shareIdPrefix } from './words.ts';

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
    throw new CommandError(mustBe('--name:', name, makeReason('name_rule')), exitCodes.usage);
  }
  const granted = scopes.filter((scope) => request.scopes.includes(scope));
  const key = newKey();
  const id = `key_${randomDigits(16)}`;
  const now = registry.clock();
  const created_at = toStamp(now);

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
    await insertRow(db, 'api_keys', {
      id,
      owner,
      name,
      sha256: hashKey(key),
      scopes: granted.join(' '),
      created_at,
      revoked_at: null,
      last_used_at: null,
      requests: 0,
    });
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
  const rows = await findRows(registry.store.db, 'api_keys', { owner });
  const orderOf = ({ created_at, id }: ApiKey) => `${created_at} ${id}`;
  return rows.map(toApiKey).sort((first, second) => (orderOf(first) < orderOf(second) ? -1 : 1));
}

/** Revokes a Developer API Key. Results and errors are those of `revokeIn`. */
export const revokeKey = (
  registry: Registry,
  id: string,
  actor = userOfProcess(),
): Promise<boolean> =>
  revokeIn(registry, id, {
    table: 'api_keys',
    listing: 'keys list --owner SLUG',
    record(db, revoked, now) {
      const { owner, name, scopes: granted } = toApiKey(revoked);
      return recordOwned(db, owner, `keys.${id}`, { name, scopes: granted }, null, actor, now);
    },
  });

const maxIdsPerStatement = 10_000;

/** Table that has keys or share links with such an id. */
const tableOf = (id: string): 'api_keys' | 'connection_keys' | 'shares' => {
  if (id.startsWith(shareIdPrefix)) return 'shares';
  return isConnectionId(id) ? 'connection_keys' : 'api_keys';
};

/**
 * Records the uses of keys and share links, the number of requests by id, in one write that leaves
 * the revision as it is.
 */
export async function noteUses(
  registry: Registry,
  uses: ReadonlyMap<string, number>,
): Promise<void> {
  if (uses.size === 0) return;
  const last_used_at = toStamp(registry.clock());
  // Most keys have one of few counts, so that few statements write them all.
  const lots = new Map<
    string,
    { table: ReturnType<typeof tableOf>; count: number; ids: string[] }
  >();
  for (const [id, count] of uses) {
    const table = tableOf(id);
    const lot = lots.get(`${table} ${count}`) ?? { table, count, ids: [] };
    lot.ids.push(id);
    lots.set(`${table} ${count}`, lot);
  }
  await registry.store.annotate(async (db) => {
    for (const { table, count, ids } of lots.values()) {
      for (let at = 0; at < ids.length; at += maxIdsPerStatement) {
        await db
          .updateTable(table)
          .set((eb) => ({ last_used_at, requests: eb('requests', '+', count) }))
          .where('id', 'in', ids.slice(at, at + maxIdsPerStatement))
          .execute();
      }
    }
  });
}

function unknownOwner(owner: string): CommandError {
  return new CommandError(
    `owner ${quoted(owner)} is not in the registry; add it with owners add or registry apply`,
  );
}
