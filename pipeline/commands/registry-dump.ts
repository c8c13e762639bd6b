import { exitCodes } from '../base/errors.ts';
import type { Config } from '../config/config.ts';
import { dumpRegistry } from '../registry/apply.ts';
import type { CommandIo } from './io.ts';
import { withRegistry } from './with-registry.ts';

/** Prints the registry as JSON that `registry apply` takes; keys are no part of it. */
export async function registryDumpCommand(
  config: Config,
  _options: object,
  io: CommandIo,
): Promise<number> {
  io.stdout(JSON.stringify(await withRegistry(config, io, dumpRegistry), null, 2));
  return exitCodes.done;
}
