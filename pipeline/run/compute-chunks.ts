import { CommandError } from '../base/errors.ts';
import { literal } from '../base/sql-text.ts';
import type { Stages } from '../base/stages.ts';
import { type Offence, runChecks } from '../duckdb/checks.ts';
import { type Database, valueFault } from '../duckdb/database.ts';
import { dropOldMarts, storeMarts } from '../duckdb/marts.ts';
import {
  computeRelations,
  dropRelations,
  type Relation,
  tablesReadBy,
} from '../duckdb/relations.ts';
import { readSql, relationsIn } from '../duckdb/sql-files.ts';
import { openWorkspace, type Workspace } from '../duckdb/workspace.ts';
import { emptyId } from '../publish/snapshot/layout.ts';
import type { Parts } from '../publish/snapshot/parts.ts';
import { ChunkWriter, type WrittenChunk } from './chunk-writer.ts';
import { type Chunk, enterChunk, halve, readChunks } from './chunks.ts';
import type { PublishedRecords } from './published-records.ts';
import type { RunOptions } from './run-options.ts';
import { removeWithheld, withhold } from './withheld.ts';

/** Inputs for computing chunks. */
export interface ChunkWork {
  readonly database: Database;
  readonly relations: readonly Relation[];
  readonly parts: Parts;
  /** Daily records in the version in service. */
  readonly records: PublishedRecords;
  readonly options: RunOptions;
  readonly stages: Stages;
  /** Computes every subject, and removes marts of another form. */
  readonly isFull: boolean;
  /** Set if there is so little to compute that no table has to be dropped for the next. */
  readonly retainsTables: boolean;
}

/**
 * Computes, checks and writes chunk by chunk, and returns the number of subjects. Subjects that
 * fail a check are withheld. If a chunk cannot be computed it is halved, until the subject at fault
 * is alone. One chunk is written while the next is computed.
 */
export async function computeChunks(work: ChunkWork): Promise<number> {
  const { database, options, parts, stages } = work;
  const { temporary } = options.dataDir;
  const writer = new ChunkWriter(await database.connect(), parts, temporary, stages);
  const waiting = await readChunks(database);
  stages.expect(await accountsIn(database, 'dirty_subjects'));
  let halves = 0;
  let begun = 0;
  let computed = 0;
  let isFirst = true;
  try {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const workspace = await openWorkspace(database);
      await workspace.enter(database);
      const chunk = await enterChunk(database, next);
      const accounts = await accountsIn(database, 'selection');
      begun += chunk.subjects > 0 ? 1 : 0;
      const chunks = begun + waiting.length;
      if (chunk.subjects > 0) await work.records.lay(database);
      if (chunk.subjects > 0) options.log.debug('computing', { chunk: begun, chunks, accounts });
      const result = await computeChunk(work, workspace, chunk, accounts, isFirst);
      if (result === 'halve') {
        halves += 1;
        waiting.unshift(...(await halve(database, chunk, -halves)));
      }
      await workspace.leave(database);
      if (result === null || result === 'halve') await workspace.close(database);
      else {
        computed += result.accounts;
        isFirst = false;
        await writer.take(workspace, result);
      }
      if (result !== 'halve') stages.finishChunk(waiting.length);
    }
    await writer.done();
  } finally {
    await writer.close();
  }
  await withhold(database, []);
  return computed;
}

/** Counts accounts and portfolios, without the entry that stands for accounts without data. */
async function accountsIn(
  database: Database,
  table: 'dirty_subjects' | 'selection',
): Promise<number> {
  const [row] = await database.rows(
    `select count(*) as accounts from ${table} where subject_id <> ${literal(emptyId)}`,
  );
  return Number(row?.accounts);
}

/**
 * Computes a chunk in its workspace. Returns its size, null if it has nothing to write, or `halve`.
 */
async function computeChunk(
  work: ChunkWork,
  { home }: Workspace,
  { subjects }: Chunk,
  accounts: number,
  isFirst: boolean,
): Promise<WrittenChunk | 'halve' | null> {
  const { database, relations, stages } = work;
  if (subjects === 0) return null;
  const found = await stages.time('statistics', () => computeSelection(work));
  if (typeof found === 'string' && subjects > 1) return 'halve';
  stages.advance('statistics', { accounts });
  if (typeof found === 'string') {
    await withhold(database, [await offenceOfSubject(database, found)]);
    return null;
  }
  if (found.length > 0) {
    await withhold(database, found);
    await removeWithheld(database, relations);
  }
  const [row] = await database.rows(`select count(*) as subjects, sum(trades) as trades
    from selection inner join dirty_subjects using (subject_id)`);
  if (row?.subjects === '0') return null;
  const chunk = { accounts: await accountsIn(database, 'selection'), rows: Number(row?.trades) };
  stages.advance('statistics', { rows: chunk.rows });
  await stages.time('statistics', async () => {
    if (work.isFull && isFirst) await dropOldMarts(database, home);
    await storeMarts(database, home);
    await database.run(`insert into computed_now by name ${readSql('runs/computed_now')};
      insert into restated_now by name ${readSql('runs/restated_now')}`);
    if (work.retainsTables) return;
    await dropRelations(database, relations, neededAfter('statistics', relations));
  });
  return chunk;
}

/**
 * Computes and checks the subjects in `selection`. Returns offences, or the fault of a value as
 * text.
 */
async function computeSelection({
  database,
  relations,
  retainsTables,
}: ChunkWork): Promise<Offence[] | string> {
  try {
    const retained = retainsTables ? undefined : neededAfter('relations', relations);
    await computeRelations(database, relations, retained);
    return await runChecks(database);
  } catch (error) {
    const fault = valueFault(error);
    if (fault === null) throw error;
    return fault;
  }
}

/** Returns the only subject in `selection` as an offence. Throws if it is the empty entry. */
async function offenceOfSubject(database: Database, reason: string): Promise<Offence> {
  const [row] = await database.rows('select subject_id from selection');
  const subjectId = String(row?.subject_id);
  if (subjectId === emptyId) throw new CommandError(`statistics failed: ${reason}`);
  return { subjectId, check: 'statistics', reason };
}

/**
 * Returns the relations that later steps read: those after the other relations, or those after the
 * marts are stored.
 */
function neededAfter(
  step: 'relations' | 'statistics',
  relations: readonly Relation[],
): ReadonlySet<string> {
  const written = relations.filter(({ folder }) =>
    ['lists', 'marts', 'pages', 'record'].includes(folder),
  );
  const checks = relationsIn('checks').map((name) => `checks/${name}`);
  const before = [...checks, 'runs/conversions', 'runs/compared_figures', 'runs/computed_now'];
  const queries = [...(step === 'relations' ? before : []), 'runs/identities'].map(readSql);
  const lists = written.filter(({ kind }) => kind === 'view').map(({ sql }) => sql);
  const tables = written.map(({ table }) => table);
  return new Set([...tables, ...tablesReadBy([...queries, ...lists], relations)]);
}
