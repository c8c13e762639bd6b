import { readFile } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { applyRegistry } from '../registry/apply.ts';
import type { CommandIo } from './io.ts';
import { withRegistry } from './with-registry.ts';

export interface RegistryApplyOptions {
  readonly file: string;
}

/** Puts the owners' decisions of a JSON file in force, all or none. */
export async function registryApplyCommand(
  config: Config,
  { file }: RegistryApplyOptions,
  io: CommandIo,
): Promise<number> {
  const json = parse(await read(file), file);
  const applied = await withRegistry(config, io, (registry) => applyRegistry(registry, json));
  for (const warning of applied.warnings) io.stderr(`warning: ${warning}`);
  io.stdout(`applied ${applied.owners} owners and ${applied.accounts} accounts from ${file}`);
  return exitCodes.done;
}

async function read(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`cannot read ${file}: ${reason}`, exitCodes.usage, { cause: error });
  }
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${file} is not JSON: ${reason}; nothing applied`, exitCodes.failed, {
      cause: error,
    });
  }
}
