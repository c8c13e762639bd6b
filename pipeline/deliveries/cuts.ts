import { randomUUID } from 'node:crypto';
import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { DeliveryProgress } from '../load/delivered.ts';
import type { DeliveryTables } from './schema.ts';

/**
 * Cuts after the newest delivery if new ones came. Its answer `isKnown` is false if the run loaded
 * deliveries of another database, or if this one was restored from a backup since. Then the run
 * must load everything anew.
 */
export async function cutDeliveries(
  db: Kysely<DeliveryTables>,
  { source, number }: DeliveryProgress,
) {
  const { id } = await db.selectFrom('delivery_source').select('id').executeTakeFirstOrThrow();
  const to = await newestNumber(db.selectFrom('deliveries'));
  const last = await newestNumber(db.selectFrom('delivery_cuts'));
  const cut = await db
    .selectFrom('delivery_cuts')
    .select('number')
    .where('number', '=', number)
    .executeTakeFirst();
  // The query above must not see this cut, which may have the same number.
  if (to > last) await db.insertInto('delivery_cuts').values({ number: to }).execute();
  const isKnown = source === id && (number === 0 || cut !== undefined);
  if (isKnown || source !== id) return { source: id, to: Math.max(to, last), isKnown };
  // If this run is killed, the next one must not take this cut for the one that it knew.
  const renewed = randomUUID();
  await db.updateTable('delivery_source').set({ id: renewed }).execute();
  return { source: renewed, to: Math.max(to, last), isKnown };
}

async function newestNumber(
  table: SelectQueryBuilder<DeliveryTables, 'deliveries' | 'delivery_cuts', object>,
): Promise<number> {
  const newest = await table
    .select(({ fn }) => fn.max<number | null>('number').as('number'))
    .executeTakeFirst();
  return newest?.number ?? 0;
}
