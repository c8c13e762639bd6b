import type { Selectable, Transaction } from 'kysely';
import { CommandError } from '../base/errors.ts';
import { toStamp } from './instants.ts';
import { quoted } from './names.ts';
import type { Registry } from './registry.ts';
import type { Tables } from './tables.ts';

type KeyTable = 'api_keys' | 'connection_keys';

/** Table of a kind of key, the command that lists it, and its entry in the audit trail. */
interface Revoking<Table extends KeyTable> {
  readonly table: Table;
  readonly listing: string;
  record(db: Transaction<Tables>, revoked: Selectable<Tables[Table]>, now: Date): Promise<void>;
}

/**
 * Revokes a key for every process, from its next request on. Returns false if it was revoked
 * before. Throws a CommandError if no key has that id.
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
    throw new CommandError(`key ${quoted(id)} does not exist; ${listing} shows the ids`);
  });
}
