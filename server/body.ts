import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Coding } from './codings.ts';
import { remembered } from './remembered.ts';

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

/** A strong ETag of what has this hash, under a coding; another for each. */
export const etagOf = (hash: string, coding: Coding): string =>
  coding === 'identity' ? `"${hash}"` : `"${hash}-${coding}"`;

export function createBody(bytes: Buffer): Body {
  const hash = createHash('sha256').update(bytes).digest('base64url');
  const compressed = remembered((coding: keyof typeof encoders) => encoders[coding](bytes));
  return {
    bytes,
    etag: (coding) => etagOf(hash, coding),
    encoded: async (coding) => (coding === 'identity' ? bytes : compressed(coding)),
  };
}
