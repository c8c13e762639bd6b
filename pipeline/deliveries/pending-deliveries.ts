import type { Kysely } from 'kysely';
import { inPages } from './batches.ts';
import type { DeliveryDatabase } from './database.ts';
import type { DeliveryRow, DeliveryTables } from './schema.ts';

/** Delivery whose content is not loaded yet. */
export interface PendingDelivery {
  readonly number: number;
  /** Size of its content, unpacked. */
  readonly bytes: number;
  readonly accountId: string;
  readonly receivedAt: string;
  readonly receipt: string;
  readonly source: DeliveryRow['source'];
}

/** Numbers after which deliveries are pending: all, and those of accounts that waited. */
export interface PendingStart {
  readonly all: number;
  readonly opened: ReadonlyMap<string, number>;
}

/** Deliveries that one query reads. */
const atOnce = 500;

/** Yields the pending deliveries in the order in which they came, a page at a time. */
export async function* pendingDeliveries(
  { read }: DeliveryDatabase,
  { all, opened }: PendingStart,
  to: number,
): AsyncGenerator<PendingDelivery[]> {
  let lowest = all;
  for (const from of opened.values()) lowest = Math.min(lowest, from);
  yield* pages(lowest, all, (after, upTo) =>
    read(async (db) => {
      const due: PendingDelivery[] = [];
      for (const ids of inPages([...opened.keys()])) {
        due.push(...(await page(db, after, upTo).where('account_id', 'in', ids).execute()));
      }
      return due.sort((first, second) => first.number - second.number).slice(0, atOnce);
    }),
  );
  yield* pages(all, to, (after, upTo) => read((db) => page(db, after, upTo).execute()));
}

async function* pages(
  from: number,
  to: number,
  look: (after: number, upTo: number) => Promise<PendingDelivery[]>,
): AsyncGenerator<PendingDelivery[]> {
  for (let after = from; after < to; ) {
    const due = await look(after, to);
    yield due;
    if (due.length < atOnce) return;
    after = due.at(-1)?.number ?? to;
  }
}

const page = (db: Kysely<DeliveryTables>, after: number, upTo: number) =>
  db
    .selectFrom('deliveries')
    .select(['number', 'bytes', 'receipt', 'source'])
    .select(['account_id as accountId', 'received_at as receivedAt'])
    .where('number', '>', after)
    .where('number', '<=', upTo)
    .where('has_content', '=', 1)
    .orderBy('number')
    .limit(atOnce);
