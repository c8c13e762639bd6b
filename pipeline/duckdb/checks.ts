import { CommandError } from '../errors.ts';
import type { Database } from './database.ts';
import { readSql, relationsIn } from './sql-files.ts';

const shownRows = 3;

/** Runs every check of `sql/checks/`; offending rows stop the run and are named. */
export async function runChecks(database: Database): Promise<void> {
  for (const check of relationsIn('checks')) {
    const rows = await database.rows(
      `select * from (${readSql(`checks/${check}`)}) limit ${shownRows + 1}`,
    );
    if (rows.length === 0) continue;
    const shown = rows.slice(0, shownRows).map((row) => JSON.stringify(row));
    const more = rows.length > shownRows ? ' and more' : '';
    throw new CommandError(
      `check ${check} failed, nothing is published: ${shown.join(', ')}${more}; see sql/checks/${check}.sql`,
    );
  }
}
