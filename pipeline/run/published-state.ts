import type { Database } from '../duckdb/database.ts';
import { readSql } from '../duckdb/sql-files.ts';
import { formDigest } from '../publish/snapshot/form.ts';
import type { Manifest } from '../publish/snapshot/layout.ts';
import { nextSequence } from '../publish/snapshot/publish.ts';
import type { RunOptions } from './run-options.ts';
import { mostChunksAtOnce } from './threads.ts';
import { storeWithheld } from './withheld.ts';

/** Most subjects of a chunk. Small accounts have more days and reports than trades. */
const chunkSubjects = 5000;

/** Query for the hash that the subjects were declared with. */
export const declaredSubjects = "select sha256 from declarations where part = 'subjects'";

/** Prepares the context of the run. Returns true if the run computes every subject. */
export async function beginComputing(
  database: Database,
  options: RunOptions,
  previous: Manifest | null,
): Promise<boolean> {
  const [state] = await database.rows('select version, form_sha256 from published_state');
  const isContinued = state?.version === previous?.version;
  const isFull = options.full || !isContinued || state?.form_sha256 !== formDigest();
  await database.run(`create or replace temp table run_context as ${readSql('runs/run_context')}`, {
    as_of: options.asOf.toISOString().replace('Z', ''),
    version_no: nextSequence(options.dataDir),
    is_full: isFull,
    chunk_trades: options.chunkTrades ?? null,
    chunk_subjects: chunkSubjects,
    most_at_once: mostChunksAtOnce(options),
  });
  // The marts belong to another version than the one in service.
  if (!isContinued) await database.run('delete from computed_subjects');
  if (isFull) await database.run('delete from published_state');
  return isFull;
}

/** Stores which version the marts belong to. It writes nothing if that is stored already. */
async function storePublishedState(database: Database, version: string): Promise<void> {
  const state = { version, form: formDigest() };
  await database.run(
    `delete from published_state
      where version is distinct from $version or form_sha256 is distinct from $form
        or subjects_sha256 is distinct from (${declaredSubjects})`,
    state,
  );
  await database.run(
    `insert into published_state select $version, $form, (${declaredSubjects})
      where not exists (from published_state)`,
    state,
  );
}

/**
 * Stores the version of the marts and the withheld subjects. Returns true if the latter changed.
 */
export async function noteComputed(
  database: Database,
  version: string,
  runId: string,
): Promise<boolean> {
  await database.run('begin');
  try {
    await database.run(readSql('runs/note_computed'));
    await storePublishedState(database, version);
    const isWithheldChanged = await storeWithheld(database, runId);
    await database.run('commit');
    return isWithheldChanged;
  } catch (error) {
    await database.run('rollback').catch(() => {});
    throw error;
  }
}
