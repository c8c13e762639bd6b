import { createHash } from 'node:crypto';
import { createLastUsed, type LastUsed } from './last-used.ts';

/** A finished body and the strong ETag of its bytes. */
export interface Body {
  readonly bytes: Buffer;
  readonly etag: string;
}

export interface BodyCache {
  /** The body of that key, made where it is not at hand. */
  get(key: string, make: () => Buffer): Body;
}

/** What a cached body costs beside its bytes. */
const overheadBytes = 2_000;

export function createBody(bytes: Buffer): Body {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}

/** Keeps the bodies used last, within so many bytes. */
export function createBodyCache(maximumBytes: number): BodyCache {
  const bodies: LastUsed<Body> = createLastUsed(
    maximumBytes,
    ({ bytes }) => bytes.length + overheadBytes,
  );
  return { get: (key, make) => bodies.get(key, () => createBody(make())) };
}
