import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { bounds, Unreadable } from './bounds.ts';
import { decodeText } from './decode.ts';
import { ImportFault } from './faults.ts';
import { type JsonValue, readJsonValues } from './json-values.ts';
import { readExportBytes } from './read-export.ts';

/** Whether a path is a folder, in which answers of an API may be kept apart. */
export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}

/** Whether a file begins as JSON does, or is a folder of such. */
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

/** What answers of an API hold that are kept in one JSON file, or in the `.json` files of a folder in the order of their names, and what a further file adds. */
export async function readJsonPieces(
  path: string,
  noun: string,
  further?: string,
): Promise<JsonValue[]> {
  const own = (await isFolder(path)) ? await jsonFilesOf(path, noun) : [path];
  const files = further === undefined ? own : [...own, further];
  const values: JsonValue[] = [];
  let left: number = bounds.jsonBytes;
  for (const file of files) {
    const read = await readExportBytes(file, { maxBytes: bounds.jsonBytes, noun }, (bytes) => {
      left -= bytes.length;
      if (left < 0)
        throw new Unreadable(`with those before it more than ${bounds.jsonBytes} bytes`);
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
    throw new ImportFault('unreadable', folder, { noun, reason: 'no .json file in it' });
  if (names.length > bounds.pieces) {
    throw new ImportFault('unreadable', folder, {
      noun,
      reason: `more than ${bounds.pieces} .json files in it`,
    });
  }
  return names.map((name) => join(folder, name));
}
