import { exitCodes, UsageError } from '../base/errors.ts';
import { withNoun } from '../base/with-noun.ts';
import type { Config } from '../config/config.ts';
import { userOfProcess } from '../registry/apply.ts';
import {
  createConnectionKey,
  listConnectionKeys,
  revokeConnectionKey,
} from '../registry/connection-keys.ts';
import { createKey, listKeys, revokeKey } from '../registry/keys.ts';
import type { ApiKey, ConnectionKey } from '../registry/schema.ts';
import { isConnectionId } from '../registry/secrets.ts';
import { type Scope, scopes } from '../registry/words.ts';
import type { CommandIo } from './io.ts';
import { withRegistry } from './with-registry.ts';

/** Owner whose API keys are meant, or account whose Connection Keys are meant. */
interface Whose {
  readonly owner?: string;
  readonly connection?: boolean;
  readonly account?: string;
}

interface KeysCreateOptions extends Whose {
  readonly name: string;
  readonly scope?: readonly string[];
  readonly json?: boolean;
}

/** Makes a key and prints it, for the only time. */
export async function keysCreateCommand(
  config: Config,
  { name, scope, json, ...whose }: KeysCreateOptions,
  io: CommandIo,
): Promise<number> {
  const actor = `keys create (${userOfProcess()})`;
  const { owner, account } = holderOf(whose);
  if (account !== undefined && scope !== undefined) {
    throw misused('--scope is only for Developer API Keys; leave it out');
  }
  const scopesNamed = scope?.map(toScope) ?? scopes;
  const { of, lets, created } = await withRegistry(config, io, async (registry) => {
    if (account !== undefined) {
      const created = await createConnectionKey(registry, { account, name }, actor);
      return { of: account, lets: 'sends data in', created };
    }
    const created = await createKey(registry, { owner, name, scopes: scopesNamed }, actor);
    return { of: owner, lets: created.scopes.join(', '), created };
  });
  if (json) {
    io.stdout(JSON.stringify(created));
  } else {
    io.stdout(created.key);
    io.stderr(`${created.id} of ${of} (${lets}): the key above is shown once, store it now`);
  }
  return exitCodes.done;
}

const misused = (line: string) => new UsageError(line);

function holderOf({
  owner,
  connection = false,
  account,
}: Whose): { owner: string; account?: undefined } | { owner?: undefined; account: string } {
  if (connection && account !== undefined && owner === undefined) return { account };
  if (!connection && owner !== undefined && account === undefined) return { owner };
  throw misused(
    connection
      ? '--connection: a Connection Key belongs to one account; give --account SLUG instead of --owner'
      : 'give --owner SLUG, or --connection --account SLUG for Connection Keys',
  );
}

function toScope(text: string): Scope {
  const scope = scopes.find((word) => word === text);
  if (scope !== undefined) return scope;
  throw new UsageError(`--scope: ${JSON.stringify(text)} is not one of ${scopes.join(', ')}`);
}

interface KeysListOptions extends Whose {
  readonly json?: boolean;
}

/** Prints an owner's keys: what they are called and may do, never what they are. */
export async function keysListCommand(
  config: Config,
  { json, ...whose }: KeysListOptions,
  io: CommandIo,
): Promise<number> {
  const { owner, account } = holderOf(whose);
  const keys = await withRegistry<readonly (ApiKey | ConnectionKey)[]>(config, io, (registry) =>
    account === undefined ? listKeys(registry, owner) : listConnectionKeys(registry, account),
  );
  if (json) io.stdout(JSON.stringify(keys));
  else for (const key of keys) io.stdout(lineOf(key));
  return exitCodes.done;
}

function lineOf(key: ApiKey | ConnectionKey): string {
  const { id, name, created_at, revoked_at, last_used_at, requests } = key;
  const lets = 'scopes' in key ? key.scopes.join(',') : 'connection';
  const state = revoked_at === null ? 'active' : `revoked ${revoked_at}`;
  const used =
    last_used_at === null ? 'never used' : `used ${last_used_at}, ${withNoun(requests, 'request')}`;
  return [id, name, lets, `created ${created_at}`, used, state].join('\t');
}

interface KeysRevokeOptions {
  readonly id: string;
}

/** Ends a key at once; ending it again changes nothing. */
export async function keysRevokeCommand(
  config: Config,
  { id }: KeysRevokeOptions,
  io: CommandIo,
): Promise<number> {
  const isNew = await withRegistry(config, io, (registry) =>
    (isConnectionId(id) ? revokeConnectionKey : revokeKey)(
      registry,
      id,
      `keys revoke (${userOfProcess()})`,
    ),
  );
  io.stdout(isNew ? `revoked ${id}` : `${id} was revoked before`);
  return exitCodes.done;
}
