import { CommandError, exitCodes } from '../base/errors.ts';
import { withNoun } from '../base/with-noun.ts';
import type { Config } from '../config/config.ts';
import {
  isSealedWithOld,
  requireSecretKeys,
  SealedError,
  seal,
  unseal,
} from '../connectors/seal.ts';
import { resealSecrets, type SealedRow } from '../registry/left-sign-ins.ts';
import type { CommandIo } from './io.ts';
import { withRegistry } from './with-registry.ts';

/** Encrypts every stored sign-in with the current key, all of them or none. */
export async function secretsRotateCommand(
  config: Config,
  _options: object,
  io: CommandIo,
): Promise<number> {
  const keys = requireSecretKeys(config);
  const reseal = (row: SealedRow): string | null => {
    if (!isSealedWithOld(keys, row.secret)) return null;
    try {
      return seal(keys, row, unseal(keys, row, row.secret));
    } catch (error) {
      if (!(error instanceof SealedError)) throw error;
      throw new CommandError(
        `secrets rotate: connection ${row.id}: ${error.message}; set TRACKRECORD_SECRET_KEY_OLD to the key that it was stored with, or remove the connection`,
      );
    }
  };
  const count = await withRegistry(config, io, (registry) => resealSecrets(registry, reseal));
  io.stdout(`${withNoun(count, 'sign-in')} encrypted with the current key`);
  if (config.secretKeyOld !== null) io.stderr('you can unset TRACKRECORD_SECRET_KEY_OLD now');
  return exitCodes.done;
}
