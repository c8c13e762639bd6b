import { createHash } from 'node:crypto';

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
  const bodies = new Map<string, Body>();
  let heldBytes = 0;
  const costOf = ({ bytes }: Body) => bytes.length + overheadBytes;

  return {
    get(key, make) {
      const known = bodies.get(key);
      if (known) {
        bodies.delete(key);
        bodies.set(key, known);
        return known;
      }
      const body = createBody(make());
      bodies.set(key, body);
      heldBytes += costOf(body);
      for (const [oldest, held] of bodies) {
        if (heldBytes <= maximumBytes) break;
        bodies.delete(oldest);
        heldBytes -= costOf(held);
      }
      return body;
    },
  };
}
