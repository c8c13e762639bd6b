import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import type { Log } from '../../pipeline/base/log.ts';
import { inPackage } from '../../pipeline/base/package-root.ts';

/** Folder that `npm run build` fills with scripts and styles. */
export const builtSite = inPackage('dist/site');

/** Source files that pages link to by name. */
export const entries = [
  'account.css',
  'style.css',
  'widget.css',
  'theme.ts',
  'account.ts',
  'compare.ts',
  'calendar.ts',
  'owners.ts',
] as const;

export type AssetEntry = (typeof entries)[number];

/** Built scripts and styles, whose names change with their content. */
export interface Assets {
  /** Returns the address of an entry, or null if it was not built. */
  address(entry: AssetEntry): string | null;
  has(path: string): boolean;
  serve(request: IncomingMessage, response: ServerResponse): void;
  /** Hash of the manifest; changes when any address changes. */
  readonly version: string;
}

interface Chunk {
  readonly file: string;
}

/** Assets if nothing was built: pages get no scripts and styles. */
export const noAssets: Assets = {
  address: () => null,
  has: () => false,
  serve: (_request, response) => void response.end(),
  version: 'none',
};

/**
 * Reads a build once; files that appear later are not served. If nothing was built, pages work
 * without scripts and styles, since all figures are in the HTML.
 */
export function openAssets(log: Log, directory = builtSite): Assets {
  if (!existsSync(join(directory, 'manifest.json'))) {
    log.warn('pages have no styles and no live charts; run npm run build');
    return noAssets;
  }
  const text = readFileSync(join(directory, 'manifest.json'), 'utf8');
  const manifest: Readonly<Record<string, Chunk>> = JSON.parse(text);
  const paths = new Set(readdirSync(join(directory, 'assets')).map((name) => `/assets/${name}`));
  const handler = sirv(directory, {
    immutable: true,
    maxAge: 31_536_000,
    etag: true,
    brotli: true,
    gzip: true,
  });
  return {
    address: (entry) => (manifest[entry] ? `/${manifest[entry].file}` : null),
    has: (path) => paths.has(path),
    serve: handler,
    version: createHash('sha256').update(text).digest('hex'),
  };
}
