import type { Database } from '../duckdb/database.ts';
import { readSql } from '../duckdb/sql-files.ts';
import { formDigest } from '../publish/snapshot/form.ts';
import type { Manifest } from '../publish/snapshot/layout.ts';
import { nextSequence } from '../publish/snapshot/publish.ts';
import type { RunOptions } from './run-options.ts';
import { mostChunksAtOnce } from './threads.ts';
import { dropWithheldFigures } from './withheld.ts';

/** Most subjects of a chunk. Small accounts have more days and reports than trades. */
const chunkSubjects = 5000;

/**
 * Prepares the context of the run. Returns true if the marts belong to the version in service. If
 * not, or if the run is a full one, every subject is due.
 */
export async function beginComputing(
  database: Database,
  runId: string,
  options: RunOptions,
  previous: Manifest | null,
): Promise<boolean> {
  const [state] = await database.rows('select version from published_state');
  const isContinued = state?.version === previous?.version;
  await database.run(`create or replace temp table run_context as ${readSql('runs/run_context')}`, {
    as_of: options.asOf.toISOString().replace('Z', ''),
    version_no: nextSequence(options.dataDir),
    run_at: runId.replace('Z', ''),
    form: formDigest(),
    chunk_trades: options.chunkTrades ?? null,
    chunk_subjects: chunkSubjects,
    most_at_once: mostChunksAtOnce(options),
  });
  if (!isContinued) await database.run('update computed set input = null, as_of = null');
  else if (options.full) await database.run('update computed set input = null');
  return isContinued;
}

/** Stores what was computed, what is withheld, and to which version the marts belong. */
export async function noteComputed(database: Database, version: string): Promise<void> {
  await database.run('begin');
  try {
    await database.run(readSql('runs/note_computed'));
    await database.run('delete from published_state where version <> ?', [version]);
    await database.run(
      'insert into published_state select $version where not exists (from published_state)',
      { version },
    );
    await dropWithheldFigures(database);
    await database.run('commit');
  } catch (error) {
    await database.run('rollback').catch(() => {});
    throw error;
  }
}
