import type { Selectable, Transaction } from 'kysely';
import { CommandError } from '../base/errors.ts';
import { toStamp } from './instants.ts';
import { shown } from './names.ts';
import type { Registry } from './registry.ts';
import type { Tables } from './schema.ts';

type KeyTable = 'api_keys' | 'connection_keys';

/** Where keys of a kind are, which command shows their ids, and how the audit trail is told of one. */
interface Revoking<Table extends KeyTable> {
  readonly table: Table;
  readonly listing: string;
  record(db: Transaction<Tables>, revoked: Selectable<Tables[Table]>, now: Date): Promise<void>;
}

/**
 * Ends a key, for every process at its next request; false where it had been ended before, and a
 * CommandError where there is none of that id.
 */
export function revokeIn<Table extends KeyTable>(
  { store, clock }: Registry,
  id: string,
  { table, listing, record }: Revoking<Table>,
): Promise<boolean> {
  const now = clock();
  return store.write(async (db) => {
    // Both tables have these columns; Kysely takes one by name.
    const revoked = await db
      .updateTable<KeyTable>(table)
      .set({ revoked_at: toStamp(now) })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (revoked !== undefined) {
      await record(db, revoked as unknown as Selectable<Tables[Table]>, now);
      return true;
    }
    const key = await db
      .selectFrom<KeyTable>(table)
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (key !== undefined) return false;
    throw new CommandError(`key ${shown(id)} does not exist; ${listing} shows the ids`);
  });
}
