import { fileNumber, openSqliteTables } from '../base/sqlite-tables.ts';
import { moveRevision, type RegistryStore } from './store.ts';
import type { Tables } from './tables.ts';
import { registrySchema } from './tables.ts';

const sharedReadMilliseconds = 1;

/**
 * Revisions read in this turn of the event loop, by file. Reading at each request costs a sixth of
 * a cached answer of 50 KB (158 µs instead of 130). Requests that arrived together may share one
 * read: no later decision came before any of them.
 */
const recentRevisions = new Map<string, { readonly revision: number; readonly at: number }>();

/** Opens the registry in a SQLite file, which only its operating system user may read. */
export async function openEmbedded(file: string): Promise<RegistryStore> {
  const tables = await openSqliteTables<Tables>(file, registrySchema);
  const { path, reader } = tables;
  // Prepared without Kysely, because every request runs it.
  const revision = reader.prepare('select revision from registry_state').raw();
  const opened = fileNumber(path);
  const cacheKey = `${path} ${opened}`;

  return {
    ...tables,
    revision() {
      const at = performance.now();
      const known = recentRevisions.get(cacheKey);
      if (known !== undefined && at - known.at < sharedReadMilliseconds) return known.revision;
      // An open file outlives its name: its revision would never change again, and revoked keys
      // would stay valid.
      if (fileNumber(path) !== opened) throw new Error(`${path} was removed or replaced`);
      const fresh = { revision: Number([revision.get()].flat()[0]), at };
      recentRevisions.set(cacheKey, fresh);
      setImmediate(() => recentRevisions.delete(cacheKey));
      return fresh.revision;
    },
    write: (work) =>
      tables
        .write(async (db) => {
          await moveRevision(db);
          return work(db);
        })
        .finally(() => recentRevisions.delete(cacheKey)),
    annotate: tables.write,
  };
}
