import { createHash } from 'node:crypto';
import type { DataDirectory } from '../base/data-directory.ts';
import { isAbsent } from '../base/files.ts';
import type { Database } from '../duckdb/database.ts';
import { readSql, withoutComments } from '../duckdb/sql-files.ts';
import { fingerprint } from '../load/ledger.ts';

/**
 * True when the version is whole and has all that is loaded, so that nothing need be computed. Of
 * the calendar's database with all that this run loads in it.
 */
export async function isInService(
  database: Database,
  dataDir: DataDirectory,
  version: string | null,
): Promise<boolean> {
  const [state] = await database.rows('from published_calendar');
  if (version === null || state?.version !== version) return false;
  return state.form_sha256 === formDigest() && state.file_sha256 === fileDigest(dataDir, version);
}

/** Remembers that the version, which is in service by now, has all that is loaded. */
export async function rememberInService(
  database: Database,
  dataDir: DataDirectory,
  version: string,
): Promise<void> {
  await database.run('delete from published_calendar');
  await database.run('insert into published_calendar values (?, ?, ?)', [
    version,
    fileDigest(dataDir, version) ?? '',
    formDigest(),
  ]);
}

const formDigest = (): string =>
  createHash('sha256')
    .update(withoutComments(readSql('calendar/current_events')))
    .update(withoutComments(readSql('calendar/events')))
    .digest('hex');

function fileDigest(dataDir: DataDirectory, version: string): string | null {
  try {
    return fingerprint(dataDir.calendar.version(version));
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}
