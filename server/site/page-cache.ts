import { type BodyCache, createBodyCache } from '../http/body.ts';
import { createLruCache } from '../http/memory.ts';
import type { Draw } from './draw-in-child.ts';
import { createDrawings, type Drawings } from './drawings.ts';
import { type Html, textOf } from './html.ts';

/** Cache of finished pages and charts. A key contains everything that changes the page or chart. */
export interface PageCache {
  readonly bodies: BodyCache;
  /** PNG images and PDFs, which another process draws. */
  readonly drawings: Drawings;
  /** Curves of lists. */
  readonly lines: { get(key: string, make: () => Html | null): Html | null };
}

const pageBytes = 48 * 1024 * 1024;
const lineBytes = 8 * 1024 * 1024;
const overheadBytes = 200;

/**
 * Creates a page cache. It is separate from the API's cache, whose large bodies would push pages
 * out.
 */
export function createPageCache(draw: Draw): PageCache {
  const lines = createLruCache<Html | null>(
    lineBytes,
    (drawing) => overheadBytes + (drawing === null ? 0 : textOf(drawing).length),
  );
  return {
    bodies: createBodyCache(pageBytes),
    drawings: createDrawings(draw),
    lines,
  };
}
