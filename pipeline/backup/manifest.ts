import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { CommandError, readFault } from '../base/errors.ts';

/** Number of the layout. A program refuses all others. */
export const backupForm = 2;

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

/** Content with the SHA-256 of all else, so that damage is told from missing files. */
const StoredManifest = Type.Object({ ...BackupManifest.properties, sha256: Type.String() });

const sha256Of = (manifest: BackupManifest): string => hash('sha256', JSON.stringify(manifest));

export const manifestText = (manifest: BackupManifest): string =>
  `${JSON.stringify({ ...manifest, sha256: sha256Of(manifest) }, null, 2)}\n`;

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
  if (Check(Origin, manifest) && manifest.form !== backupForm) {
    throw new CommandError(
      `restore: ${folder} was written by another program (${manifest.program}); use that one`,
    );
  }
  const damaged = () => new CommandError(`restore: ${path} is damaged; name another backup`);
  if (!Check(StoredManifest, manifest)) throw damaged();
  const { sha256, ...content } = manifest;
  const isWhole = sha256Of(content) === sha256;
  if (!isWhole || !content.files.every(({ path }) => isInside(path))) throw damaged();
  return content;
}

/** Part of the content that every layout has. */
const Origin = Type.Object({ form: Type.Integer(), program: Type.String() });

/** Returns true if a path leads into the folder that it begins in. */
const isInside = (path: string): boolean =>
  path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
