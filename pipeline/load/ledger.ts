import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import type { Database } from '../duckdb/database.ts';
import type { Table } from './columns.ts';
import type { LoadedFile } from './landing.ts';

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

/** Whether a table has taken in a content before. */
export type IsLoaded = (table: Table, sha256: string, file: string) => boolean;

/**
 * Reads what was loaded before. Where rows can move, what a file was loaded with last decides, so
 * that a file which goes back to an earlier content takes its rows back too.
 */
export async function readLedger(database: Database): Promise<IsLoaded> {
  const rows = await database.rows(
    'select table_name, sha256, file from loaded_files order by rowid',
  );
  const known = new Set(rows.map((row) => `${row.table_name} ${row.sha256}`));
  const last = new Map(rows.map((row) => [`${row.table_name} ${row.file}`, row.sha256]));
  return (table, sha256, file) => {
    const content = table.moves ? last.get(`${table.name} ${file}`) : undefined;
    return content === undefined ? known.has(`${table.name} ${sha256}`) : content === sha256;
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
  ];
}
