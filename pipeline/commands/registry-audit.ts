import { exitCodes } from '../base/errors.ts';
import type { Config } from '../config/config.ts';
import { readAudit } from '../registry/audit.ts';
import type { CommandIo } from './io.ts';
import { changeLine } from './registry-apply.ts';
import { withRegistry } from './with-registry.ts';

export interface RegistryAuditOptions {
  readonly slug?: string;
  readonly json?: boolean;
}

/** Tells who changed what in the registry and when, oldest first; of one slug alone where it is named. */
export async function registryAuditCommand(
  config: Config,
  { slug, json }: RegistryAuditOptions,
  io: CommandIo,
): Promise<number> {
  const entries = await withRegistry(config, io, (registry) => readAudit(registry, slug));
  if (json) io.stdout(JSON.stringify(entries));
  else {
    for (const { at, actor, shows, ...change } of entries) {
      const more = shows === null ? '' : ` (shows more: ${shows})`;
      io.stdout(`${at}  ${actor}  ${changeLine(change)}${more}`);
    }
  }
  return exitCodes.done;
}
