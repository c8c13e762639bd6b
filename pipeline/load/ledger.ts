import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import type { Database } from '../duckdb/database.ts';
import type { Table } from './columns.ts';
import type { LedgerFile, LoadedLength } from './discover.ts';
import type { LoadedFile } from './landing.ts';

/**
 * Prefix for files of deliveries in the ledger and in reports. They are made for one load and have
 * no path.
 */
export const deliveredPrefix = 'deliveries/';

/** Condition of the ledger's rows of files that lie where the ledger says. */
export const isSourceFile = `not starts_with(file, '${deliveredPrefix}')`;

const chunk = Buffer.allocUnsafe(1 << 20);

/** SHA-256 of a file's bytes. */
export function fingerprint(path: string): string {
  const hash = createHash('sha256');
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const bytes = readSync(file, chunk, 0, chunk.length, null);
      if (bytes === 0) return hash.digest('hex');
      hash.update(chunk.subarray(0, bytes));
    }
  } finally {
    closeSync(file);
  }
}

/** Fingerprint and size of a content, and the part of it that was loaded before. */
export type FileContent = Pick<LedgerFile, 'sha256' | 'bytes' | 'grown'>;

/**
 * Reads a file once for its fingerprint; where it begins with what was loaded of it before, whole
 * lines, it has grown.
 */
export function readContent(path: string, before: LoadedContent | undefined): FileContent {
  const hash = createHash('sha256');
  const file = openSync(path, 'r');
  try {
    let bytes = 0;
    let lines = 0;
    let grown: LoadedLength | null = null;
    for (;;) {
      // Whatever is read ends where that ended.
      const ahead = before && bytes < before.bytes ? before.bytes - bytes : chunk.length;
      const count = readSync(file, chunk, 0, Math.min(chunk.length, ahead), null);
      if (count === 0) return { sha256: hash.digest('hex'), bytes, grown };
      const read = chunk.subarray(0, count);
      hash.update(read);
      bytes += count;
      if (!before || bytes > before.bytes) continue;
      lines += countFeeds(read);
      if (bytes < before.bytes || read.at(-1) !== feed) continue;
      if (hash.copy().digest('hex') === before.sha256) grown = { bytes, lines };
    }
  } finally {
    closeSync(file);
  }
}

const feed = 10;

function countFeeds(bytes: Buffer): number {
  let feeds = 0;
  for (let at = bytes.indexOf(feed); at >= 0; at = bytes.indexOf(feed, at + 1)) feeds += 1;
  return feeds;
}

/** A content as a table took it in. */
export interface LoadedContent {
  readonly sha256: string;
  readonly bytes: number;
}

/** Contents that were loaded before. */
export interface Ledger {
  /** Returns true if a table has loaded a content. */
  isLoaded(table: Table, sha256: string, file: string): boolean;
  /** Returns the last load of a file. */
  last(table: Table, file: string): LoadedContent | undefined;
}

/**
 * Reads the ledger. If rows can move, the last load of a file decides, so that a file which returns
 * to an earlier content takes its rows back.
 */
export async function readLedger(database: Database): Promise<Ledger> {
  const rows = await database.rows(
    `select table_name, sha256, file, bytes from loaded_files where ${isSourceFile} order by rowid`,
  );
  const known = new Set(rows.map((row) => `${row.table_name} ${row.sha256}`));
  const last = new Map(rows.map((row) => [`${row.table_name} ${row.file}`, row]));
  return {
    isLoaded(table, sha256, file) {
      const content = table.moves ? last.get(`${table.name} ${file}`)?.sha256 : undefined;
      return content === undefined ? known.has(`${table.name} ${sha256}`) : content === sha256;
    },
    last(table, file) {
      const row = last.get(`${table.name} ${file}`);
      return row ? { sha256: `${row.sha256}`, bytes: Number(row.bytes) } : undefined;
    },
  };
}

/** Columns of a ledger row, in the order of `loaded_files` without the run. */
export function ledgerColumns(loaded: readonly LoadedFile[]) {
  const byContent = new Map(loaded.map((file) => [`${file.table.name} ${file.sha256}`, file]));
  const files = [...byContent.values()];
  const counts = (count: (file: LoadedFile) => number) => files.map((file) => BigInt(count(file)));
  return [
    files.map(({ sha256 }) => sha256),
    files.map(({ table }) => table.name),
    files.map(({ file }) => file),
    counts(({ rowsIn }) => rowsIn),
    counts(({ rowsIn, replaced, rejected }) => rowsIn - replaced - rejected),
    counts(({ replaced }) => replaced),
    counts(({ rejected }) => rejected),
    counts(({ bytes }) => bytes),
  ];
}
