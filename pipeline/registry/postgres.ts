import { numbersAsNumbers } from '../base/postgres-pool.ts';
import { openPostgresTables } from '../base/postgres-tables.ts';
import { shareCalls } from '../base/share-calls.ts';
import { moveRevision, type RegistryStore } from './store.ts';
import type { Tables } from './tables.ts';
import { registrySchema } from './tables.ts';

/** Opens the registry in PostgreSQL, with the longest time of a query if it is not the usual. */
export async function openPostgres(
  databaseUrl: string,
  queryMilliseconds?: number,
): Promise<RegistryStore> {
  const tables = await openPostgresTables<Tables>(databaseUrl, registrySchema, {
    max: 10,
    types: numbersAsNumbers,
    ...(queryMilliseconds && { query_timeout: queryMilliseconds }),
  });
  const revision = tables.db.selectFrom('registry_state').select('revision');
  return {
    ...tables,
    // Every request asks for it; a query for each took a third of a server's processor time.
    revision: shareCalls(async () => (await revision.executeTakeFirstOrThrow()).revision),
    // The revision's row is a lock: other writers wait for it until the transaction ends.
    write: (work) =>
      tables.write(async (db) => {
        await moveRevision(db);
        return work(db);
      }),
    annotate: tables.write,
  };
}
