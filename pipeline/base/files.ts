import { spawnSync } from 'node:child_process';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder, and those above it that are missing. For places that a user names: Node's own
 * `recursive` never comes back where the system takes no folder, as below `/proc`.
 */
export function makeFolder(path: string): void {
  const place = resolve(path);
  if (isFolder(place)) return;
  makeFolder(dirname(place));
  try {
    mkdirSync(place);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(place)) throw error;
  }
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Makes the names in a directory survive a power cut. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

/** Writes a file that nobody reads yet, durably. */
export function writeDurably(path: string, content: string | Uint8Array): void {
  const file = openSync(path, 'w');
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Puts a file in place of another, durably: readers see the old or the new one, whole. */
export function replaceFile(path: string, content: string | Uint8Array): void {
  putInPlace(path, content);
  syncDirectory(dirname(path));
}

/** Replaces a file, without waiting for the disk: after a power cut the old content may be back. */
export function putInPlace(path: string, content: string | Uint8Array): void {
  const temporary = `${path}.tmp`;
  writeDurably(temporary, content);
  renameSync(temporary, path);
}

/** Reads a part of a file. Throws if the file ends before. */
export function readPart(path: string, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  const file = openSync(path, 'r');
  try {
    for (let done = 0; done < length; ) {
      const count = readSync(file, bytes, done, length - done, offset + done);
      if (count === 0) throw new Error(`${path} ends too early`);
      done += count;
    }
    return bytes;
  } finally {
    closeSync(file);
  }
}

/** Makes a file written by somebody else durable. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Most files that are made durable one by one. */
const fewFiles = 16;

/**
 * Makes files below a folder durable, with their names and the folders that they are in. Many of
 * them take less time with everything else on that disk than one after the other.
 */
export function syncFiles(folder: string, paths: readonly string[]): void {
  if (paths.length > fewFiles && spawnSync('sync', ['-f', folder]).status === 0) return;
  for (const path of paths) syncFile(path);
  const top = resolve(folder);
  const folders = new Set<string>();
  for (const path of paths) {
    for (let at = dirname(resolve(path)); at.length > top.length; at = dirname(at)) folders.add(at);
  }
  for (const name of folders) syncDirectory(name);
}

/** True for the error of a file that does not exist. */
export const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Lists a folder, which may be missing: a concurrent run may have removed it. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}
