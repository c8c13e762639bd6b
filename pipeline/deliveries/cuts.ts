import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DeliveryProgress } from '../load/delivered.ts';
import type { DeliveryTables } from './schema.ts';

/**
 * Cuts after the newest delivery if new ones came. Its answer `isKnown` is false if the cut up to
 * which the run loaded is missing here. Then the run belongs to another database, or this one was
 * restored from an earlier backup, and the run must load everything anew.
 */
export async function cutDeliveries(db: Kysely<DeliveryTables>, { source }: DeliveryProgress) {
  const { newest } = await db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.max<number | null>('number').as('newest'))
    .executeTakeFirstOrThrow();
  const last = await db
    .selectFrom('delivery_cuts')
    .selectAll()
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const known = await db
    .selectFrom('delivery_cuts')
    .select('mark')
    .where('mark', '=', source)
    .executeTakeFirst();
  let cut = last ?? { number: 0, mark: '' };
  if ((newest ?? 0) > cut.number) {
    cut = { number: newest ?? 0, mark: randomUUID() };
    await db.insertInto('delivery_cuts').values(cut).execute();
  }
  return { source: cut.mark, to: cut.number, isKnown: known !== undefined };
}
