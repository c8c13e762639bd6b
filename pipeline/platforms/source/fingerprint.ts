import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { isFolder, jsonFilesOf } from '../../read/json-files.ts';

/**
 * Returns what tells an export from others: 32 hexadecimal digits, made of the bytes of its file,
 * or of the `.json` files of its folder. The clock and the account that it is imported with change
 * nothing.
 */
export async function fingerprintOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await isFolder(path)) ? await jsonFilesOf(path, 'export') : [path]) {
    for await (const part of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
      hash.update(part);
    }
  }
  return hash.digest('hex').slice(0, 32);
}
