import { readFile } from 'node:fs/promises';
import { CommandError, exitCodes, readFault } from '../base/errors.ts';
import { inEnglish } from '../base/reasons/reason.ts';
import { withNoun } from '../base/with-noun.ts';
import type { Config } from '../config/config.ts';
import { jsonFault } from '../read/json-values.ts';
import { applyRegistry, checkRegistry, dumpRegistry, userOfProcess } from '../registry/apply.ts';
import { readAudit } from '../registry/audit.ts';
import { type Change, shownLine } from '../registry/changes.ts';
import { moveRegistry } from '../registry/move.ts';
import type { CommandIo } from './io.ts';
import { withRegistry } from './with-registry.ts';

interface RegistryApplyOptions {
  readonly file: string;
  readonly check?: boolean;
}

/**
 * Applies the owners' decisions of a JSON file, all or none, and prints what they newly show. A
 * check only prints that.
 */
export async function registryApplyCommand(
  config: Config,
  { file, check }: RegistryApplyOptions,
  io: CommandIo,
): Promise<number> {
  const json = parse(await read(file), file);
  const { owners, accounts, changes, warnings } = await withRegistry(config, io, (registry) =>
    check
      ? checkRegistry(registry, json)
      : applyRegistry(registry, json, { actor: `registry apply (${userOfProcess()})` }),
  );
  const showing = changes.filter(({ shows }) => shows !== null);
  for (const warning of warnings) io.stderr(`warning: ${warning}`);
  if (check) for (const change of changes) io.stdout(`would change: ${changeLine(change)}`);
  const verb = check ? 'would show more' : 'shows more';
  for (const change of showing) io.stdout(`${verb}: ${shownLine(change)}`);
  const entries = `${withNoun(owners, 'owner')} and ${withNoun(accounts, 'account')} from ${file}`;
  io.stdout(
    check
      ? `nothing applied: ${entries} would change ${withNoun(changes.length, 'field')}, and ${showing.length} of them would show more`
      : `applied ${entries}`,
  );
  return exitCodes.done;
}

/** Words a change in one line, for a reader who knows the registry's fields. */
function changeLine({ kind, entry, field, from, to }: Omit<Change, 'shows'>): string {
  return `${kind} ${entry}: ${field} from ${JSON.stringify(from)} to ${JSON.stringify(to)}`;
}

async function read(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    throw new CommandError(`cannot read ${file}: ${readFault(error)}`, exitCodes.usage, {
      cause: error,
    });
  }
}

function parse(text: string, file: string): unknown {
  const fault = jsonFault(text);
  if (fault === null) return JSON.parse(text);
  throw new CommandError(`${file} is not JSON: ${inEnglish(fault)}; nothing applied`);
}

/** Prints the registry as JSON that `registry apply` takes; keys are no part of it. */
export async function registryDumpCommand(
  config: Config,
  _options: object,
  io: CommandIo,
): Promise<number> {
  io.stdout(JSON.stringify(await withRegistry(config, io, dumpRegistry), null, 2));
  return exitCodes.done;
}

interface RegistryAuditOptions {
  readonly slug?: string;
  readonly json?: boolean;
}

/**
 * Prints who changed what in the registry and when, oldest first. With `slug`, only its changes.
 */
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

interface RegistryMoveOptions {
  readonly to: string;
}

/** Copies all of the registry to an empty one and prints how many rows each table has there. */
export async function registryMoveCommand(
  { dataDir, databaseUrl }: Config,
  options: RegistryMoveOptions,
  io: CommandIo,
): Promise<number> {
  const { from, to, rows } = await moveRegistry({ dataDir, databaseUrl }, options.to);
  const width = Math.max(...Object.keys(rows).map((name) => name.length));
  for (const [name, count] of Object.entries(rows)) io.stdout(`${name.padEnd(width)}  ${count}`);
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  io.stdout(`moved ${total} rows from ${from} to ${to}; ${from} is unchanged`);
  return exitCodes.done;
}
