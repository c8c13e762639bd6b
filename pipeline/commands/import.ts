import { CommandError, exitCodes } from '../errors.ts';
import { findImportFormat } from '../import/index.ts';
import { writeSourceFiles } from '../import/source-files.ts';
import { parseTimezone } from '../import/timezone.ts';

export interface ImportArguments {
  format: string;
  file: string;
  accountId: string;
  out: string;
  tz?: string | undefined;
}

export interface ImportOutput {
  stdout(line: string): void;
  stderr(line: string): void;
}

/** `import`: turns a platform's own export into files of a source; gives the exit code. */
export async function importCommand(
  _config: unknown,
  { format, file, accountId, out, tz }: ImportArguments,
  io: ImportOutput,
): Promise<number> {
  const { importFile } = findImportFormat(format);
  if (accountId.trim() === '') {
    throw new CommandError('--account-id is empty; give the id of the account', exitCodes.usage);
  }
  const timezone = tz === undefined ? null : parseTimezone(tz);
  const imported = await importFile(file, { accountId, timezone });
  const files = await writeSourceFiles(out, accountId, imported.tables);

  for (const { path, rows } of files) io.stdout(`${path}: ${rows} rows`);
  for (const fact of imported.facts) io.stdout(fact);
  for (const note of [...imported.notes, ...imported.warnings]) io.stderr(note);
  return imported.warnings.length > 0 ? exitCodes.partly : exitCodes.done;
}
