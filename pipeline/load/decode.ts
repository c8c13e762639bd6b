import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';
import type { LedgerFile } from './discover.ts';
import { FileFailure } from './failure.ts';

const marks = [
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

// Text rarely shrinks to less than a fiftieth; a bomb shrinks a thousandfold.
const bombBytes = 1 << 30;
const bombRatio = 200;

/**
 * Returns the path of the file's text in UTF-8: its own, or the target once it is unpacked or
 * transcoded.
 */
export async function decodeText(file: LedgerFile, target: string): Promise<string> {
  if (!file.gzip && !encodingOf(await firstBytes(file.path))) return file.path;
  const chunks = createReadStream(file.path);
  const limit = Math.max(bombBytes, bombRatio * statSync(file.path).size);
  const output = createWriteStream(target);
  if (file.gzip) {
    await pipeline(
      chunks,
      createGunzip(),
      (unpacked) => utf8(bounded(unpacked, limit)),
      output,
    ).catch(failUnpacking);
  } else {
    await pipeline(chunks, utf8, output);
  }
  return target;
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function encodingOf(start: Buffer): string | undefined {
  return marks.find(({ bytes }) => bytes.every((byte, index) => start[index] === byte))?.encoding;
}

async function* bounded(chunks: AsyncIterable<Buffer>, limit: number): AsyncIterable<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > limit) throw new FileFailure(`is larger than ${limit >> 20} MB when unpacked`);
    yield chunk;
  }
}

async function* utf8(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let start: Buffer = Buffer.alloc(0);
  let decoder: TextDecoder | undefined;
  let isStarted = false;
  for await (const chunk of chunks) {
    start = isStarted ? chunk : Buffer.concat([start, chunk]);
    if (start.length < 2) continue;
    if (!isStarted) {
      const encoding = encodingOf(start);
      if (encoding) decoder = new TextDecoder(encoding, { fatal: true });
      isStarted = true;
    }
    yield decoder ? decoded(decoder, start) : start;
  }
  if (!isStarted) yield start;
  else if (decoder) yield decoded(decoder);
}

function decoded(decoder: TextDecoder, chunk?: Buffer): Buffer {
  try {
    return Buffer.from(decoder.decode(chunk, { stream: chunk !== undefined }));
  } catch (error) {
    throw new FileFailure(`is not whole ${decoder.encoding.toUpperCase()}`, { cause: error });
  }
}

function failUnpacking(error: unknown): never {
  if (!(error instanceof Error) || !('code' in error) || !String(error.code).startsWith('Z_')) {
    throw error;
  }
  throw new FileFailure(`is not whole gzip: ${error.message}`, { cause: error });
}
