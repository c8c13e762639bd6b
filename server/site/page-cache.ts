import { LRUCache } from 'lru-cache';
import { type Body, type BodyCache, createBody, createBodyCache } from '../http/body.ts';
import { createLruCache } from '../http/memory.ts';
import { type Html, textOf } from './html.ts';

/** Cache of finished pages and charts. A key contains everything that changes the page or chart. */
export interface PageCache {
  readonly bodies: BodyCache;
  /** PNG images, which are rendered in another thread. */
  readonly images: { get(key: string, make: () => Promise<Buffer>): Promise<Body> };
  /** Curves of lists. */
  readonly lines: { get(key: string, make: () => ListCurve): ListCurve };
}

/** Curve of an account in a list. */
export interface ListCurve {
  readonly drawing: Html | null;
  /** First and last day; null if the curve has no days. */
  readonly span: readonly [first: string, last: string] | null;
}

const pageBytes = 48 * 1024 * 1024;
const lineBytes = 8 * 1024 * 1024;
const maxImages = 500;
const overheadBytes = 200;

/**
 * Creates a page cache. It is separate from the API's cache, whose large bodies would push pages
 * out.
 */
export function createPageCache(): PageCache {
  const images = new LRUCache<string, Body, () => Promise<Buffer>>({
    max: maxImages,
    fetchMethod: async (_key, _stale, { context: make }) => createBody(await make()),
    ignoreFetchAbort: true,
  });
  const lines = createLruCache<ListCurve>(
    lineBytes,
    ({ drawing }) => overheadBytes + (drawing === null ? 0 : textOf(drawing).length),
  );
  return {
    bodies: createBodyCache(pageBytes),
    images: { get: (key, make) => images.forceFetch(key, { context: make }) },
    lines,
  };
}
