import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandError, exitCodes } from '../../base/errors.ts';
import { isAbsent, putInPlace, syncDirectory } from '../../base/files.ts';
import { type CodedReason, makeReason, reasonOf } from '../../base/reasons/reason.ts';
import { versionPattern } from './layout.ts';

/** The version that a file names as published; null where it is absent or names none. */
export function readPointer(path: string): string | null {
  try {
    const name = readFileSync(path, 'utf8').trim();
    return versionPattern.test(name) ? name : null;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** Words for a pointer that is there, and damaged. */
export const noVersion = 'names no version; run the pipeline again';

/** Says that a pointer is there and names no version, else null. */
export const pointerFault = (path: string): string | null =>
  existsSync(path) && readPointer(path) === null ? `${path}: ${noVersion}` : null;

/** Like `readPointer`, but throws a CommandError if the file is damaged. */
export function readWholePointer(path: string): string | null {
  const fault = pointerFault(path);
  if (fault !== null) throw new CommandError(fault);
  return readPointer(path);
}

/** Wording for errors: what could not be confirmed, and how to confirm it after a disk fault. */
interface PointerWords {
  readonly code: 'run_unconfirmed_version' | 'run_unconfirmed_calendar';
  readonly again: CodedReason;
}

/**
 * Puts a version in service by one atomic rename; one that is in service already is confirmed
 * again. Throws, saying that it is in service, where the disk cannot confirm that it stays so.
 */
export function writePointer(path: string, version: string, { code, again }: PointerWords): void {
  if (readPointer(path) !== version) putInPlace(path, `${version}\n`);
  const folder = dirname(path);
  try {
    syncDirectory(folder);
  } catch (cause) {
    const values = { version, folder, detail: reasonOf(cause), advice: again };
    throw new CommandError(makeReason(code, values), exitCodes.failed, { cause });
  }
}
