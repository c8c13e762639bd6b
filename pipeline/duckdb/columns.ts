import type { Database } from './database.ts';
import { readSql } from './sql-files.ts';

/** A schema of an attached database. */
export interface AttachedSchema {
  readonly database: string;
  readonly schema: string;
}

/** Where the tables of a database that was opened by itself are; of a connection that has entered no workspace. */
export async function placeOf(database: Database): Promise<AttachedSchema> {
  const [row] = await database.rows('select current_database() as name');
  return { database: String(row?.name), schema: 'main' };
}

/**
 * Gives tables that are kept from an earlier version the columns and types that statements declare
 * for them, their rows staying; a new column is null in those. Tables that are not there yet stay
 * away, and columns that are declared no more stay. Ends with `main` as the search path.
 */
export async function alignColumns(
  database: Database,
  declarations: string,
  places: readonly AttachedSchema[],
): Promise<void> {
  const { database: name } = await placeOf(database);
  const kept = await withTables(database, places);
  if (kept.length === 0) return;
  await database.run("attach ':memory:' as declared; use declared");
  try {
    await database.run(declarations);
    for (const place of kept) {
      await alignTo(database, { database: 'declared', schema: 'main' }, place);
    }
  } finally {
    await database.run(`use "${name}"; detach declared`);
  }
}

/** The same for kept tables that other tables declare, both of databases that are attached. */
export async function alignTo(
  database: Database,
  declared: AttachedSchema,
  kept: AttachedSchema,
): Promise<void> {
  const differences = await database.rows(readSql('runs/differing_columns'), {
    database: declared.database,
    schema: declared.schema,
    kept_database: kept.database,
    kept_schema: kept.schema,
  });
  for (const { name, column, type, is_new } of differences) {
    const table = `"${kept.database}"."${kept.schema}"."${name}"`;
    await database.run(
      is_new
        ? `alter table ${table} add column "${column}" ${type}`
        : `alter table ${table} alter column "${column}" set data type ${type}`,
    );
  }
}

/** Those of the places that have a table; in none of a new database there is one. */
async function withTables(
  database: Database,
  places: readonly AttachedSchema[],
): Promise<AttachedSchema[]> {
  const rows = await database.rows(
    'select distinct database_name, schema_name from duckdb_tables() where not internal',
  );
  const filled = new Set(rows.map((row) => `${row.database_name}.${row.schema_name}`));
  return places.filter((place) => filled.has(`${place.database}.${place.schema}`));
}
