import { createHash } from 'node:crypto';
import type { Database } from './database.ts';
import { readSql } from './sql-files.ts';

/** What of a database is declared by itself: what is loaded into, what researchers read, and of whom. */
export type DeclaredPart = 'tables' | 'views' | 'shown';

/**
 * Does what brings a kept database in step with statements, unless that was done for the same ones:
 * hundreds of tables, columns and functions take longer to declare than a small run to compute.
 * Acts on the database of this name, or else on the one that the connection is at.
 */
export async function declareOnce(
  database: Database,
  part: DeclaredPart,
  statements: string,
  declare: () => Promise<void>,
  name?: string,
): Promise<void> {
  const declarations = name ? `${name}.declarations` : 'declarations';
  const sha256 = createHash('sha256').update(statements).digest('hex');
  const known = await readDeclared(database, declarations, part);
  if (known === sha256) return;
  // What breaks off half-way is neither the one nor the other.
  if (known !== null) await database.run(`delete from ${declarations} where part = '${part}'`);
  await declare();
  await database.run(readSql('declarations').replaceAll(/\bdeclarations\b/g, declarations));
  await database.run(`insert into ${declarations} values ('${part}', '${sha256}')`);
}

/** Null where nothing was ever noted. */
async function readDeclared(database: Database, declarations: string, part: DeclaredPart) {
  try {
    const [row] = await database.rows(`select sha256 from ${declarations} where part = '${part}'`);
    return row?.sha256 ?? null;
  } catch (error) {
    if (error instanceof Error && /^Catalog Error/.test(error.message)) return null;
    throw error;
  }
}
