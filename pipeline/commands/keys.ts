import { CommandError, exitCodes } from '../base/errors.ts';
import type { Config } from '../config/config.ts';
import { userOfProcess } from '../registry/apply.ts';
import { createKey, listKeys, revokeKey } from '../registry/keys.ts';
import type { ApiKey } from '../registry/schema.ts';
import { type Scope, scopes } from '../registry/words.ts';
import type { CommandIo } from './io.ts';
import { withRegistry } from './with-registry.ts';

export interface KeysCreateOptions {
  readonly owner: string;
  readonly name: string;
  readonly scope?: readonly string[];
  readonly json?: boolean;
}

/** Makes a key and prints it, for the only time. */
export async function keysCreateCommand(
  config: Config,
  { owner, name, scope, json }: KeysCreateOptions,
  io: CommandIo,
): Promise<number> {
  const request = { owner, name, scopes: scope?.map(toScope) ?? scopes };
  const created = await withRegistry(config, io, (registry) =>
    createKey(registry, request, `keys create (${userOfProcess()})`),
  );
  if (json) {
    io.stdout(JSON.stringify(created));
  } else {
    io.stdout(created.key);
    io.stderr(
      `${created.id} of ${owner} (${created.scopes.join(', ')}): the key above is shown once, store it now`,
    );
  }
  return exitCodes.done;
}

function toScope(text: string): Scope {
  const scope = scopes.find((word) => word === text);
  if (scope !== undefined) return scope;
  throw new CommandError(
    `--scope: ${JSON.stringify(text)} is not one of ${scopes.join(', ')}`,
    exitCodes.usage,
  );
}

export interface KeysListOptions {
  readonly owner: string;
  readonly json?: boolean;
}

/** Prints an owner's keys: what they are called and may do, never what they are. */
export async function keysListCommand(
  config: Config,
  { owner, json }: KeysListOptions,
  io: CommandIo,
): Promise<number> {
  const keys = await withRegistry(config, io, (registry) => listKeys(registry, owner));
  if (json) io.stdout(JSON.stringify(keys));
  else for (const key of keys) io.stdout(lineOf(key));
  return exitCodes.done;
}

function lineOf({ id, name, scopes, created_at, revoked_at, last_used_at }: ApiKey): string {
  const state = revoked_at === null ? 'active' : `revoked ${revoked_at}`;
  const used = last_used_at === null ? 'never used' : `used ${last_used_at}`;
  return [id, name, scopes.join(','), `created ${created_at}`, used, state].join('\t');
}

export interface KeysRevokeOptions {
  readonly id: string;
}

/** Ends a key at once; ending it again changes nothing. */
export async function keysRevokeCommand(
  config: Config,
  { id }: KeysRevokeOptions,
  io: CommandIo,
): Promise<number> {
  const isNew = await withRegistry(config, io, (registry) =>
    revokeKey(registry, id, `keys revoke (${userOfProcess()})`),
  );
  io.stdout(isNew ? `revoked ${id}` : `${id} was revoked before`);
  return exitCodes.done;
}
