import { exitCodes } from '../base/errors.ts';
import type { Config } from '../config/config.ts';
import { listKeys } from '../registry/keys.ts';
import type { ApiKey } from '../registry/schema.ts';
import type { CommandIo } from './io.ts';
import { withRegistry } from './with-registry.ts';

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
