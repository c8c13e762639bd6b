import { readFileSync } from 'node:fs';
import { CommandError } from '../base/errors.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../duckdb/database.ts';
import { useWarehouse } from '../duckdb/persistent-database.ts';
import type { Mart } from './marts.ts';

/**
 * Opens the researchers' warehouse read-only: its file, or for shards the statements that attach
 * them. Throws unless it has every mart.
 */
export async function openWarehouse(
  path: string,
  marts: readonly Mart[],
  options: DatabaseOptions,
): Promise<Database> {
  const database = await openDatabase(':memory:', options);
  try {
    await attach(database, path);
    const missing = await missingViews(database, marts);
    if (missing.length > 0) {
      throw new CommandError(`${path} has no ${missing.join(', ')}; run the pipeline first`);
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

async function attach(database: Database, path: string): Promise<void> {
  if (!path.endsWith('.sql')) return useWarehouse(database, path);
  try {
    await database.run(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    throw new CommandError(`cannot read the warehouse ${path}: ${reason}`, undefined, {
      cause: error,
    });
  }
  await database.run('use warehouse');
}

async function missingViews(database: Database, marts: readonly Mart[]): Promise<string[]> {
  const rows = await database.rows(
    "select view_name from duckdb_views() where database_name = 'warehouse'",
  );
  const known = new Set(rows.map((row) => row.view_name));
  return marts.map(({ view }) => view).filter((view) => !known.has(view));
}
