import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ListName } from '../../../pipeline/publish/snapshot/layout.ts';
import type { View } from '../view.ts';
import { type ShownRows, separator } from './rows.ts';
import { nextTurn } from './turns.ts';

/** Cached hashes of rows, so that a repeated request doesn't wait for one. */
const hashes = new LRUCache<string, string, ShownRows>({
  max: 2000,
  fetchMethod: (_key, _stale, { context }) => readHash(context),
  ignoreFetchAbort: true,
});

/**
 * Returns a SHA-256 over the rows of a list as a view shows them. It depends on no hidden row or
 * value. The publisher has hashed a list that is shown whole already.
 */
export async function hashOfRows(view: View, name: ListName, rows: ShownRows): Promise<string> {
  const { entry, fingerprint } = view;
  const isWhole = rows.first === 0 && rows.last === rows.list?.stored.index.rows;
  const published = isWhole && rows.isAsPublished ? entry.parts[name]?.sha256 : undefined;
  if (published !== undefined) return published;
  const key = `${name} ${fingerprint} ${rows.first} ${rows.last}`;
  return hashes.forceFetch(key, { context: rows });
}

/** Hashes the bytes that the publisher would write for these rows alone. */
async function readHash(rows: ShownRows): Promise<string> {
  const hash = createHash('sha256');
  for (const [start, end] of rows.stretches()) {
    await nextTurn();
    hash.update(rows.text(start, end)).update(separator);
  }
  return hash.digest('hex');
}
