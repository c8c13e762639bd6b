import type { DataDirectory } from '../base/data-directory.ts';
import { Stages } from '../base/stages.ts';
import type { Database } from '../duckdb/database.ts';
import { computeRelations, type Relation, relationsInOrder } from '../duckdb/relations.ts';
import { readSql } from '../duckdb/sql-files.ts';
import { openWorkspace } from '../duckdb/workspace.ts';
import { Draft } from '../publish/snapshot/draft.ts';
import { isInService, writeVersion } from '../publish/snapshot/publish.ts';
import { readChunks, selectSubjects } from './chunks.ts';
import { computeChunks } from './compute-chunks.ts';
import { type Published, readPublished, refuseLoss } from './published.ts';
import { publishedRecords } from './published-records.ts';
import { beginComputing, noteComputed } from './published-state.ts';
import type { RunOptions } from './run-options.ts';
import { isSmall, type RunSize, usePlans, useThreads } from './threads.ts';
import { keepEarlierFigures, readWithheld, type Withheld, withholdFound } from './withheld.ts';

export interface Computed {
  version: string;
  isNew: boolean;
  accounts: number;
  /** Kinds of restatements, by account or portfolio. */
  restated: Record<string, string[]>;
  /** Subjects withheld now. */
  heldBack: Withheld[];
  /** Version that it follows; null without one. */
  previous: string | null;
}

/** Computes everything that changed since the published version, and writes the next one. */
export async function recompute(
  database: Database,
  runId: string,
  options: RunOptions,
  stages: Stages = new Stages(),
): Promise<Computed> {
  const published = await stages.time('publish', () => readPublished(options));
  try {
    return await recomputeSince(published, database, runId, options, stages);
  } finally {
    published?.entries.close();
  }
}

async function recomputeSince(
  published: Published | null,
  database: Database,
  runId: string,
  options: RunOptions,
  stages: Stages,
): Promise<Computed> {
  const { dataDir, asOf } = options;
  const previous = published?.manifest ?? null;
  const isContinued = await beginComputing(database, runId, options, previous);
  await stages.time('statistics', () => createDirty(database));
  const relations = relationsInOrder();
  await stages.time('statistics', () => withholdUnrated(database, relations));

  const size = await readSize(database);
  const chunks = await readChunks(database);
  const atOnce = await chunksAtOnce(database, chunks.length);
  await useThreads(database, isSmall(size) ? 'one' : 'all', options, atOnce);
  await usePlans(database, size);
  const draft = await stages.time('publish', () =>
    beginDraft(database, dataDir, published, isContinued),
  );
  const records = publishedRecords(dataDir, published);
  const retainsTables = isSmall(size);
  const work = { database, relations, draft, records, options, stages, retainsTables };
  const accounts = await computeChunks(work, chunks, atOnce);
  await keepEarlierFigures(database, draft, previous);
  const drafted = await stages.time('publish', () => draft.finish());
  const restated = await readRestated(database);
  const deleted = [...new Set(options.deleted)];
  const removed = deleted.filter((id) => published?.entries.has(id)).length;
  const isStanding = isInService(drafted, published?.entries ?? null);
  const marks = isStanding ? undefined : await options.registry.markTrail?.();
  const manifest = await stages.time('publish', () =>
    writeVersion(
      dataDir,
      drafted,
      published?.entries ?? null,
      asOf.toISOString(),
      restated,
      marks,
      removed,
    ),
  );
  const version = manifest?.version ?? previous?.version ?? '';
  await noteComputed(database, version);
  return {
    version,
    isNew: manifest !== null,
    accounts,
    restated,
    heldBack: await readWithheld(database),
    previous: previous?.version ?? null,
  };
}

async function chunksAtOnce(database: Database, chunks: number): Promise<number> {
  const [context] = await database.rows('select chunks_at_once from run_context');
  return Math.max(1, Math.min(chunks, Number(context?.chunks_at_once)));
}

async function readSize(database: Database): Promise<RunSize> {
  const [row] = await database.rows(
    'select count(*) as subjects, sum(trades) as trades from dirty_subjects',
  );
  return { subjects: Number(row?.subjects), trades: Number(row?.trades) };
}

/**
 * Begins the next version with every published subject that still exists. A database that
 * published the version before knows all of its subjects, and is not a lost one.
 */
async function beginDraft(
  database: Database,
  dataDir: DataDirectory,
  published: Published | null,
  isContinued: boolean,
): Promise<Draft> {
  const draft = new Draft(dataDir, published?.entries);
  if (published === null) return draft;
  const idsIn = async (rows: string) =>
    (await database.rows(`select subject_id from ${rows}`)).map((row) => String(row.subject_id));
  if (isContinued) {
    const gone = await idsIn('computed anti join subjects using (subject_id)');
    for (const id of gone) draft.remove(id);
    return draft;
  }
  const wanted = new Set(await idsIn('subjects'));
  refuseLoss(published, wanted);
  draft.retain((id) => wanted.has(id));
  return draft;
}

async function createDirty(database: Database): Promise<void> {
  await database.run(
    `create or replace temp table dirty_subjects as ${readSql('runs/dirty_subjects')}`,
  );
  await database.run('create or replace temp table computed_now as from computed limit 0');
  await database.run(
    'create or replace temp table restated_now (subject_id varchar, kinds varchar[])',
  );
}

/** Reads the restatements of this run: kinds of change, by subject. */
async function readRestated(database: Database): Promise<Record<string, string[]>> {
  const rows = await database.rows('from restated_now order by subject_id');
  return Object.fromEntries(
    rows.map(({ subject_id, kinds }) => [
      String(subject_id),
      Array.isArray(kinds) ? kinds.map(String) : [],
    ]),
  );
}

/** Withholds portfolios whose members cannot be converted into their currency. */
async function withholdUnrated(database: Database, relations: readonly Relation[]): Promise<void> {
  const [dirty] = await database.rows('select bool_or(is_portfolio) as is_any from dirty_subjects');
  if (dirty?.is_any !== true) return;
  const needed = relations.filter(({ table }) =>
    ['members', 'exchange_rates', 'foreign_days', 'missing_rates'].includes(table),
  );
  const workspace = await openWorkspace(database);
  await workspace.within(database, async () => {
    await selectSubjects(database, null);
    await computeRelations(database, needed);
    await withholdFound(database, 'unrated_portfolios');
  });
  await workspace.close(database);
}
