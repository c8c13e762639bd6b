import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeReason } from '../base/reasons/reason.ts';
import { bounds, UnreadableExport } from './bounds.ts';
import { decodeText } from './decode.ts';
import { ImportFault } from './faults.ts';
import { type JsonValue, readJsonValues } from './json-values.ts';
import { readExportBytes } from './read-export.ts';

/** Returns true if a path is a folder, which may hold answers of an API in several files. */
export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}

/** Returns true if a file begins as JSON does, or is a folder of such files. */
export async function holdsJson(path: string): Promise<boolean> {
  if (await isFolder(path)) return true;
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    return /^[\s\ufeff]*[[{]/.test(decodeText(buffer.subarray(0, bytesRead)));
  } finally {
    await file.close();
  }
}

/**
 * Reads the answers of an API in a JSON file, or in the `.json` files of a folder in the order of
 * their names. Adds those of a further file.
 */
export async function readJsonPieces(
  path: string,
  noun: string,
  further?: string,
): Promise<JsonValue[]> {
  const named = (await isFolder(path)) ? await jsonFilesOf(path, noun) : [path];
  const files = further === undefined ? named : [...named, further];
  const values: JsonValue[] = [];
  let left: number = bounds.jsonBytes;
  for (const file of files) {
    const read = await readExportBytes(file, { maxBytes: bounds.jsonBytes, noun }, (bytes) => {
      left -= bytes.length;
      if (left < 0)
        throw new UnreadableExport(makeReason('file_files_too_large', { max: bounds.jsonBytes }));
      return readJsonValues(decodeText(bytes));
    });
    for (const value of read) values.push(value);
  }
  return values;
}

/** The files of a folder that are read, in the order of their names. */
export async function jsonFilesOf(folder: string, noun: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /\.json$/i.test(name)).sort();
  if (names.length === 0)
    throw new ImportFault('import_unreadable', folder, {
      noun,
      detail: makeReason('import_no_json'),
    });
  if (names.length > bounds.pieces) {
    throw new ImportFault('import_unreadable', folder, {
      noun,
      detail: makeReason('import_many_json', { max: bounds.pieces }),
    });
  }
  return names.map((name) => join(folder, name));
}
