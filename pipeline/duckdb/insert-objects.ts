import { createHash } from 'node:crypto';
import type { Database } from './database.ts';

/** Objects that one statement reads from JSON. With 100,000 of them the process grew by 1 GB. */
const objectsPerStatement = 2000;

/**
 * Inserts objects as rows into a table, by the names of its columns. `shape` is what `from_json`
 * reads a list of them by.
 */
export async function insertObjects(
  database: Database,
  table: string,
  objects: readonly object[],
  shape: string,
): Promise<void> {
  for (const rows of textsOf(objects)) {
    await database.run(
      `insert into ${table} by name
        select unnest(from_json($rows::json, $shape), max_depth := 2)`,
      { rows, shape },
    );
  }
}

/** Returns a SHA-256 over objects as JSON. */
export function digestOfObjects(objects: readonly object[]): string {
  const digest = createHash('sha256');
  for (const text of textsOf(objects)) digest.update(text);
  return digest.digest('hex');
}

/** Yields lists of objects as JSON. */
function* textsOf(objects: readonly object[]): Generator<string> {
  for (let from = 0; from < objects.length; from += objectsPerStatement) {
    yield JSON.stringify(objects.slice(from, from + objectsPerStatement));
  }
}
