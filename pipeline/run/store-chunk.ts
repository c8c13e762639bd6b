import { CommandError } from '../base/errors.ts';
import { makeReason, quotedReason } from '../base/reasons/reason.ts';
import type { Stages } from '../base/stages.ts';
import type { Offence } from '../duckdb/checks.ts';
import type { Database } from '../duckdb/database.ts';
import { dropOldMarts, storeMarts } from '../duckdb/marts.ts';
import { dropRelations, type Relation, tablesReadBy } from '../duckdb/relations.ts';
import { readSql, relationsIn } from '../duckdb/sql-files.ts';
import type { Draft } from '../publish/snapshot/draft.ts';
import { emptyId } from '../publish/snapshot/layout.ts';
import { accountsIn } from './chunks.ts';
import type { PublishedRecords } from './published-records.ts';
import type { RunOptions } from './run-options.ts';
import { removeWithheld, withhold } from './withheld.ts';

/** Inputs for computing chunks. */
export interface ChunkWork {
  readonly database: Database;
  readonly relations: readonly Relation[];
  readonly draft: Draft;
  /** Daily records in the version in service. */
  readonly records: PublishedRecords;
  readonly options: RunOptions;
  readonly stages: Stages;
  /** Set if there is so little to compute that no table has to be dropped for the next. */
  readonly retainsTables: boolean;
}

/** Size of a chunk whose marts are stored. */
export interface StoredChunk {
  /** Trades. */
  readonly rows: number;
  readonly accounts: number;
}

/** Returns true if a subject in `selection` was withheld while it was computed. */
export async function isOvertaken(database: Database): Promise<boolean> {
  const [row] = await database.rows(
    'select count(*) > 0 as is_any from selection anti join dirty_subjects using (subject_id)',
  );
  return row?.is_any === true;
}

/**
 * Withholds the subjects in `selection` at fault, and stores the marts of the others in the
 * database `home`. With the fault of a value, there must be one subject. Returns null if none is
 * left.
 */
export async function storeChunk(
  { database, relations, stages, retainsTables }: ChunkWork,
  home: string,
  found: readonly Offence[] | string,
  isFirst: boolean,
): Promise<StoredChunk | null> {
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
    if (isFirst) await dropOldMarts(database, home);
    await storeMarts(database, home);
    await database.run(`insert into computed_now by name ${readSql('runs/computed_now')};
      insert into restated_now by name ${readSql('runs/restated_now')}`);
    if (retainsTables) return;
    await dropRelations(database, relations, neededAfter('statistics', relations));
  });
  return chunk;
}

/** Returns the only subject in `selection` as an offence. Throws if it is the empty entry. */
async function offenceOfSubject(database: Database, reason: string): Promise<Offence> {
  const [row] = await database.rows('select subject_id from selection');
  const subjectId = String(row?.subject_id);
  if (subjectId === emptyId) {
    throw new CommandError(makeReason('run_statistics_failed', { detail: quotedReason(reason) }));
  }
  return { subjectId, check: 'statistics', reason: quotedReason(reason) };
}

/**
 * Returns the relations that later steps read: those after the other relations, or those after the
 * marts are stored.
 */
export function neededAfter(
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
