import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import type { Database } from '../duckdb/database.ts';
import type { Table } from './columns.ts';
import type { LoadedFile } from './landing.ts';

/**
 * Prefix for files of deliveries in the ledger and in reports. They are made for one load and have
 * no path.
 */
export const deliveredPrefix = 'deliveries/';

/** Condition of the ledger's rows of files that lie where the ledger says. */
export const isSourceFile = `not starts_with(file, '${deliveredPrefix}')`;

const chunk = Buffer.allocUnsafe(1 << 20);

/** SHA-256 and number of a file's bytes. */
export function readContent(path: string): { readonly sha256: string; readonly bytes: number } {
  const hash = createHash('sha256');
  const file = openSync(path, 'r');
  try {
    for (let bytes = 0; ; ) {
      const count = readSync(file, chunk, 0, chunk.length, null);
      if (count === 0) return { sha256: hash.digest('hex'), bytes };
      hash.update(chunk.subarray(0, count));
      bytes += count;
    }
  } finally {
    closeSync(file);
  }
}

/** SHA-256 of a file's bytes. */
export const fingerprint = (path: string): string => readContent(path).sha256;

/** Contents that were loaded before. */
export interface Ledger {
  /** Returns true if a table has loaded a content. */
  isLoaded(table: Table, sha256: string, file: string): boolean;
}

/**
 * Reads the ledger. If rows can move, the last load of a file decides, so that a file which returns
 * to an earlier content takes its rows back.
 */
export async function readLedger(database: Database): Promise<Ledger> {
  const rows = await database.rows(
    `select table_name, sha256, file from loaded_files where ${isSourceFile} order by rowid`,
  );
  const known = new Set(rows.map((row) => `${row.table_name} ${row.sha256}`));
  const last = new Map(rows.map((row) => [`${row.table_name} ${row.file}`, row.sha256]));
  return {
    isLoaded(table, sha256, file) {
      const content = table.moves ? last.get(`${table.name} ${file}`) : undefined;
      return content === undefined ? known.has(`${table.name} ${sha256}`) : content === sha256;
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
