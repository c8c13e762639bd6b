import type { Transaction } from 'kysely';
import { withNoun } from '../base/counted.ts';
import { CommandError, exitCodes } from '../base/errors.ts';
import { hashKey, newKey, randomDigits } from '../base/key-format.ts';
import { userOfProcess } from './apply.ts';
import { recordChanges } from './audit.ts';
import { isConnectionId } from './connection-keys.ts';
import { toStamp } from './instants.ts';
import { isName, nameRule, shown } from './names.ts';
import { planAt, planLimits } from './plans.ts';
import type { Registry } from './registry.ts';
import { revokeIn } from './revoking.ts';
import { toApiKey } from './rows.ts';
import type { ApiKey, Tables } from './schema.ts';
import { type Scope, scopes } from './words.ts';

interface KeyRequest {
  readonly owner: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
}

/** The one answer that holds the key itself. */
export interface CreatedKey extends KeyRequest {
  readonly id: string;
  readonly key: string;
  readonly created_at: string;
}

/** Makes a key, unless the owner's plan has as many active ones as it allows; `actor` is who does. */
export async function createKey(
  registry: Registry,
  request: KeyRequest,
  actor = userOfProcess(),
): Promise<CreatedKey> {
  const { owner, name } = request;
  if (!isName(name)) {
    throw new CommandError(`--name: ${shown(name)} must be ${nameRule}`, exitCodes.usage);
  }
  const granted = scopes.filter((scope) => request.scopes.includes(scope));
  const key = newKey();
  const id = `key_${randomDigits(16)}`;
  const now = registry.clock();
  const created_at = toStamp(now);

  await registry.store.write(async (db) => {
    const holder = await db
      .selectFrom('owners')
      .selectAll()
      .where('slug', '=', owner)
      .executeTakeFirst();
    if (holder === undefined) throw unknownOwner(owner);
    const active = await db
      .selectFrom('api_keys')
      .select('id')
      .where('owner', '=', owner)
      .where('revoked_at', 'is', null)
      .execute();
    const plan = planAt(holder, now);
    const { keys: max } = planLimits[plan];
    if (active.length >= max) {
      throw new CommandError(
        `owner ${shown(owner)}: the ${plan} plan allows ${withNoun(max, 'active key')} and ${active.length} exist; revoke one first (keys list --owner ${owner})`,
      );
    }
    await db
      .insertInto('api_keys')
      .values({
        id,
        owner,
        name,
        sha256: hashKey(key),
        scopes: granted.join(' '),
        created_at,
        revoked_at: null,
        last_used_at: null,
      })
      .execute();
    await recordKey(db, { id, owner }, null, { name, scopes: granted }, actor, now);
  });
  return { id, key, name, owner, scopes: granted, created_at };
}

/**
 * Every key of an owner, oldest first, the revoked ones too; a CommandError where there is no such
 * owner.
 */
export async function listKeys(registry: Registry, owner: string): Promise<ApiKey[]> {
  if ((await registry.findOwner(owner)) === null) throw unknownOwner(owner);
  const rows = await registry.store.db
    .selectFrom('api_keys')
    .selectAll()
    .where('owner', '=', owner)
    .execute();
  const orderOf = ({ created_at, id }: ApiKey) => `${created_at} ${id}`;
  return rows.map(toApiKey).sort((first, second) => (orderOf(first) < orderOf(second) ? -1 : 1));
}

/** Ends a Developer API Key, as `revokeIn` says. */
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
      return recordKey(db, { id, owner }, { name, scopes: granted }, null, actor, now);
    },
  });

type KeyTerms = Pick<KeyRequest, 'name' | 'scopes'> | null;

// Records the purpose of a key, never the key: people who may not use it can read the trail.
async function recordKey(
  db: Transaction<Tables>,
  { id, owner }: Pick<ApiKey, 'id' | 'owner'>,
  from: KeyTerms,
  to: KeyTerms,
  actor: string,
  now: Date,
): Promise<void> {
  const change = {
    kind: 'owner',
    entry: owner,
    field: `keys.${id}`,
    from,
    to,
    shows: null,
  } as const;
  await recordChanges(db, [change], actor, now);
}

const maxIdsPerStatement = 10_000;

/** Notes that these keys were used now, in one write that moves no revision. */
export async function noteKeyUses(registry: Registry, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const last_used_at = toStamp(registry.clock());
  await registry.store.annotate(async (db) => {
    for (let at = 0; at < ids.length; at += maxIdsPerStatement) {
      const some = ids.slice(at, at + maxIdsPerStatement);
      for (const table of ['api_keys', 'connection_keys'] as const) {
        const used = some.filter((id) => isConnectionId(id) === (table === 'connection_keys'));
        if (used.length === 0) continue;
        await db.updateTable(table).set({ last_used_at }).where('id', 'in', used).execute();
      }
    }
  });
}

function unknownOwner(owner: string): CommandError {
  return new CommandError(
    `owner ${shown(owner)} is not in the registry; registry apply adds owners`,
  );
}
