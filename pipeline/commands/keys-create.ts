import { CommandError, exitCodes } from '../base/errors.ts';
import type { Config } from '../config/config.ts';
import { userOfProcess } from '../registry/apply.ts';
import { createKey } from '../registry/keys.ts';
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
