import { existsSync } from 'node:fs';
import type { DataDirectory } from '../base/data-directory.ts';
import { CommandError, exitCodes, readFault } from '../base/errors.ts';
import { identifier, literal } from '../base/sql-text.ts';
import { openDatabase } from '../duckdb/database.ts';
import { lockRuns } from '../duckdb/run-lock.ts';

/**
 * Reads every row of the databases that runs continue from. DuckDB compares each block with its
 * checksum, and nothing else reads all of them. Returns one line for each damaged database. It
 * returns none while a run holds them: what a run reads is checked too.
 */
export async function verifyDatabases(
  dataDir: DataDirectory,
  options: { memoryLimit?: string | undefined },
): Promise<string[]> {
  let unlock: () => Promise<void>;
  try {
    unlock = await lockRuns(dataDir);
  } catch (error) {
    if (error instanceof CommandError && error.exitCode === exitCodes.locked) return [];
    throw error;
  }
  try {
    const faults: string[] = [];
    for (const path of [dataDir.working, dataDir.archive].filter((file) => existsSync(file))) {
      const reason = await readEveryRow(path, options);
      if (reason !== null) {
        faults.push(`${path} is damaged; run with --rebuild: ${reason}`);
      }
    }
    return faults;
  } finally {
    await unlock();
  }
}

/** Reads every row of a database. Returns why it can't, in one line; null if it can. */
export async function readEveryRow(
  path: string,
  options: { memoryLimit?: string | undefined } = {},
): Promise<string | null> {
  const database = await openDatabase(':memory:', options);
  try {
    await database.run(`attach ${literal(path)} as checked (read_only)`);
    const tables = await database.rows(
      "select table_name from duckdb_tables() where database_name = 'checked'",
    );
    for (const { table_name } of tables) {
      const table = identifier(String(table_name));
      await database.run(`select bit_xor(hash(rows)) from checked.${table} as rows`);
    }
    return null;
  } catch (error) {
    return readFault(error);
  } finally {
    database.close();
  }
}
