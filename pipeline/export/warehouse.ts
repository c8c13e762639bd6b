import { CommandError } from '../base/errors.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../duckdb/database.ts';
import { useWarehouse } from '../duckdb/persistent-database.ts';
import type { Mart } from './marts.ts';

/** Opens the researchers' warehouse read-only. Throws unless it has every mart. */
export async function openWarehouse(
  path: string,
  marts: readonly Mart[],
  options: DatabaseOptions,
): Promise<Database> {
  const database = await openDatabase(':memory:', options);
  try {
    await useWarehouse(database, path);
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

async function missingViews(database: Database, marts: readonly Mart[]): Promise<string[]> {
  const rows = await database.rows(
    "select view_name from duckdb_views() where database_name = 'warehouse'",
  );
  const known = new Set(rows.map((row) => row.view_name));
  return marts.map(({ view }) => view).filter((view) => !known.has(view));
}
