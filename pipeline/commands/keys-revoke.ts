import { exitCodes } from '../base/errors.ts';
import type { Config } from '../config/config.ts';
import { userOfProcess } from '../registry/apply.ts';
import { revokeKey } from '../registry/keys.ts';
import type { CommandIo } from './io.ts';
import { withRegistry } from './with-registry.ts';

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
