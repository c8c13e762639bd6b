import { deliveriesObject, fileObject } from '../deliveries/contents.ts';
import type { DeliveryDatabase } from '../deliveries/database.ts';
import { privateId } from './delivery-content.ts';
import { objectOf, readingOf } from './queries.ts';

/**
 * Removes statements of a deleted account that nobody confirmed, with their files. One that was
 * dropped after the deletion was decided stays: its owner adds the account again.
 */
export async function forgetOpenStatements(
  { read, write, objects }: DeliveryDatabase,
  accountId: string,
  decidedAt: string,
): Promise<void> {
  const open = await read((db) =>
    db
      .selectFrom('statements')
      .select(['id', 'owner', 'file', 'rows', 'reading'])
      .where('confirmation', 'is', null)
      .where('dropped_at', '<=', decidedAt)
      .execute(),
  );
  for (const { id, owner, file, rows, reading } of open) {
    const read = readingOf(reading);
    const accounts = read !== null && 'found' in read ? read.found.accounts : [];
    if (!accounts.some((found) => privateId(found.id, owner) === accountId)) continue;
    const { numDeletedRows } = await write((db) =>
      db
        .deleteFrom('statements')
        .where('id', '=', id)
        .where('confirmation', 'is', null)
        .executeTakeFirstOrThrow(),
    );
    if (numDeletedRows === 0n) continue;
    if (file !== null) await objects.remove(fileObject(id, objectOf(file)));
    if (rows !== null) await objects.remove(deliveriesObject(objectOf(rows)));
  }
}
