import { type Body, createBody } from './body.ts';
import { createLastUsed, type LastUsed } from './last-used.ts';

export interface BodyCache {
  /** The body of that key, made where it is not at hand. */
  get(key: string, make: () => Buffer): Body;
}

/** What a cached body costs beside its bytes, which are kept compressed as well. */
const overheadBytes = 2_000;
const compressedShare = 0.4;

/** Bytes of memory that a kept body takes. */
export const bodyCost = ({ bytes }: Body): number =>
  bytes.length * (1 + compressedShare) + overheadBytes;

/** Keeps the bodies used last, within so many bytes. */
export function createBodyCache(maximumBytes: number): BodyCache {
  const bodies: LastUsed<Body> = createLastUsed(maximumBytes, bodyCost);
  return { get: (key, make) => bodies.get(key, () => createBody(make())) };
}
