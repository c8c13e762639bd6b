import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { LRUCache } from 'lru-cache';
import { inertCsv } from '../../../pipeline/base/inert-text.ts';
import { withLargeAsTexts } from '../../../pipeline/base/json-text.ts';
import { trade } from '../../../sql/lists/trades.ts';
import type { View } from '../view.ts';
import type { OpenLists } from './open-lists.ts';
import type { Range } from './range.ts';
import { type ShownRows, separator, shownRows } from './rows.ts';

/** A list as a file, which is read and written as it is sent. */
export interface ListFile {
  readonly name: string;
  /** Over all that stands in it. */
  readonly hash: string;
  /** Bytes it will have, roughly. */
  readonly bytes: number;
  /** Its text from the beginning, no more of it at once than somebody takes. */
  pieces(): AsyncGenerator<string>;
}

const columns = Object.keys(trade.properties);
const header = stringify([columns], inertCsv);
const usualRowBytes = 150;

/** Hashes of files, so that nobody who asks again has to wait for one. */
const hashes = new LRUCache<string, string, ShownRows>({
  max: 2000,
  fetchMethod: (_key, _stale, { context: rows }) => hashOf(rows),
  ignoreFetchAbort: true,
});

/** The closed trades that a view shows within a range, as CSV. */
export async function tradesFile(view: View, range: Range, lists: OpenLists): Promise<ListFile> {
  const rows = shownRows(view, 'trades', range, lists);
  const key = `${view.fingerprint} ${rows.first} ${rows.last}`;
  return {
    name: `${view.account.slug}-trades.csv`,
    hash: await hashes.forceFetch(key, { context: rows }),
    bytes: header.length + (rows.last - rows.first) * usualRowBytes,
    pieces: () => piecesOf(rows),
  };
}

/** Over the columns and the objects shown, which make the file and are sooner read than written. */
async function hashOf(rows: ShownRows): Promise<string> {
  const hash = createHash('sha256').update(header);
  for (const [start, end] of rows.stretches()) {
    await nextTurn();
    hash.update(rows.text(start, end)).update(separator);
  }
  return hash.digest('base64url');
}

async function* piecesOf(rows: ShownRows): AsyncGenerator<string> {
  yield header;
  for (const [start, end] of rows.stretches()) {
    await nextTurn();
    yield rowsAsCsv(JSON.parse(`[${withLargeAsTexts(rows.text(start, end))}]`));
  }
}

/** Rows by RFC 4180, null as an empty cell, in which no text begins a formula. */
const rowsAsCsv = (trades: object[]): string => stringify(trades, { ...inertCsv, columns });

/** Closed trades as the file has them, below its header. */
export const tradesAsCsv = (trades: object[]): string => header + rowsAsCsv(trades);

let last: Promise<void> = Promise.resolve();

/**
 * A turn of the event loop that nobody else who waits for one has, in the order of asking: however
 * many lists are sent at once, all others wait for a piece of one at most.
 */
export function nextTurn(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}
