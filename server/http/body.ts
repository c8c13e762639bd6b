import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Coding } from './headers.ts';
import { createLastUsed } from './memory.ts';

/** A finished body, under whatever coding a client takes it. */
export interface Body {
  readonly bytes: Buffer;
  /** Strong ETag of the bytes under a coding; another for each. */
  etag(coding: Coding): string;
  /** The bytes under a coding; compressed once, away from the event loop. */
  encoded(coding: Coding): Promise<Buffer>;
}

const compress = promisify(brotliCompress);
const zip = promisify(gzip);
// Level 4 beats gzip's usual 6 in both size and time; higher ones cost several times as much.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const encoders = {
  br: (bytes: Buffer) => compress(bytes, brotliOptions),
  gzip: (bytes: Buffer) => zip(bytes),
} as const;

/** Bytes under a coding, for what is sent once; a body keeps them. */
export const encoded = async (bytes: Buffer, coding: Coding): Promise<Buffer> =>
  coding === 'identity' ? bytes : encoders[coding](bytes);

/** A strong ETag of what has this hash, under a coding; another for each. */
export const etagOf = (hash: string, coding: Coding): string =>
  coding === 'identity' ? `"${hash}"` : `"${hash}-${coding}"`;

export function createBody(bytes: Buffer): Body {
  const hash = createHash('sha256').update(bytes).digest('base64url');
  const compressed = new Map<Coding, Promise<Buffer>>();
  return {
    bytes,
    etag: (coding) => etagOf(hash, coding),
    async encoded(coding) {
      if (coding === 'identity') return bytes;
      const known = compressed.get(coding);
      if (known !== undefined) return known;
      const made = encoded(bytes, coding);
      compressed.set(coding, made);
      made.catch(() => compressed.delete(coding));
      return made;
    },
  };
}

/** What a kept body costs beside its bytes, which are kept compressed as well. */
const overheadBytes = 2_000;
const compressedShare = 0.4;

/** Bytes of memory that a kept body takes. */
export const bodyCost = ({ bytes }: Body): number =>
  bytes.length * (1 + compressedShare) + overheadBytes;

export interface BodyCache {
  /** The body of that key, made where it is not at hand. */
  get(key: string, make: () => Buffer): Body;
}

/** Keeps the bodies used last, within so many bytes. */
export function createBodyCache(maximumBytes: number): BodyCache {
  const bodies = createLastUsed(maximumBytes, bodyCost);
  return { get: (key, make) => bodies.get(key, () => createBody(make())) };
}
