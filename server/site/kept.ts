import type { Body } from '../body.ts';
import { createBody } from '../body.ts';
import { type BodyCache, createBodyCache } from '../body-cache.ts';
import { createLastUsed } from '../last-used.ts';
import { type Html, textOf } from './html.ts';

/** Pages and drawings made before, each under a key of everything that it shows. */
export interface Kept {
  readonly bodies: BodyCache;
  /** Images, which are made away from the event loop. */
  readonly images: { get(key: string, make: () => Promise<Buffer>): Promise<Body> };
  /** Small lines, as they stand in lists. */
  readonly lines: { get(key: string, make: () => Html | null): Html | null };
}

const pageBytes = 48 * 1024 * 1024;
const lineBytes = 8 * 1024 * 1024;
const mostImages = 500;
const overheadBytes = 200;

/** A memory apart from the API's, whose bodies are as large as accounts are. */
export function createKept(): Kept {
  const images = createLastUsed<Promise<Body>>(mostImages, () => 1);
  const lines = createLastUsed<Html | null>(
    lineBytes,
    (line) => overheadBytes + (line === null ? 0 : textOf(line).length),
  );
  return {
    bodies: createBodyCache(pageBytes),
    images: { get: (key, make) => images.get(key, async () => createBody(await make())) },
    lines,
  };
}
