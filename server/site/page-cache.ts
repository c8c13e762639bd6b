import { LRUCache } from 'lru-cache';
import { type Body, type BodyCache, createBody, createBodyCache } from '../http/body.ts';
import { createLastUsed } from '../http/memory.ts';
import { type Html, textOf } from './html.ts';

/** Pages and drawings made before, each under a key of everything that it shows. */
export interface PageCache {
  readonly bodies: BodyCache;
  /** Images, which are made away from the event loop. */
  readonly images: { get(key: string, make: () => Promise<Buffer>): Promise<Body> };
  /** Small lines, as they stand in lists. */
  readonly lines: { get(key: string, make: () => ListCurve): ListCurve };
}

/** What a list shows of a curve. */
export interface ListCurve {
  readonly drawing: Html | null;
  /** The first and the last day; null without days. */
  readonly span: readonly [first: string, last: string] | null;
}

const pageBytes = 48 * 1024 * 1024;
const lineBytes = 8 * 1024 * 1024;
const maxImages = 500;
const overheadBytes = 200;

/** A memory apart from the API's, whose bodies are as large as accounts are. */
export function createPageCache(): PageCache {
  const images = new LRUCache<string, Body, () => Promise<Buffer>>({
    max: maxImages,
    fetchMethod: async (_key, _stale, { context: make }) => createBody(await make()),
    ignoreFetchAbort: true,
  });
  const lines = createLastUsed<ListCurve>(
    lineBytes,
    ({ drawing }) => overheadBytes + (drawing === null ? 0 : textOf(drawing).length),
  );
  return {
    bodies: createBodyCache(pageBytes),
    images: { get: (key, make) => images.forceFetch(key, { context: make }) },
    lines,
  };
}
