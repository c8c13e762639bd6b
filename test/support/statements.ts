import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { bytesOf, madeCases } from '../../fixtures/statements/cases.ts';
import type { InboxDirectory } from '../../pipeline/base/data-directory.ts';
import { silentLog } from '../../pipeline/base/log.ts';
import { deliveriesAt } from '../../pipeline/deliveries/open.ts';
import { writeRows } from '../../pipeline/statements/delivery-content.ts';
import { problemOf, type ReadStatement, readStatement } from '../../pipeline/statements/read.ts';
import type { ReadInChild } from '../../pipeline/statements/read-in-child.ts';
import {
  type Statement,
  type StatementOptions,
  statementFiles,
} from '../../pipeline/statements/statement.ts';
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

/** Returns the bytes of a made-up statement. */
export function madeStatement(name: string): Uint8Array {
  const found = madeCases().find((entry) => entry.name === name);
  if (found === undefined) throw new Error(`no statement ${name}`);
  return bytesOf(found);
}

type Owner = Parameters<Statements['receive']>[0];

/** Waits until a statement is read, and returns it. */
export async function whenRead(
  statements: Statements,
  { slug }: Owner,
  id: string,
): Promise<Statement> {
  await statements.idle();
  const found = await statements.find(slug, id);
  if (found === null) throw new Error('it is not known');
  return found;
}

/** Drops a file like its owner, who answers what it doesn't say. Returns what was read. */
export async function dropStatement(
  statements: Statements,
  owner: Owner,
  content: string | Uint8Array,
  said?: Partial<StatementOptions>,
): Promise<Statement> {
  const { id } = await statements.receive(owner, 'a.htm', Readable.from([content]));
  const read = await whenRead(statements, owner, id);
  if (said === undefined) return read;
  await statements.readAgain(read, { ...read.options, ...said });
  return whenRead(statements, owner, id);
}
