import { readFile } from 'node:fs/promises';
import { CommandError } from '../errors.ts';
import { decodeText } from './decode.ts';

/** The text of an export file, whatever its encoding. */
export async function readExport(file: string): Promise<string> {
  try {
    return decodeText(await readFile(file));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`cannot read ${file}: ${reason}`, undefined, { cause });
  }
}
