import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { CommandError } from '../base/errors.ts';
import { bounds, Unreadable } from './bounds.ts';
import { decodeText, type Encoding, encodingOf } from './decode.ts';

/** Reads an export file, whatever its encoding; one that cannot be read ends the command, saying what it is none of. */
export function readExport<Result>(
  file: string,
  from: { maxBytes: number; noun: string; encoding?: string | undefined },
  read: (text: string, encoding: Encoding) => Result,
): Promise<Result> {
  return readExportBytes(file, from, (bytes) => {
    const encoding = from.encoding ? { name: from.encoding, isGuess: false } : encodingOf(bytes);
    return read(decodeText(bytes, encoding.name), encoding);
  });
}

/** The same of a file that may be none of text. */
export async function readExportBytes<Result>(
  file: string,
  { maxBytes, noun }: { maxBytes: number; noun: string },
  read: (bytes: Buffer) => Result,
): Promise<Result> {
  try {
    return read(await readBytes(file, maxBytes));
  } catch (cause) {
    if (!(cause instanceof Unreadable)) throw cause;
    throw new CommandError(`${file}: no ${noun}: ${cause.message}`, undefined, { cause });
  }
}

/** What tells an export from others whose content is another. */
export async function fingerprintOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(file, { highWaterMark: 1024 * 1024 }))
    hash.update(part);
  return hash.digest('hex').slice(0, 32);
}

async function readBytes(file: string, max: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of partsOf(file)) {
    bytes += part.length;
    if (bytes > max) throw new Unreadable(`it is larger than ${max / 1024 / 1024} MiB`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** As much of a file as its format is looked for in, and a byte more where it is longer. */
export async function readBeginning(file: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of partsOf(file, bounds.peekBytes)) parts.push(part);
  return Buffer.concat(parts);
}

/** The bytes of a file, part by part. */
export async function* partsOf(file: string, end?: number): AsyncGenerator<Buffer> {
  try {
    for await (const part of createReadStream(file, { highWaterMark: 512 * 1024, end })) yield part;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`cannot read ${file}: ${reason}`, undefined, { cause });
  }
}
