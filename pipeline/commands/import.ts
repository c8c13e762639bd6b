import { parse } from 'node:path';
import { CommandError, exitCodes } from '../base/errors.ts';
import type { ImportFormat } from '../import/format.ts';
import { findImportFormat } from '../import/index.ts';
import { writeSourceFiles } from '../import/source-files.ts';
import { parseTimezone } from '../import/timezone.ts';

export interface ImportArguments {
  format: string;
  file: string;
  /** Of formats that hold an account, and no other. */
  accountId?: string | undefined;
  out: string;
  tz?: string | undefined;
  /** Of an account whose export does not name it. */
  currency?: string | undefined;
}

export interface ImportOutput {
  stdout(line: string): void;
  stderr(line: string): void;
}

/** `import`: turns a platform's own export into files of a source; gives the exit code. */
export async function importCommand(
  _config: unknown,
  { format, file, accountId, out, tz, currency }: ImportArguments,
  io: ImportOutput,
): Promise<number> {
  const known = findImportFormat(format);
  const id = idOf(known, accountId, file);
  const timezone = tz === undefined ? null : parseTimezone(tz);
  const imported = await known.importFile(file, {
    ...{ accountId: id, timezone },
    currency: currency === undefined ? undefined : currencyOf(currency),
  });
  const files = await writeSourceFiles(out, id, imported.tables);

  for (const { path, rows } of files) io.stdout(`${path}: ${rows} rows`);
  for (const fact of imported.facts) io.stdout(fact);
  for (const note of [...imported.notes, ...imported.warnings]) io.stderr(note);
  return imported.warnings.length > 0 ? exitCodes.partly : exitCodes.done;
}

function currencyOf(text: string): string {
  if (/^[A-Z][A-Z0-9]{1,11}$/.test(text)) return text;
  throw new CommandError(
    `--currency ${text}: give a currency's code, such as USD`,
    exitCodes.usage,
  );
}

/** What the files are named after: the account, or the feed's own file. */
function idOf({ name, holds }: ImportFormat, accountId: string | undefined, file: string): string {
  if (holds === 'account') {
    if (accountId?.trim()) return accountId;
    const fault = accountId === undefined ? 'is missing' : 'is empty';
    throw new CommandError(`--account-id ${fault}; give the id of the account`, exitCodes.usage);
  }
  if (accountId === undefined) return parse(file).name;
  throw new CommandError(
    `import ${name}: a calendar belongs to no account; leave --account-id out`,
    exitCodes.usage,
  );
}
