import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { CommandError, readFault } from '../base/errors.ts';

/** Number of the layout. A program refuses a larger one. */
export const backupForm = 1;

/** Name of the file that lists all others of a backup. */
export const manifestName = 'backup.json';

const BackupFile = Type.Object({
  path: Type.String(),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});

const BackupManifest = Type.Object({
  form: Type.Integer(),
  program: Type.String(),
  taken_at: Type.String(),
  version: Type.Union([Type.String(), Type.Null()]),
  files: Type.Array(BackupFile),
});

/** File of a backup, with its path in the data directory. */
export type BackupFile = Static<typeof BackupFile>;

/** Content of `backup.json`. */
export type BackupManifest = Static<typeof BackupManifest>;

/** Reads the list of a backup's files. Throws a CommandError if the folder holds no backup. */
export function readManifest(folder: string): BackupManifest {
  const path = join(folder, manifestName);
  let manifest: unknown;
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not JSON' : readFault(error);
    throw new CommandError(`restore: ${path}: ${reason}; name a folder that backup wrote`);
  }
  if (!Check(BackupManifest, manifest) || !manifest.files.every(({ path }) => isInside(path))) {
    throw new CommandError(`restore: ${path} is damaged; name another backup`);
  }
  if (manifest.form > backupForm) {
    throw new CommandError(
      `restore: ${folder} was written by a newer program (${manifest.program}); use that one`,
    );
  }
  return manifest;
}

/** Returns true if a path leads into the folder that it begins in. */
const isInside = (path: string): boolean =>
  path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
