import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InboxDirectory } from '../../pipeline/base/data-directory.ts';
import { silentLog } from '../../pipeline/base/log.ts';
import { deliveriesAt } from '../../pipeline/deliveries/open.ts';
import { writeRows } from '../../pipeline/statements/delivery-content.ts';
import { problemOf, type ReadStatement, readStatement } from '../../pipeline/statements/read.ts';
import type { ReadInChild } from '../../pipeline/statements/read-in-child.ts';
import { statementFiles } from '../../pipeline/statements/statement.ts';
import { createStatements, type Statements } from '../../pipeline/statements/statements.ts';

const readings = new Map<string, Promise<ReadStatement>>();

/**
 * Reads a statement in this process. A file with the same options is read only once. A child
 * process would take twice as long. Tests of the child itself pass `readInChildInTurn`.
 */
export const readHere: ReadInChild = async ({ folder, owner, name, options }) => {
  const file = join(folder, statementFiles.statement);
  const bytes = createHash('sha256').update(readFileSync(file)).digest('hex');
  const key = JSON.stringify([bytes, owner, name, options]);
  const reading = readings.get(key) ?? readStatement(file, { owner, name, options });
  readings.set(key, reading);
  try {
    const { found, contents } = await reading;
    writeRows(join(folder, statementFiles.contents), contents);
    return { found };
  } catch (error) {
    const problem = problemOf(error);
    if (problem !== null) return problem;
    throw error;
  }
};

/** Opens the statements of a data directory, like a server. They are closed with their database. */
export function openStatements(
  { database, reading: folder }: InboxDirectory,
  clock: () => Date,
  read: ReadInChild = readHere,
): Statements {
  const deliveries = deliveriesAt({ path: database }, clock);
  const statements = createStatements({ deliveries, folder, log: silentLog, read });
  return {
    ...statements,
    async close() {
      await statements.close();
      await deliveries.close();
    },
  };
}
