import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { isAbsent, namesIn } from './files.ts';

/** Modes of files and folders, for the user and group of this program or for its user alone. */
export const modes = {
  shared: { file: 0o640, folder: 0o750 },
  secret: { file: 0o600, folder: 0o700 },
} as const;

type Mode = (typeof modes)[keyof typeof modes];

const allBits = 0o777;

/** Mask for every file and folder of this process, including DuckDB's and SQLite's. */
export const sharedMask = allBits & ~modes.shared.folder;
const secretMask = allBits & ~modes.secret.folder;

let atSecretWork = 0;
let maskBefore = secretMask;

/**
 * Runs work whose files only this user may read. Other work that runs at the same time gets these
 * modes too.
 */
export async function withPrivateModes<Result>(work: () => Promise<Result>): Promise<Result> {
  if (atSecretWork === 0) maskBefore = process.umask(secretMask);
  atSecretWork += 1;
  try {
    return await work();
  } finally {
    atSecretWork -= 1;
    if (atSecretWork === 0) process.umask(maskBefore);
  }
}

/** Removes permissions beyond `mode` from a file. Leaves files of other users alone. */
export function narrowMode(path: string, mode: number): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found) narrow(path, found, mode);
}

function narrow(path: string, found: Stats, mode: number): void {
  if (found.isSymbolicLink() || (found.mode & allBits & ~mode) === 0) return;
  try {
    chmodSync(path, found.mode & ~(allBits & ~mode));
  } catch (error) {
    const isAnothers = error instanceof Error && 'code' in error && error.code === 'EPERM';
    if (!isAnothers && !isAbsent(error)) throw error;
  }
}

// Includes the logs next to a database, and files half written.
const secrets = /^(?:registry\.db|archive\.duckdb|inbox)(?:$|[.-])/;
const files =
  /^(?:(?:working|warehouse|calendar)\.duckdb|runs\.ndjson|(?:run|calendar)\.lock)(?:$|\.)/;
const folders = /^(?:snapshots|sources|calendar|demo|\.tmp|\.tmp-calendar)$/;
const isOurs = (name: string): boolean =>
  [secrets, files, folders].some((names) => names.test(name));

/**
 * Narrows whatever another umask made wider in a data directory. The
 * directory itself only where it holds nothing else: it may be anybody's.
 */
export function narrowDataDirectory(dataDir: string): void {
  const names = readdirSync(dataDir);
  const ours = names.filter(isOurs);
  if (ours.length === names.length) narrowMode(dataDir, modes.shared.folder);
  for (const name of ours) {
    narrowAll(join(dataDir, name), secrets.test(name) ? modes.secret : modes.shared);
  }
}

function narrowAll(path: string, mode: Mode): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return;
  narrow(path, found, found.isDirectory() ? mode.folder : mode.file);
  if (found.isDirectory()) for (const name of namesIn(path)) narrowAll(join(path, name), mode);
}
