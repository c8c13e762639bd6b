import { createHash } from 'node:crypto';
import { CommandError } from '../base/errors.ts';
import { makeReason } from '../base/reasons/reason.ts';
import type { Database } from './database.ts';
import { readSql } from './sql-files.ts';

/**
 * Part of a database that is declared by itself: facts, tables of state, all tables, marts, views
 * of researchers, or shown rows. Subjects are declared if they follow from the registry and the
 * accounts as they are.
 * A part that ends in `_of` has the states that another part follows from. Publications are the
 * decisions and the version of which the registry noted what strangers can read.
 */
type DeclaredPart =
  | 'facts'
  | 'state'
  | 'tables'
  | 'marts'
  | 'views'
  | 'shown'
  | 'shown_of'
  | 'publications'
  | 'subjects'
  | 'subjects_of';

/**
 * Runs statements in a cached database, unless the same ones were run there before. Declaring
 * hundreds of tables, columns and functions takes longer than computing a small run. Acts on the
 * named database, or on the one in use.
 */
export async function declareOnce(
  database: Database,
  part: DeclaredPart,
  statements: string,
  declare: () => Promise<void>,
  name?: string,
): Promise<void> {
  const declarations = name ? `${name}.declarations` : 'declarations';
  const sha256 = digestOf(statements);
  const known = await readDeclared(database, declarations, part);
  if (known === sha256) return;
  // What breaks off half-way is neither the one nor the other.
  if (known !== null) await database.run(`delete from ${declarations} where part = '${part}'`);
  await declare();
  await noteDeclared(database, declarations, part, sha256);
}

/**
 * Notes which statements declare the facts of a kept database. Throws a CommandError where they are
 * not those noted before: another program made it, and only the sources give its rows again.
 */
export async function requireSameDeclarations(
  database: Database,
  path: string,
  statements: string,
  name?: string,
): Promise<void> {
  const declarations = name ? `${name}.declarations` : 'declarations';
  const columns = statements.replaceAll(/^(?:--|comment on ).*$/gm, '');
  const sha256 = digestOf(columns);
  const known = await readDeclared(database, declarations, 'facts');
  if (known === sha256) return;
  if (known !== null) {
    throw new CommandError(makeReason('run_other_tables', { file: path }));
  }
  await noteDeclared(database, declarations, 'facts', sha256);
}

async function noteDeclared(
  database: Database,
  declarations: string,
  part: DeclaredPart,
  sha256: string,
): Promise<void> {
  await database.run(readSql('declarations').replaceAll(/\bdeclarations\b/g, declarations));
  await database.run(`insert into ${declarations} values ('${part}', '${sha256}')`);
}

/** Returns true if the part was declared with these statements. */
export const isDeclared = async (
  database: Database,
  part: DeclaredPart,
  statements: string,
): Promise<boolean> =>
  (await readDeclared(database, 'declarations', part)) === digestOf(statements);

const digestOf = (statements: string): string =>
  createHash('sha256').update(statements).digest('hex');

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
