import { createReadStream } from 'node:fs';
import { readFault } from '../base/errors.ts';
import { makeReason, quotedReason } from '../base/reasons/reason.ts';
import { bounds, UnreadableExport } from './bounds.ts';
import { createDecoder, decodeText, type Encoding, encodingOf, encodingOfParts } from './decode.ts';
import { ImportFault } from './faults.ts';

/**
 * Reads a whole export file in any encoding. Ends the command if it can't be read, and says what
 * was expected.
 */
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

/**
 * Reads a whole export file as bytes. Ends the command if it can't be read, and says what was
 * expected.
 */
export async function readExportBytes<Result>(
  file: string,
  { maxBytes, noun }: { maxBytes: number; noun: string },
  read: (bytes: Buffer) => Result,
): Promise<Result> {
  try {
    const parts: Buffer[] = [];
    for await (const part of partsUpTo(file, maxBytes)) parts.push(part);
    return read(Buffer.concat(parts));
  } catch (cause) {
    throw refusalOf(file, noun, cause);
  }
}

/**
 * Makes the error that ends the command if an export is unreadable; returns other errors as they
 * are.
 */
export function refusalOf(file: string, noun: string, cause: unknown): unknown {
  if (!(cause instanceof UnreadableExport)) return cause;
  return new ImportFault('import_unreadable', file, { noun, detail: cause.reason }, { cause });
}

/** Hands over the text of an export part by part, and tells what it is written in. */
export async function readTextParts(
  file: string,
  told: string | undefined,
  write: (part: string) => void,
): Promise<Encoding> {
  const encoding = told
    ? { name: told, isGuess: false }
    : await encodingOfParts(partsUpTo(file, bounds.reportBytes));
  const decode = createDecoder(encoding.name);
  for await (const part of partsUpTo(file, bounds.reportBytes)) write(decode(part, false));
  write(decode(new Uint8Array(), true));
  return encoding;
}

/**
 * Reads the beginning of a file, in which its format is detected, and one byte more if it is
 * longer.
 */
export async function readBeginning(file: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of partsOf(file, bounds.peekBytes)) parts.push(part);
  return Buffer.concat(parts);
}

/** The bytes of a file, part by part, which are so many at most. */
export async function* partsUpTo(file: string, max: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const part of partsOf(file)) {
    bytes += part.length;
    if (bytes > max)
      throw new UnreadableExport(makeReason('file_too_large', { max: max / 1024 / 1024 }));
    yield part;
  }
}

/** The bytes of a file, part by part. */
async function* partsOf(file: string, end?: number): AsyncGenerator<Buffer> {
  try {
    for await (const part of createReadStream(file, { highWaterMark: 512 * 1024, end })) yield part;
  } catch (cause) {
    throw new ImportFault(
      'import_unreachable',
      file,
      { detail: quotedReason(readFault(cause)) },
      { cause },
    );
  }
}
