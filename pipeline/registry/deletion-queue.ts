import type { Transaction } from 'kysely';
import { vacuumSqlite } from '../base/sqlite-tables.ts';
import { toStamp } from './instants.ts';
import type { RegistryStore } from './store.ts';
import { deleteRows, insertMissing, insertRow } from './table-rows.ts';
import type { Tables } from './tables.ts';
import { portfolioPrefix } from './words.ts';

/** Prefix of an id in the queue that stands for an owner. No account id begins like this. */
export const ownerPrefix = `${portfolioPrefix}owner:`;

/** Puts an id into the queue; an id that is in it stays as it is. */
export async function queueDeletion(db: Transaction<Tables>, id: string, now: Date): Promise<void> {
  await insertMissing(db, 'deletions', [{ id, at: toStamp(now) }]);
}

/** Queue of what was deleted and still has data. */
export interface Deletions {
  /** Lists ids of accounts and portfolios, and owners with their prefix. */
  pending(): Promise<string[]>;
  /** Forgets ids whose data is gone, and leaves no byte of them in a registry in SQLite. */
  finish(ids: readonly string[]): Promise<void>;
}

/** Stands for ids whose data is gone while bytes of them may still be in the file. */
const unnamed = '';

/** Opens the queue of a registry. `file` is its file; null if it is in PostgreSQL. */
export const deletionsIn = (
  { db, annotate }: Pick<RegistryStore, 'db' | 'annotate'>,
  file: string | null,
): Deletions => ({
  async pending() {
    const rows = await db.selectFrom('deletions').select('id').orderBy('id').execute();
    return rows.map(({ id }) => id);
  },
  async finish(ids) {
    if (ids.length === 0) return;
    await annotate(async (writer) => {
      for (const id of ids) await deleteRows(writer, 'deletions', { id });
      await insertRow(writer, 'deletions', { id: unnamed, at: '' });
    });
    if (file !== null) await vacuumSqlite(file);
    await annotate((writer) => deleteRows(writer, 'deletions', { id: unnamed }));
  },
});
